// What is malformed gets a message that says where, the rest is kept, and the
// server goes on.

#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/cli_fixture.h"

namespace tunedex::e2e {
namespace {

using ::nlohmann::json;
using ::testing::HasSubstr;

constexpr char kLlvm[] = R"("llvm -keys=cpu")";
constexpr char kKey[] = R"("[\"h\", 1]")";
constexpr char kGood[] = "[0.001], 0, 0.1, 1";

std::string Good(int i) {
  return SchedulerLine(absl::StrCat(R"("[\"h\", )", i, R"(]")"), kLlvm, kGood);
}

struct BadLine {
  std::string what;
  std::string line;
  // What the message has to name.
  std::string message;
};

std::vector<BadLine> BadLines() {
  const std::string nested = std::string(10000, '[') + std::string(10000, ']');
  const std::string good = Good(5);
  std::string flipped = good;
  flipped[good.find("llvm") + 2] = '\xf6';
  return {
      {"a torn line", good.substr(0, good.size() / 2), "cut off"},
      {"invalid UTF-8", flipped, "\\xf6"},
      {"deep nesting",
       SchedulerLine(kKey, kLlvm, kGood, "[\"CI\", " + nested + "]"), "nest"},
      {"a key that is an object",
       SchedulerLine(R"("{\"h\": 1}")", kLlvm, kGood), "key"},
      {"a registered tag", SchedulerLine(kKey, R"("nvidia/nvidia-t4")", kGood),
       "nvidia/nvidia-t4"},
      {"no target", SchedulerLine(kKey, R"("")", kGood), "target"},
      {"a target of another type", SchedulerLine(kKey, "null", kGood),
       "i[0][1]"},
      {"no costs", SchedulerLine(kKey, kLlvm, "[], 0, 0.1, 1"), "cost"},
      {"a cost that is no number",
       SchedulerLine(kKey, kLlvm, "[NaN], 0, 0.1, 1"), "cost 0 (nan)"},
      {"an infinite cost",
       SchedulerLine(kKey, kLlvm, "[0.1, Infinity], 0, 0.1, 1"),
       "cost 1 (inf)"},
      {"a negative cost", SchedulerLine(kKey, kLlvm, "[-0.5], 0, 0.1, 1"),
       "-0.5"},
      {"an error number below 0", SchedulerLine(kKey, kLlvm, "[1], -1, 0.1, 1"),
       "error number"},
      {"an error number above 2^31 - 1",
       SchedulerLine(kKey, kLlvm, "[1], 2147483648, 0.1, 1"), "error number"},
      {"a pickled row", "llvm\tgASVCg==\tgASVCg==\tgASVCg==\t0.2\t0.8.dev0",
       "pickle"},
      {"JSON that is no record", "{\"a\": 1}", ""},
      {"text that is no JSON", "hello", ""},
      {"a second record on the line", good + good, ""},
  };
}

class BadInputTest : public CliTest {};

TEST_F(BadInputTest, EachBadLineIsNamedWithItsPlaceAndTheOthersAreKept) {
  int next = 10;
  for (const BadLine& bad : BadLines()) {
    SCOPED_TRACE(bad.what);
    std::string errors;
    const json counts =
        Import(absl::StrCat(Good(next), "\n", bad.line, "\n", Good(next + 1)),
               /*status=*/4, /*flags=*/{}, &errors);
    next += 2;
    EXPECT_EQ(counts["lines"], 3);
    EXPECT_EQ(counts["accepted"], 2);
    EXPECT_EQ(counts["stored"], 2);
    EXPECT_EQ(counts["rejected"], 1);
    ASSERT_EQ(counts["rejects"].size(), 1);
    EXPECT_EQ(counts["rejects"][0]["line"], 2);
    EXPECT_THAT(counts["rejects"][0]["reason"].get<std::string>(),
                HasSubstr(bad.message));
    EXPECT_THAT(errors, HasSubstr("import.log:2: "));
    // A message is for people: it never repeats a long line.
    EXPECT_LT(errors.size(), 600);
    EXPECT_TRUE(IsHealthy());
  }
}

TEST_F(BadInputTest, ALineOf100MegabytesIsRefusedByItsPlace) {
  const std::string line = SchedulerLine(
      absl::StrCat("\"", std::string(100 << 20, 'x'), "\""), kLlvm, kGood);
  std::string errors;
  const json counts =
      Import(absl::StrCat(Good(1), "\n", line, "\n", Good(2), "\n"),
             /*status=*/4, /*flags=*/{}, &errors);
  EXPECT_EQ(counts["lines"], 3);
  EXPECT_EQ(counts["stored"], 2);
  EXPECT_THAT(errors, HasSubstr("import.log:2: "));
  EXPECT_TRUE(IsHealthy());
}

TEST_F(BadInputTest, ABinaryFileIsRefusedByNameAndTheOthersAreImported) {
  const std::string binary =
      folder_.Write("binary.bin", std::string("\x7f"
                                              "ELF\0\0\1\2\0\n\0\n",
                                              12));
  const std::string good = folder_.Write("good.log", Good(1));
  const Outcome outcome = Tunedex({"import", "-o", "json", binary, good});
  EXPECT_EQ(outcome.status, 4) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("binary.bin:0: "));
  EXPECT_EQ(json::parse(outcome.output)["stored"], 1);
  EXPECT_TRUE(IsHealthy());
}

TEST_F(BadInputTest, AnEmptyFileHoldsNothingAndIsNoError) {
  std::string errors;
  const json counts = Import("", /*status=*/0, /*flags=*/{}, &errors);
  EXPECT_EQ(counts["lines"], 0);
  EXPECT_THAT(errors, HasSubstr("import.log"));
}

TEST_F(BadInputTest, AMissingFileIsNamedAndTheOthersAreImported) {
  const std::string good = folder_.Write("good.log", Good(1));
  const Outcome outcome =
      Tunedex({"import", "-o", "json", folder_.path() + "/missing", good});
  EXPECT_EQ(outcome.status, 4) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("/missing:"));
  EXPECT_EQ(json::parse(outcome.output)["stored"], 1);
}

TEST_F(BadInputTest, WhenNoFileCanBeReadTheImportFails) {
  EXPECT_EQ(Tunedex({"import", folder_.path() + "/missing"}).status, 1);
}

TEST_F(BadInputTest, AFolderIsImportedWithAllBelowIt) {
  folder_.Write("logs/a.json", Good(1) + "\n");
  folder_.Write("logs/more/b.log", Good(2) + "\n");
  folder_.Write("logs/README.md", "# Logs\n\nOurs.\n");
  const Outcome outcome =
      Tunedex({"import", "-o", "json", folder_.path() + "/logs"});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_EQ(json::parse(outcome.output)["stored"], 2);
  EXPECT_THAT(outcome.errors, HasSubstr("README.md is no log"));
}

TEST_F(BadInputTest, AMalformedQueryIsAFailedCallThatSaysWhatIsWrong) {
  const std::vector<std::vector<std::string>> queries = {
      {"--target", "llvm", "--workload-key", "{\"h\": 1}"},
      {"--target", "llvm", "--workload-key", "[\"h\", 1"},
      {"--target", "nvidia/nvidia-t4", "--workload-key", "[\"h\", 1]"},
      {"--target", "llvm -mcpu", "x", "--workload-key", "[\"h\", 1]"},
      {"--target", "llvm", "--task", "t", "--args", "{}"},
      {"--target", "llvm", "--workload-key", "[\"h\"]", "--scopes", "keys"},
      {"--target", "llvm", "--workload-key", "[\"h\"]", "--max-distance-factor",
       "0.5"},
  };
  for (std::vector<std::string> query : queries) {
    SCOPED_TRACE(::testing::PrintToString(query));
    query.insert(query.begin(), "lookup");
    const Outcome outcome = Tunedex(query);
    EXPECT_TRUE(outcome.status == 67 || outcome.status == 2) << outcome.status;
    EXPECT_NE(outcome.errors, "");
    EXPECT_EQ(outcome.output, "");
  }
  EXPECT_TRUE(IsHealthy());
}

TEST_F(BadInputTest, AMalformedLineOfABatchGetsItsOwnErrorAndTheOthersGoOn) {
  Import(Good(1));
  const std::string good =
      R"({"framework": "auto_scheduler", "target": "llvm", )"
      R"("workload_key": "[\"h\", 1]"})";
  const std::string batch = folder_.Write(
      "batch.jsonl",
      absl::StrCat(good, "\n", "{torn\n", "\n", "[]\n", "# comment\n",
                   R"({"framework": "auto_scheduler", "target": "a/b", )"
                   R"("workload_key": "[\"h\", 1]"})",
                   "\n", R"({"target": "llvm"})", "\n\xff\n", good));
  const Outcome outcome = Tunedex({"lookup", "--batch", batch});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  std::vector<json> answers;
  std::istringstream lines(outcome.output);
  for (std::string line; std::getline(lines, line);) {
    answers.push_back(json::parse(line));
  }
  ASSERT_EQ(answers.size(), 9) << outcome.output;
  for (size_t i = 0; i < answers.size(); ++i) {
    SCOPED_TRACE(i);
    if (i == 0 || i == 8) {
      EXPECT_EQ(answers[i]["outcome"], "exact");
    } else {
      EXPECT_EQ(answers[i]["outcome"], "error");
      EXPECT_NE(answers[i]["message"], "");
    }
  }
  EXPECT_THAT(answers[1]["message"].get<std::string>(),
              HasSubstr("batch.jsonl:2"));
}

}  // namespace
}  // namespace tunedex::e2e
