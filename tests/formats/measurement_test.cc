#include "formats/measurement.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::formats {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<v1::Measurement> Read(absl::string_view json) {
  v1::Measurement measurement;
  absl::Status status = ReadJson(json, [&](JsonValue& root) {
    return ReadMeasurement(root, measurement);
  });
  if (!status.ok()) return status;
  return measurement;
}

TEST(MeasurementTest, ReadsIntegersAndRealNumbers) {
  const absl::StatusOr<v1::Measurement> measurement =
      Read("[[1, 0.5, 0], 0, 3, 1607112214.25]");
  ASSERT_THAT(measurement, IsOk());
  EXPECT_THAT(measurement->costs_seconds(), ElementsAre(1, 0.5, 0));
  EXPECT_EQ(measurement->error_number(), 0);
  EXPECT_EQ(measurement->all_cost_seconds(), 3);
  EXPECT_EQ(measurement->timestamp_seconds(), 1607112214.25);
}

TEST(MeasurementTest, CostsOfAFailedMeasurementDoNotMatter) {
  for (const absl::string_view json :
       {"[[], 1, 0, 0]", "[[-1], 7, 0, 0]", "[[1e10], 2147483647, 0, 0]",
        "[[1e308, 1e308], 2, 0, 0]", "[[1e999], 4, 0, 0]", "[[null], 4, 0, 0]",
        "[null, 4, 0, 0]"}) {
    EXPECT_THAT(Read(json), IsOk()) << json;
  }
  const absl::StatusOr<v1::Measurement> measurement =
      Read("[[NaN, Infinity, -Infinity], 4, 0, 0]");
  ASSERT_THAT(measurement, IsOk());
  EXPECT_TRUE(std::isnan(measurement->costs_seconds(0)));
  EXPECT_GT(measurement->costs_seconds(1), 0);
  EXPECT_LT(measurement->costs_seconds(2), 0);
}

TEST(MeasurementTest, SaysWhatIsWrong) {
  struct Case {
    absl::string_view json;
    absl::string_view message;
  };
  const Case cases[] = {
      {"[[], 0, 0, 0]", "has no costs"},
      {"[[1, -0.5], 0, 0, 0]", "cost 1 (-0.5) is negative"},
      {"[[NaN], 0, 0, 0]", "cost 0 (nan) is not a finite number"},
      {"[[1, -Infinity], 0, 0, 0]", "cost 1 (-inf) is not a finite number"},
      {"[[1e308, 1e308], 0, 0, 0]", "the mean of the costs is not finite"},
      {"[[1e400], 0, 0, 0]", "cost 0 (inf) is not a finite number"},
      {"[[null], 0, 0, 0]", "cost 0 (nan) is not a finite number"},
      {"[null, 0, 0, 0]", "no costs"},
      {"[[\"1\"], 0, 0, 0]", "[0][0]: expected a number"},
      {"[[nan], 1, 0, 0]", "[0][0]: expected a number, found `nan`"},
      {"[1, 0, 0, 0]", "[0]: expected a list, found `1`"},
      {"[[1], -1, 0, 0]", "[1]: the error number must be an integer from 0"},
      {"[[1], 2147483648, 0, 0]", "[1]: the error number must be"},
      {"[[1], 18446744073709551616, 0, 0]", "[1]: the error number must be"},
      {"[[1], 0.0, 0, 0]", "[1]: the error number must be"},
      {"[[1], false, 0, 0]", "[1]: expected a number, found `false`"},
      {"[[1], 0, NaN, 0]", "[2]: expected a number, found `NaN`"},
      {"[[1], 0, 0, null]", "[3]: expected a number, found `null`"},
      {"[[1], 0, 0]",
       "expected [costs, error_no, all_cost, timestamp], found only 3"},
      {"[[1], 0, 0, 0, 0]", "found more elements"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(Read(c.json), IsInvalid(HasSubstr(std::string(c.message))))
        << c.json;
  }
}

TEST(MeasurementTest, ChecksTheStructuredForm) {
  v1::Measurement measurement;
  EXPECT_THAT(CheckMeasurement(measurement), IsInvalid(HasSubstr("no costs")));
  measurement.add_costs_seconds(0);
  EXPECT_THAT(CheckMeasurement(measurement), IsOk());
  measurement.set_error_number(int64_t{1} << 31);
  EXPECT_THAT(CheckMeasurement(measurement),
              IsInvalid(HasSubstr("error number 2147483648 is outside")));
  measurement.set_error_number(0);
  measurement.set_timestamp_seconds(std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT(CheckMeasurement(measurement), IsInvalid(HasSubstr("timestamp")));
  measurement.set_all_cost_seconds(std::numeric_limits<double>::infinity());
  EXPECT_THAT(CheckMeasurement(measurement), IsInvalid(HasSubstr("all_cost")));
}

TEST(MeasurementTest, WritesWhatItReads) {
  for (const absl::string_view json :
       {"[[1e-05,0.25],0,2,1607112214.5]", "[[],3,0,0]",
        "[[NaN,Infinity,-Infinity],4,-1,0]"}) {
    const absl::StatusOr<v1::Measurement> measurement = Read(json);
    ASSERT_THAT(measurement, IsOk());
    std::string written;
    AppendMeasurementJson(*measurement, written);
    EXPECT_EQ(written, json);
  }
}

}  // namespace
}  // namespace tunedex::formats
