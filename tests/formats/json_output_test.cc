#include "formats/json_output.h"

#include <limits>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace tunedex::formats {
namespace {

std::string String(absl::string_view text) {
  std::string json;
  AppendJsonString(text, json);
  return json;
}

std::string Double(double value) {
  std::string json;
  AppendJsonDouble(value, json);
  return json;
}

std::string Real(double value) {
  std::string json = "[1.5,";
  AppendJsonReal(value, json);
  return json;
}

TEST(JsonOutputTest, EscapesOnlyWhatJsonDemands) {
  EXPECT_EQ(String("a/\xc3\xa9\x7f"), "\"a/\xc3\xa9\x7f\"");
  EXPECT_EQ(String("\"\\\n\r\t"), R"("\"\\\n\r\t")");
  EXPECT_EQ(String(absl::string_view("\0\x1f", 2)), R"("\u0000\u001f")");
}

TEST(JsonOutputTest, WritesTheShortestNumberThatReadsBack) {
  EXPECT_EQ(Double(0.1), "0.1");
  EXPECT_EQ(Double(1607112214), "1607112214");
  EXPECT_EQ(Double(5.69732536806342e-05), "5.69732536806342e-05");
  EXPECT_EQ(Double(-0.0), "-0.0");
  EXPECT_EQ(Double(std::numeric_limits<double>::denorm_min()), "5e-324");
}

TEST(JsonOutputTest, WritesWhatIsNotFiniteAsPythonDoes) {
  EXPECT_EQ(Double(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(Double(std::numeric_limits<double>::infinity()), "Infinity");
  EXPECT_EQ(Double(-std::numeric_limits<double>::infinity()), "-Infinity");
}

TEST(JsonOutputTest, RealNumbersNeverLookLikeIntegers) {
  EXPECT_EQ(Real(2), "[1.5,2.0");
  EXPECT_EQ(Real(1e300), "[1.5,1e+300");
  EXPECT_EQ(Real(0.5), "[1.5,0.5");
}

}  // namespace
}  // namespace tunedex::formats
