#include "formats/line_format.h"

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"

namespace tunedex::formats {
namespace {

using ::testing::HasSubstr;

TEST(LineFormatTest, SeesTheFormatInTheUsualAndInAnyOtherOrder) {
  struct Case {
    absl::string_view line;
    LineFormat format;
  };
  const Case cases[] = {
      {R"({"i": [["k", "t"], []]})", LineFormat::kAutoScheduler},
      {R"( { "i" : [ [ ] ] } )", LineFormat::kAutoScheduler},
      {R"({"r": [], "i": [[]]})", LineFormat::kAutoScheduler},
      {R"({"i": ["llvm"]})", LineFormat::kAutotvmLegacy},
      {R"({"v": 0.1, "i": ["llvm"]})", LineFormat::kAutotvmLegacy},
      {R"({"input": []})", LineFormat::kAutotvm},
      {R"({"config": {}, "input": []})", LineFormat::kAutotvm},
      {R"({"x": {"i": 5}, "input": []})", LineFormat::kAutotvm},
      {R"({"framework": "x"})", LineFormat::kOpaque},
      {R"({"result": [], "framework": "x"})", LineFormat::kOpaque},
  };
  for (const Case& c : cases) {
    const absl::StatusOr<LineFormat> format = DetectLineFormat(c.line);
    ASSERT_THAT(format, IsOk()) << c.line;
    EXPECT_EQ(*format, c.format) << c.line;
  }
}

TEST(LineFormatTest, LeavesFaultsBehindTheUsualBeginningToTheReader) {
  EXPECT_THAT(DetectLineFormat(R"({"i": [["k", )"), IsOk());
  EXPECT_THAT(DetectLineFormat(R"({"input": nope)"), IsOk());
}

TEST(LineFormatTest, SaysWhyALineHasNoFormat) {
  EXPECT_THAT(DetectLineFormat("{}"), IsInvalid(HasSubstr("none of the keys")));
  EXPECT_THAT(DetectLineFormat(R"({"i": {}})"),
              IsInvalid(HasSubstr("i: expected a list, found an object")));
  EXPECT_THAT(DetectLineFormat(R"({"i": []})"),
              IsInvalid(HasSubstr("i: the list is empty")));
  EXPECT_THAT(DetectLineFormat(R"({"i": [null]})"),
              IsInvalid(HasSubstr("i[0]: expected the task")));
  EXPECT_THAT(DetectLineFormat(R"({"v": [)"),
              IsInvalid(HasSubstr("probably cut off")));
}

}  // namespace
}  // namespace tunedex::formats
