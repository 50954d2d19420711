// What logs in the wild contain, each with its right outcome.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/cli_fixture.h"

namespace tunedex::e2e {
namespace {

using ::nlohmann::json;
using ::testing::HasSubstr;

constexpr char kLlvm[] = R"("llvm -keys=cpu")";
constexpr char kGood[] = "[0.001], 0, 0.1, 1";

class WildLogsTest : public CliTest {
 protected:
  // The log line that answers an AutoTVM lookup, or the reason of the miss.
  std::string Answer(const std::string& target, const std::string& task,
                     const std::string& arguments) {
    const Outcome outcome =
        Tunedex({"lookup", "-o", "json", "--exact", "--target", target,
                 "--task", task, "--args", arguments});
    const json answer = json::parse(outcome.output, nullptr, false);
    if (!answer.is_object()) return outcome.errors;
    return answer["outcome"] == "none" ? answer["reason"] : answer["log_line"];
  }

  // Imports one AutoTVM line and finds it by its own target and arguments.
  void ExpectFound(const std::string& target, const std::string& arguments) {
    SCOPED_TRACE(target + " " + arguments);
    const std::string line = AutotvmLine(target, "t.x", arguments);
    EXPECT_EQ(Import(line)["accepted"], 1);
    EXPECT_EQ(Answer(target, "t.x", arguments), line);
  }
};

TEST_F(WildLogsTest, OneFlippedByteCostsOneLineOnly) {
  std::vector<std::string> lines;
  for (int i = 1; i <= 9; ++i) {
    lines.push_back(
        SchedulerLine(absl::StrCat(R"("[\"h\", )", i, R"(]")"), kLlvm, kGood));
  }
  lines[4][lines[4].find("llvm")] = '\x80';
  const json counts = Import(absl::StrJoin(lines, "\n"), /*status=*/4);
  EXPECT_EQ(counts["stored"], 8);
  EXPECT_EQ(counts["rejects"][0]["line"], 5);
  EXPECT_THAT(counts["rejects"][0]["reason"].get<std::string>(),
              HasSubstr("\\x80"));
}

TEST_F(WildLogsTest, LineEndsAndAByteOrderMarkDoNotMakeOtherRecords) {
  const std::string line = SchedulerLine(R"("[\"h\", 1]")", kLlvm, kGood);
  EXPECT_EQ(Import(line)["stored"], 1);  // No final newline.
  EXPECT_EQ(Import(line + "\n")["duplicates"], 1);
  EXPECT_EQ(Import(line + "\r\n")["duplicates"], 1);
  EXPECT_EQ(Import("\xef\xbb\xbf" + line + "\n")["duplicates"], 1);
}

TEST_F(WildLogsTest, AnErrorNumberCountsWhateverTheCost) {
  const json counts = Import(
      AutotvmLine("llvm", "t.x", "[1]", "[0.00001], 1, 1.5, 100") + "\n" +
      AutotvmLine("llvm", "t.x", "[1]", "[1000000000.0], 6, 10, 100") + "\n" +
      AutotvmLine("llvm", "t.x", "[1]", "[], 2, 10, 100") + "\n" +
      AutotvmLine("llvm", "t.x", "[1]", "[Infinity], 2, 10, 100"));
  EXPECT_EQ(counts["accepted"], 4);
  EXPECT_EQ(counts["failed_measurements"], 4);
  EXPECT_EQ(Answer("llvm", "t.x", "[1]"), "ONLY_FAILED_MEASUREMENTS");
}

TEST_F(WildLogsTest, ACostOfZeroIsKeptButNeverWins) {
  const std::string good = AutotvmLine("llvm", "t.x", "[1]");
  const json counts =
      Import(AutotvmLine("llvm", "t.x", "[1]", "[0.0, 0.0], 0, 1.5, 100") +
             "\n" + good);
  EXPECT_EQ(counts["stored"], 2);
  EXPECT_EQ(Answer("llvm", "t.x", "[1]"), good);
}

TEST_F(WildLogsTest, ConfigIndicesBeyond32BitsAndEmptyEntitiesAreFine) {
  EXPECT_EQ(Import(AutotvmLine("llvm", "t.x", "[1]", kGood, "[]",
                               "63851161226"))["stored"],
            1);
}

TEST_F(WildLogsTest, KnobsAreAnyScalars) {
  const std::string entity =
      R"([["a", "ot", true], ["b", "ot", null], ["c", "ot", "text"], )"
      R"(["d", "ot", 1.5], ["e", "sp", [-1, 4]], ["f", "re", [1, 0]], )"
      R"(["g", "an", ["vec", "none"]]])";
  const std::string line = AutotvmLine("llvm", "t.x", "[1]", kGood, entity);
  EXPECT_EQ(Import(line)["stored"], 1);
  EXPECT_EQ(Answer("llvm", "t.x", "[1]"), line);
}

TEST_F(WildLogsTest, ArgumentsOfEveryTypeAreDifferentWorkloads) {
  const std::vector<std::string> arguments = {
      "[0]",       "[false]", "[null]",  "[\"\"]", "[1]",
      "[true]",    "[1.0]",   "[\"1\"]", "[-1]",   "[18446744073709551616]",
      "[\"null\"]"};
  for (const std::string& list : arguments) ExpectFound("llvm", list);
  const json stats = json::parse(Tunedex({"stats", "-o", "json"}).output);
  EXPECT_EQ(stats["workloads"], arguments.size());
}

TEST_F(WildLogsTest, AWholeListOfScheduleStepsMayStandInsideArguments) {
  ExpectFound(
      "llvm",
      R"([["TENSOR", [1, 768], "float32"], [["SP", 2, 0, 1, [1, 1], 1], )"
      R"(["AN", 4, 0, 3], ["PR", 2, 0, "auto_unroll_max_step$64"]], null])");
}

TEST_F(WildLogsTest, OddlySpelledTargetsAreRead) {
  for (const std::string target :
       {"llvm -keys=cpu ", "cuda -model=cuda", "llvm -link-params=0",
        "cuda -libs=cudnn,cublas", "llvm -mtriple=arm64-apple-darwin",
        "llvm -device=never_heard_of", "opencl --device=mali -model=rk3399",
        "llvm -mcpu core-avx2 -system-lib", "ext_dev -device=vta -keys=cpu"}) {
    // A workload of its own, since some of these name no machine.
    ExpectFound(target, absl::StrCat("[\"", target, "\"]"));
  }
}

TEST_F(WildLogsTest, AModelNamedLikeAKeyIsNotThatKey) {
  const std::string line = AutotvmLine("cuda -model=cuda", "t.x", "[1]");
  Import(line);
  const auto scope = [&](const std::string& target) {
    return Lookup(
        {"--target", target, "--task", "t.x", "--args", "[1]"})["scope"];
  };
  EXPECT_EQ(scope("cuda -model=cuda -arch=sm_75"), "model:cuda");
  EXPECT_EQ(scope("cuda -model=t4"), "key:cuda");
}

TEST_F(WildLogsTest, AppleTriplesHaveArmKeys) {
  const std::string line =
      AutotvmLine("llvm -mtriple=arm64-apple-darwin", "t.x", "[1]");
  Import(line);
  EXPECT_EQ(Lookup({"--target", "llvm -mtriple=aarch64-linux-gnu", "--task",
                    "t.x", "--args", "[1]"})["scope"],
            "key:arm_cpu");
}

TEST_F(WildLogsTest, TwoTargetsInOneFileAreKeptApart) {
  const std::string cpu =
      AutotvmLine("llvm -mcpu=core-avx2", "t.x", "[1]", "[0.5], 0, 1.5, 200");
  const std::string gpu =
      AutotvmLine("cuda -arch=sm_75", "t.x", "[1]", "[0.001], 0, 1.5, 100");
  // The time stamps go backwards, which does not matter.
  EXPECT_EQ(Import(cpu + "\n" + gpu)["stored"], 2);
  EXPECT_EQ(Answer("llvm -mcpu=core-avx2", "t.x", "[1]"), cpu);
  EXPECT_EQ(Answer("cuda -arch=sm_75", "t.x", "[1]"), gpu);
}

TEST_F(WildLogsTest, FileNamesDoNotMatter) {
  const std::string line = AutotvmLine("llvm", "t.x", "[1]");
  for (const std::string name :
       {"my log (final) 2.txt", "log.json.tmp~", "noending", "-dash.log"}) {
    const Outcome outcome = Tunedex({"import", folder_.Write(name, line)});
    EXPECT_EQ(outcome.status, 0) << name << ": " << outcome.errors;
  }
}

TEST_F(WildLogsTest, LegacyLinesWithoutAWorkloadAreKeptWithAWarning) {
  const std::string legacy =
      R"({"i": ["cuda -model=titanx", "topi_nn_conv2d", [["TENSOR", [1, 64], )"
      R"("float32"], [1, 1]], {}, null, {"i": 3, "t": "direct", "c": null, )"
      R"("e": []}], "r": [[0.001], 0, 1.5, 100], "v": 0.1})";
  const json counts = Import(legacy);
  EXPECT_EQ(counts["stored"], 1);
  ASSERT_EQ(counts["warnings"].size(), 1);
  EXPECT_EQ(counts["warnings"][0]["code"], "LEGACY_FORMAT");
  EXPECT_EQ(Answer("cuda -model=titanx", "topi_nn_conv2d#direct",
                   R"([["TENSOR", [1, 64], "float32"], [1, 1]])"),
            legacy);
}

TEST_F(WildLogsTest, AnOldKeyIsWarnedOfOnceWithTheWayForward) {
  const std::string old_key = R"("[\"0123abcd\"]")";
  const json counts =
      Import(SchedulerLine(old_key, kLlvm, "[0.1], 0, 0.1, 1") + "\n" +
             SchedulerLine(old_key, kLlvm, "[0.2], 0, 0.1, 1"));
  EXPECT_EQ(counts["stored"], 2);
  ASSERT_EQ(counts["warnings"].size(), 1);
  EXPECT_EQ(counts["warnings"][0]["code"], "OLD_WORKLOAD_KEY");
  EXPECT_EQ(counts["warnings"][0]["count"], 2);
  const std::string text = counts["warnings"][0]["text"];
  EXPECT_THAT(text, HasSubstr("0123abcd"));
  EXPECT_THAT(text, HasSubstr("tunedex rekey"));
}

TEST_F(WildLogsTest, AnUnknownKindIsKeptWithAWarning) {
  const std::string line = AutotvmLine("npu9 -keys=npu", "t.x", "[1]");
  const json counts = Import(line);
  ASSERT_EQ(counts["warnings"].size(), 1);
  EXPECT_EQ(counts["warnings"][0]["code"], "UNKNOWN_TARGET_KIND");
  EXPECT_EQ(Answer("npu9 -keys=npu", "t.x", "[1]"), line);
}

TEST_F(WildLogsTest, FilesThatRepeatEachOtherStoreEachLineOnce) {
  const std::string a = AutotvmLine("llvm", "t.x", "[1]");
  const std::string b = AutotvmLine("llvm", "t.x", "[2]");
  const std::string c = AutotvmLine("llvm", "t.x", "[3]");
  const std::string first = folder_.Write("first.log", a + "\n" + b + "\n");
  const std::string second =
      folder_.Write("second.log", b + "\n# comment\n\n" + c + "\n" + c + "\n");
  const Outcome outcome = Tunedex({"import", "-o", "json", first, second});
  const json counts = json::parse(outcome.output);
  EXPECT_EQ(counts["lines"], 7);
  EXPECT_EQ(counts["stored"], 3);
  EXPECT_EQ(counts["duplicates"], 2);
  EXPECT_EQ(counts["comments"], 2);
}

}  // namespace
}  // namespace tunedex::e2e
