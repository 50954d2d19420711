#include "formats/json_diagnosis.h"

#include <string>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"

namespace tunedex::formats {
namespace {

using ::testing::HasSubstr;

TEST(JsonDiagnosisTest, FindsWhatIsWrongWithTheWholeText) {
  struct Case {
    absl::string_view text;
    absl::string_view message;
  };
  const Case cases[] = {
      {"[1, 2", "byte 5: the JSON ends in the middle of a value; it was"},
      {"[\"a\\\"]", "byte 6: the JSON ends in the middle"},
      {"[\"a\\", "the JSON ends in the middle"},
      {"[{]", "byte 2: expected }, found ]"},
      {"]", "byte 0: expected a list or object, found ]"},
      {"[] []", "byte 2: the JSON ends here, but `[]` follows"},
      {"[\"\n\"]", "byte 2: control character \\x0a inside a string"},
      {"[\"\xff\"]", "byte 2: invalid UTF-8"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(DiagnoseJson(c.text),
                IsInvalid(HasSubstr(std::string(c.message))))
        << c.text;
  }
}

TEST(JsonDiagnosisTest, LeavesFaultsOfSingleValuesAlone) {
  for (const absl::string_view text :
       {"", "[]", " [x] ", "{\"a\" 1}", "[\"]\", \"\\\"[\"]"}) {
    EXPECT_THAT(DiagnoseJson(text), IsOk()) << text;
  }
}

}  // namespace
}  // namespace tunedex::formats
