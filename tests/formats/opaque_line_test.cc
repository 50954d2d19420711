#include "formats/opaque_line.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/parsed_line.h"
#include "formats/target.h"
#include "formats/workload_key.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::formats {
namespace {

using ::testing::HasSubstr;

// A line with such a framework, workload and other members.
std::string Line(
    absl::string_view framework, absl::string_view workload,
    absl::string_view more =
        R"("target":"cuda","schedule":"AP8=","result":[[1],0,2,3])") {
  return absl::StrCat(R"({"framework":")", framework, R"(","workload":)",
                      workload, ",", more, "}");
}

TEST(OpaqueLineTest, ReadsAllOfALine) {
  const absl::StatusOr<ParsedLine> line = ReadOpaqueLine(
      Line("my_compiler", R"(["h",1,{"fixed":2},"x"])",
           R"("target":"cuda","schedule":"AP8=","result":[[1],0,2,3],)"
           R"("log_version":"1","compiler_version":"2","code_hash":"3")"));
  ASSERT_THAT(line, IsOk());
  const v1::TuningRecord& record = line->record;
  EXPECT_EQ(record.workload().framework(), "my_compiler");
  EXPECT_EQ(record.workload().structural_hash(), "h");
  EXPECT_EQ(FormatArguments(record.workload()), R"([1,{"fixed":2},"x"])");
  EXPECT_EQ(FormatTarget(record.target()), "cuda -keys=cuda,gpu");
  EXPECT_EQ(record.schedule(), std::string("\0\xff", 2));
  EXPECT_EQ(record.measurement().timestamp_seconds(), 3);
  EXPECT_EQ(record.versions().log_version(), "1");
  EXPECT_EQ(record.versions().compiler_version(), "2");
  EXPECT_EQ(record.versions().code_hash(), "3");
}

TEST(OpaqueLineTest, SaysWhatIsWrong) {
  struct Case {
    std::string line;
    absl::string_view message;
  };
  const Case cases[] = {
      {Line("autotvm", R"(["h"])"),
       "a record of autotvm must be a line of its"},
      {Line("auto_scheduler", R"(["h"])"), "a record of auto_scheduler must"},
      {Line("Mine", R"(["h"])"), "framework `Mine` is not a name"},
      {Line("x", "[]"), "workload: expected [hash, arguments...]"},
      {Line("x", "[5]"), "workload[0]: expected a string"},
      {Line("x", R"([""])"), "the structural hash is empty"},
      {Line("x", R"(["h",{"a":1}])"), "workload[1].a: only \"fixed\""},
      {Line("meta_schedule", R"(["1",1])"), "has no arguments"},
      {Line("x", R"(["h"])",
            R"("target":"","schedule":"","result":[[1],0,2,3])"),
       "target: the kind is missing"},
      {Line("x", R"(["h"])", R"("target":"cuda","schedule":"?","result":0)"),
       "schedule: the schedule is not base64"},
      {Line("x", R"(["h"])", R"("target":"cuda","schedule":"AP8=")"),
       "\"result\" is missing"},
      {Line("x", R"(["h"])", R"("taget":"cuda")"),
       "taget: a canonical line has no such key"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(ReadOpaqueLine(c.line),
                IsInvalid(HasSubstr(std::string(c.message))));
  }
}

TEST(OpaqueLineTest, MetaScheduleMarksFailuresByTheirRunTimes) {
  const auto error_number = [](absl::string_view costs) {
    const absl::StatusOr<ParsedLine> line = ReadOpaqueLine(absl::StrCat(
        R"({"framework":"meta_schedule","workload":["123"],"target":"llvm",)",
        R"("schedule":"aGk=","result":[)", costs, ",0,1,1]}"));
    EXPECT_THAT(line, IsOk()) << costs;
    return line->record.measurement().error_number();
  };
  EXPECT_NE(error_number("[1e10]"), 0);
  EXPECT_NE(error_number("[10000000000, 1e10]"), 0);
  EXPECT_NE(error_number("[]"), 0);
  EXPECT_EQ(error_number("[3, 1e10]"), 0);
  EXPECT_EQ(error_number("[0.5]"), 0);
}

}  // namespace
}  // namespace tunedex::formats
