#include "formats/log_line.h"

#include <cstddef>
#include <random>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/limits.h"
#include "formats/parsed_line.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"

namespace tunedex::formats {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr absl::string_view kAutoScheduler =
    R"({"i": [["[\"f\", 8]", "llvm"], [[], [["CI", 1]]]], "r": [[0.5], 0, 1, 2], "v": "v0.6"})";
constexpr absl::string_view kAutotvm =
    R"({"input": ["cuda", "t", [1], {}], "config": {"index": 1, "code_hash": null, "entity": [["k", "ot", 1]]}, "result": [[0.5], 0, 1, 2], "version": 0.2, "tvm_version": "0.8"})";
constexpr absl::string_view kLegacy =
    R"({"i": ["cuda", "t", [1], {}, null, {"i": 1, "e": [], "t": "direct"}], "r": [[0.5], 0, 1, 2], "v": 0.1})";
constexpr absl::string_view kOpaque =
    R"({"framework":"my_compiler","workload":["h",8],"target":"npu9000","schedule":"eA==","result":[[0.5],0,1,2]})";

std::string FrameworkOf(absl::string_view line) {
  const absl::StatusOr<ParsedLine> parsed = ParseLogLine(line);
  return parsed.ok() ? parsed->record.workload().framework()
                     : parsed.status().ToString();
}

TEST(StripLineEndTest, AllSpellingsOfALineGiveTheSameBytes) {
  for (const absl::string_view line :
       {"x", "x\n", "x\r\n", "x\r", "\xef\xbb\xbfx\r\n", "\xef\xbb\xbfx"}) {
    EXPECT_EQ(StripLineEnd(line), "x");
  }
  EXPECT_EQ(StripLineEnd(" x \n"), " x ");
  EXPECT_EQ(StripLineEnd("x\n\n"), "x\n");
  EXPECT_EQ(StripLineEnd(""), "");
  EXPECT_EQ(StripLineEnd("\n"), "");
}

TEST(IsCommentTest, BlankLinesAndLinesWithAHashAreComments) {
  for (const absl::string_view line : {"", "\n", "\r\n", " \t ", "# text", "#",
                                       "\xef\xbb\xbf# text", "  # x"}) {
    EXPECT_TRUE(IsComment(line)) << line;
    EXPECT_THAT(ParseLogLine(line), IsInvalid(HasSubstr("is no record")));
  }
  EXPECT_FALSE(IsComment("{}"));
  EXPECT_FALSE(IsComment("x # y"));
}

TEST(ParseLogLineTest, SeesTheFormatFromTheContent) {
  const auto task = [](absl::string_view line) {
    return ParseLogLine(line)->record.workload().structural_hash();
  };
  EXPECT_EQ(FrameworkOf(kAutoScheduler), "auto_scheduler");
  EXPECT_EQ(FrameworkOf(kAutotvm), "autotvm");
  EXPECT_EQ(FrameworkOf(kLegacy), "autotvm");
  EXPECT_EQ(task(kLegacy), "t#direct");
  EXPECT_EQ(FrameworkOf(kOpaque), "my_compiler");
}

TEST(ParseLogLineTest, SeesTheFormatInAnyOrderOfKeys) {
  EXPECT_EQ(
      FrameworkOf(R"({"v":"v0.6","r":[[1],0,1,1],"i":[["f","llvm"],[[],[]]]})"),
      "auto_scheduler");
  EXPECT_EQ(FrameworkOf(R"( { "v" : 0.1 , "i" : [ "llvm" , "t" , [ ] , { } , )"
                        R"(null , {"e":[],"i":1} ] ,"r":[[1],0,1,1]})"),
            "autotvm");
  EXPECT_EQ(
      FrameworkOf(R"({"note":{"i":[]},"version":0.2,"result":[[1],0,1,1],)"
                  R"("config":{"index":1,"entity":[]},)"
                  R"("input":["llvm","t",[],{}]})"),
      "autotvm");
  EXPECT_EQ(FrameworkOf(R"({"result":[[1],0,1,1],"schedule":"eA==",)"
                        R"("target":"npu","workload":["h"],"framework":"x"})"),
            "x");
  EXPECT_EQ(FrameworkOf(R"({"\u0069":[["f","llvm"],[[],[]]],"r":[[1],0,1,1]})"),
            "auto_scheduler");
}

TEST(ParseLogLineTest, KeepsTheLineByteForByte) {
  for (const absl::string_view line :
       {kAutoScheduler, kAutotvm, kLegacy, kOpaque}) {
    const std::string spaced = absl::StrCat("  ", line, " \t");
    for (const std::string& spelling : {spaced, spaced + "\n", spaced + "\r\n",
                                        "\xef\xbb\xbf" + spaced + "\n"}) {
      const absl::StatusOr<ParsedLine> parsed = ParseLogLine(spelling);
      ASSERT_THAT(parsed, IsOk());
      EXPECT_EQ(parsed->record.log_line(), spaced);
    }
  }
}

TEST(ParseLogLineTest, WarnsOfUnknownKindsOfTarget) {
  const absl::StatusOr<ParsedLine> parsed = ParseLogLine(kOpaque);
  ASSERT_THAT(parsed, IsOk());
  ASSERT_THAT(parsed->warnings, SizeIs(1));
  EXPECT_EQ(parsed->warnings[0].code(), "UNKNOWN_TARGET_KIND");
  EXPECT_THAT(parsed->warnings[0].text(), HasSubstr("`npu9000`"));
  EXPECT_THAT(ParseLogLine(kAutotvm)->warnings, IsEmpty());
}

TEST(ParseLogLineTest, SaysWhatIsNoRecordAtAll) {
  const std::string pickled_02 = "llvm\tgASVx+/=\tgASV\tgASV\t0.2\t0.8.dev0";
  struct Case {
    std::string line;
    absl::string_view message;
  };
  const Case cases[] = {
      {"text", "not a record: a log line is a JSON object, this is `text`"},
      {"[0, [1]]", "not a record: a log line is a JSON object, this is `[0"},
      {"{}", "not a record: none of the keys"},
      {R"({"a":1})", "not a record: none of the keys"},
      {R"({"i":[]})", "i: the list is empty"},
      {R"({"i":[5]})", "i[0]: expected the task of an AutoScheduler log"},
      {R"({"i":5})", "i: expected a list, found `5`"},
      {pickled_02, "a pickled AutoTVM row; pickles are refused and never"},
      {"llvm -x\tgASV\tgASV\tgASV", "a pickled AutoTVM row"},
      {"a\tb\tc", "control character"},
      {std::string("\x80\x03\x00zz", 5),
       "byte 0: invalid UTF-8 in `\\x80\\x03"},
      {std::string("PK\x03\x04\x00", 5),
       "byte 2: control character in `PK\\x03"},
      {absl::StrCat(kAutotvm, "\n", kAutotvm), "a line end inside the line"},
      {absl::StrCat(kAutotvm, kAutotvm), "the JSON ends here, but `{\"input\""},
      {absl::StrCat(kAutotvm, " x"), "the JSON ends here, but `x` follows"},
      {absl::StrCat("{", std::string(kMaxLogLineBytes, ' ')),
       "the line has 8388609 bytes, more than the 8388608 allowed"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(ParseLogLine(c.line),
                IsInvalid(AllOf(HasSubstr(std::string(c.message)))));
  }
}

TEST(ParseLogLineTest, RefusesEveryTornLine) {
  for (const absl::string_view line :
       {kAutoScheduler, kAutotvm, kLegacy, kOpaque}) {
    for (size_t size = 1; size < line.size(); ++size) {
      EXPECT_THAT(ParseLogLine(line.substr(0, size)),
                  IsInvalid(HasSubstr("probably cut off")))
          << line.substr(0, size);
    }
  }
}

TEST(ParseLogLineTest, RefusesInvalidUtf8AndShowsItEscaped) {
  for (const absl::string_view line :
       {kAutoScheduler, kAutotvm, kLegacy, kOpaque}) {
    for (size_t i = 0; i < line.size(); ++i) {
      std::string damaged(line);
      damaged[i] = '\xff';
      EXPECT_THAT(ParseLogLine(damaged), IsInvalid(HasSubstr("\\xff")));
    }
  }
}

TEST(ParseLogLineTest, MessagesAreShort) {
  std::string line(kAutotvm);
  line.replace(line.find("cuda"), 4,
               "cuda -a=1 -a=" + std::string(50'000, 'x'));
  const absl::StatusOr<ParsedLine> parsed = ParseLogLine(line);
  EXPECT_THAT(parsed, IsInvalid(SizeIs(testing::Le(300))));
}

TEST(ParseLogLineTest, BoundsVersions) {
  std::string line(kAutotvm);
  line.replace(line.find("0.8"), 3, std::string(kMaxVersionBytes + 1, '8'));
  EXPECT_THAT(ParseLogLine(line),
              IsInvalid(HasSubstr("compiler_version has 1025 bytes")));
}

TEST(ParseLogLineTest, SurvivesRandomDamage) {
  std::mt19937 random(5);
  const absl::string_view lines[] = {kAutoScheduler, kAutotvm, kLegacy,
                                     kOpaque};
  for (int i = 0; i < 40'000; ++i) {
    std::string line(lines[i % 4]);
    for (size_t n = 1 + random() % 3; n > 0; --n) {
      line[random() % line.size()] = static_cast<char>(random());
    }
    const absl::StatusOr<ParsedLine> parsed = ParseLogLine(line);
    if (parsed.ok()) {
      EXPECT_EQ(parsed->record.log_line(), StripLineEnd(line));
    } else {
      EXPECT_THAT(parsed, IsInvalid(SizeIs(testing::Lt(500))));
    }
  }
}

}  // namespace
}  // namespace tunedex::formats
