#include "formats/text.h"

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"

namespace tunedex::formats {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Le;
using ::testing::SizeIs;

TEST(TextTest, FindsTheFirstByteThatIsNotUtf8) {
  struct Case {
    absl::string_view text;
    size_t bad;
  };
  const Case cases[] = {
      {"", absl::string_view::npos},
      {"plain", absl::string_view::npos},
      {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", absl::string_view::npos},
      {"\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf", absl::string_view::npos},
      {"ab\xff", 2},
      {"ab\x80", 2},
      {"ab\xc3", 2},
      {"\xc0\xaf", 0},
      {"\xe0\x80\xaf", 0},
      {"x\xed\xa0\x80", 1},
      {"x\xf4\x90\x80\x80", 1},
      {"x\xf0\x80\x80\x80", 1},
      {"\xe2\x82", 0},
      {"\xf5\x80\x80\x80", 0},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(FindInvalidUtf8(c.text), c.bad) << Quote(c.text);
  }
}

TEST(TextTest, QuotesBadBytesEscapedAndLongTextCutOff) {
  EXPECT_EQ(Quote("a\xff\n\xc3\xa9"), "`a\\xff\\x0a\xc3\xa9`");
  const std::string quoted = Quote(std::string(1000, 'x'));
  EXPECT_THAT(quoted, EndsWith("...`"));
  EXPECT_THAT(quoted, SizeIs(Le(90)));
}

TEST(TextTest, CutsLongTextBetweenCharacters) {
  std::string text = "x";
  for (int i = 0; i < 100; ++i) text += "\xe2\x82\xac";
  EXPECT_EQ(FindInvalidUtf8(Quote(text)), absl::string_view::npos);
  EXPECT_THAT(Quote(text), Not(HasSubstr("\\x")));
}

TEST(TextTest, NamesTheByteThatIsNotUtf8AndEscapesIt) {
  EXPECT_THAT(CheckUtf8("good \xc3\xa9"), IsOk());
  EXPECT_THAT(CheckUtf8("caf\xc3\xa9 conv2d\xff nchw"),
              IsInvalid("byte 12: invalid UTF-8 in `caf\xc3\xa9 conv2d\\xff "
                        "nchw`"));
}

TEST(TextTest, PlainTextHasNoControlCharacters) {
  EXPECT_THAT(CheckPlainText("conv2d \xc3\xa9"), IsOk());
  EXPECT_THAT(CheckPlainText("a\tb"), IsInvalid(HasSubstr("byte 1: control")));
  EXPECT_THAT(CheckPlainText("\xc3\xa9\x7f"), IsInvalid(HasSubstr("byte 2")));
  EXPECT_THAT(CheckPlainText("\xff"), IsInvalid(HasSubstr("invalid UTF-8")));
}

TEST(TextTest, PutsAPrefixBeforeAnErrorAndLeavesOkAlone) {
  EXPECT_THAT(WithPrefix("x", absl::OkStatus()), IsOk());
  EXPECT_THAT(WithPrefix("x", absl::InvalidArgumentError("y")),
              IsInvalid("x: y"));
}

}  // namespace
}  // namespace tunedex::formats
