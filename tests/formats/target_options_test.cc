#include "formats/target_options.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"

namespace tunedex::formats {
namespace {

using ::testing::HasSubstr;

// kind|name=value|name=value
std::string Show(absl::string_view text) {
  const absl::StatusOr<TargetOptions> target = SplitTargetOptions(text);
  if (!target.ok()) return target.status().ToString();
  std::string shown = target->kind;
  for (const TargetOptions::Option& option : target->options) {
    absl::StrAppend(&shown, "|", option.name, "=", option.value);
  }
  return shown;
}

TEST(TargetOptionsTest, ReadsAllSpellingsOfAnOption) {
  struct Case {
    absl::string_view text;
    absl::string_view shown;
  };
  const Case cases[] = {
      {"llvm", "llvm"},
      {"  llvm   -a=1  ", "llvm|a=1"},
      {"llvm -mcpu=core-avx2 --mattr=+neon,+fp",
       "llvm|mcpu=core-avx2|mattr=+neon,+fp"},
      {"llvm -mcpu core-avx2 -mattr +neon", "llvm|mcpu=core-avx2|mattr=+neon"},
      {"llvm -fast-math -jit", "llvm|fast-math=1|jit=1"},
      {"llvm -a -5", "llvm|a=1|5=1"},
      {"llvm -a '-5'", "llvm|a=-5"},
      {"llvm -a=b=c", "llvm|a=b=c"},
      {"llvm -a='x y'", "llvm|a=x y"},
      {R"(llvm -a=x\ y\'z\\)", R"(llvm|a=x y'z\)"},
      {R"(llvm -a='x\' y' -b=p'q r's)", "llvm|a=x' y|b=pq rs"},
      {"llvm -mattr=\"+neon\"", "llvm|mattr=\"+neon\""},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Show(c.text), c.shown);
  }
}

TEST(TargetOptionsTest, SaysWhatIsWrong) {
  struct Case {
    absl::string_view text;
    absl::string_view message;
  };
  const Case cases[] = {
      {"", "the kind is missing"},
      {"   ", "the kind is missing"},
      {"-keys=cpu", "the kind is missing at the start of `-keys=cpu`"},
      {"cuda sm_86", "`sm_86` is no option; options start with a dash"},
      {"cuda -arch=sm_86 sm_86", "`sm_86` is no option"},
      {"cuda '-arch=sm_86'", "`-arch=sm_86` is no option"},
      {"cuda -arch=", "option `-arch` has an empty value"},
      {"cuda -arch= sm_86", "option `-arch` has an empty value"},
      {"cuda -arch=''", "option `-arch` has an empty value"},
      {"cuda -arch ''", "option `-arch` has an empty value"},
      {"cuda -=1", "option `-=1` has no name"},
      {"cuda --", "option `--` has no name"},
      {"cuda -arch=a --arch=a", "option `-arch` is repeated"},
      {"cuda -a='b c", "a quote is not closed in `-a='b c`"},
      {"cuda -a=b\\", "the text ends after a \\"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(SplitTargetOptions(c.text),
                IsInvalid(HasSubstr(std::string(c.message))))
        << c.text;
  }
}

TEST(TargetOptionsTest, QuotesValuesThatNeedIt) {
  for (const absl::string_view value :
       {"plain", "a b", " ", "'", "\\", "it's a \\ b", "\"x\"", "a,b=c",
        "-x"}) {
    std::string text = "k -n=";
    AppendOptionValue(value, text);
    EXPECT_EQ(Show(text), absl::StrCat("k|n=", value)) << text;
  }
}

}  // namespace
}  // namespace tunedex::formats
