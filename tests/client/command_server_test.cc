// The commands against a real server.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/client/command_runner.h"
#include "tests/client/log_lines.h"
#include "tests/client/server_fixture.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;
using Json = nlohmann::json;

class CommandServerTest : public ServerFixture {
 protected:
  // Runs a command against the server.
  CommandResult Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--server", address()});
    return RunTunedex(arguments);
  }

  // The same with its JSON output.
  Json RunJson(std::vector<std::string> arguments, int status = 0) {
    arguments.insert(arguments.begin(), {"-o", "json"});
    const CommandResult result = Run(arguments);
    EXPECT_EQ(result.status, status) << result.err;
    return Json::parse(result.out, nullptr, /*allow_exceptions=*/false);
  }

  std::string Write(absl::string_view name, absl::string_view content) {
    return files_.Write(name, content);
  }

  std::vector<std::string> LookupOf(int batch) {
    return {"lookup", "--target", kTarget, "--workload-key",
            WorkloadKey(batch)};
  }

  testing::TemporaryFolder files_;
};

std::vector<std::string> operator+(std::vector<std::string> a,
                                   const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST_F(CommandServerTest, ImportCountsEveryLineAndNamesTheRejected) {
  const std::string log =
      Write("logs/a.json",
            absl::StrCat("# a comment\n", LogLine(1), "\r\n\n", "{torn\n",
                         LogLine(2, 0, /*error_number=*/4), "\n", LogLine(1)));
  const std::string program = Write("logs/b", absl::string_view("\x7f"
                                                                "ELF\0",
                                                                5));
  const CommandResult result = Run({"import", "-o", "json", "--source", "farm",
                                    files_.path() + "/logs", program});
  EXPECT_EQ(result.status, 4);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr(log + ":4: "), HasSubstr(program + " is no log"),
                    HasSubstr(program + ":0: a binary")));
  const Json counts = Json::parse(result.out);
  EXPECT_EQ(counts["lines"], 7);
  EXPECT_EQ(counts["accepted"], 3);
  EXPECT_EQ(counts["stored"], 2);
  EXPECT_EQ(counts["duplicates"], 1);
  EXPECT_EQ(counts["failed_measurements"], 1);
  EXPECT_EQ(counts["rejected"], 2);
  EXPECT_EQ(counts["comments"], 2);
  ASSERT_THAT(counts["rejects"], SizeIs(2));
  EXPECT_EQ(counts["rejects"][0]["file"], log);
  EXPECT_EQ(counts["rejects"][0]["line"], 4);
}

TEST_F(CommandServerTest, ImportOfManyRequestsKeepsLineNumbers) {
  std::string content;
  for (int i = 1; i <= 1000; ++i) {
    absl::StrAppend(&content, i % 100 == 0 ? "{torn" : LogLine(i), "\n");
  }
  const Json counts = RunJson({"import", Write("log", content)}, /*status=*/4);
  EXPECT_EQ(counts["stored"], 990);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(counts["rejects"][i]["line"], (i + 1) * 100);
  }
}

TEST_F(CommandServerTest, ALineTooLongIsRejectedAndTheOthersGoOn) {
  const std::string log = Write(
      "log", absl::StrCat(std::string(9 << 20, 'x'), "\n", LogLine(1), "\n"));
  const Json counts = RunJson({"import", log}, /*status=*/4);
  EXPECT_EQ(counts["stored"], 1);
  EXPECT_EQ(counts["rejects"][0]["line"], 1);
  EXPECT_THAT(counts["rejects"][0]["reason"].get<std::string>(),
              HasSubstr("longer than"));
}

TEST_F(CommandServerTest, LookupFindsWhatWasImported) {
  Run({"import", Write("log", LogLine(4))});
  const Json exact = RunJson(LookupOf(4));
  EXPECT_EQ(exact["outcome"], "exact");
  EXPECT_EQ(exact["log_line"], LogLine(4));
  const Json compatible = RunJson(LookupOf(8));
  EXPECT_EQ(compatible["outcome"], "compatible");
  EXPECT_EQ(compatible["distance_factor"], 2);
  EXPECT_EQ(compatible["argument_differences"],
            Json::parse(R"([{"index": 0, "wanted": 8, "stored": 4}])"));
  EXPECT_THAT(Run(LookupOf(8)).out, StartsWith("compatible schedule\n"));
}

TEST_F(CommandServerTest, LookupWithoutAScheduleSaysWhy) {
  const Json unknown = RunJson(LookupOf(1), /*status=*/3);
  EXPECT_EQ(unknown["outcome"], "none");
  EXPECT_EQ(unknown["reason"], "UNKNOWN_WORKLOAD");
  Run({"import", Write("log", LogLine(4))});
  EXPECT_EQ(
      RunJson(LookupOf(8) + std::vector<std::string>{"--exact"}, 3)["reason"],
      "NO_COMPATIBLE_SHAPE");
  const Json excluded = RunJson(
      LookupOf(4) + std::vector<std::string>{"--log-version", "v0.1"}, 3);
  EXPECT_EQ(excluded["reason"], "EXCLUDED_BY_CONSTRAINTS");
  EXPECT_EQ(excluded["excluded_by"][0]["found"], "v0.6");
}

TEST_F(CommandServerTest, ConstraintsOfLookupReachTheServer) {
  Run({"import", "--source", "farm", Write("log", LogLine(4))});
  const std::vector<std::string> lookup = LookupOf(4);
  using Flags = std::vector<std::string>;
  EXPECT_EQ(RunJson(lookup +
                    Flags{"--source", "other", "--source", "farm"})["source"],
            "farm");
  RunJson(lookup + Flags{"--exclude-source", "farm"}, 3);
  RunJson(lookup + Flags{"--since", "2021-03-03"}, 3);
  RunJson(lookup + Flags{"--since", "2021-03-02"}, 0);
  RunJson(lookup + Flags{"--require", "mcpu,kind"}, 0);
  RunJson(lookup + Flags{"--compiler-version", "9"}, 3);
  RunJson(lookup + Flags{"--code-hash", "9"}, 3);
  EXPECT_EQ(RunJson(lookup + Flags{"--scopes", "arch,key"})["scope"],
            "arch:core-avx2");
  EXPECT_EQ(
      RunJson(LookupOf(64) + Flags{"--max-distance-factor", "2"}, 3)["reason"],
      "NO_COMPATIBLE_SHAPE");
}

TEST_F(CommandServerTest, ExplainHoldsForASingleMissAndForEveryLineOfABatch) {
  Run({"import", Write("log", LogLine(4))});
  using Flags = std::vector<std::string>;
  const Json miss = RunJson(LookupOf(3) + Flags{"--explain"}, /*status=*/3);
  ASSERT_THAT(miss["rejected"], SizeIs(1));
  EXPECT_EQ(miss["rejected"][0]["reason"], "ARGUMENT");
  const Json line = {{"workload_key", WorkloadKey(3)}, {"target", kTarget}};
  const CommandResult batch =
      Run({"lookup", "--explain", "--batch", Write("batch", line.dump())});
  EXPECT_THAT(Json::parse(batch.out)["rejected"], SizeIs(1));
}

TEST_F(CommandServerTest, TopKAndAlternativesAreListed) {
  Run({"import", Write("log", absl::StrCat(LogLine(4), "\n", LogLine(2), "\n",
                                           LogLine(4, 0.5)))});
  using Flags = std::vector<std::string>;
  const Json answer =
      RunJson(LookupOf(4) + Flags{"--top-k", "5", "--alternatives", "3"});
  ASSERT_THAT(answer["matches"], SizeIs(2));
  EXPECT_EQ(answer["matches"][0]["outcome"], "exact");
  EXPECT_FALSE(answer["matches"][0]["alternatives"].empty());
}

TEST_F(CommandServerTest, AMalformedTargetIsAFailedCall) {
  const CommandResult result =
      Run({"lookup", "--target", "nvidia/tesla-t4", "--shash", "1"});
  EXPECT_EQ(result.status, 64 + 3);
  EXPECT_THAT(result.err, HasSubstr("INVALID_ARGUMENT"));
}

TEST_F(CommandServerTest, BatchAnswersEveryLineInOrder) {
  Run({"import", Write("log", absl::StrCat(LogLine(1), "\n", LogLine(3)))});
  std::string batch;
  for (int i = 0; i < 3000; ++i) {
    const Json line = {{"framework", "auto_scheduler"},
                       {"workload_key", WorkloadKey(i % 2 == 0 ? 1 : 3)}};
    absl::StrAppend(&batch, i == 299 ? "{torn" : line.dump(), "\n");
  }
  const std::string file = Write("batch", batch);
  const CommandResult result =
      Run({"lookup", "--batch", file, "--target", kTarget});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<std::string> answers =
      absl::StrSplit(result.out, '\n', absl::SkipEmpty());
  ASSERT_THAT(answers, SizeIs(3000));
  for (int i = 0; i < 3000; ++i) {
    const Json answer = Json::parse(answers[i]);
    if (i == 299) {
      EXPECT_EQ(answer["outcome"], "error");
      EXPECT_THAT(answer["message"].get<std::string>(),
                  StartsWith(file + ":300: "));
      continue;
    }
    EXPECT_EQ(answer["log_line"], LogLine(i % 2 == 0 ? 1 : 3)) << i;
  }
}

TEST_F(CommandServerTest, AnErrorOfTheServerIsTheAnswerToItsLine) {
  const std::string file =
      Write("batch", R"({"target": "nvidia/tesla-t4", "shash": "1"})"
                     "\n"
                     R"({"target": "cuda", "shash": "1"})");
  const CommandResult result = Run({"lookup", "--batch", file});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(
      result.out,
      AllOf(StartsWith("{\"outcome\":\"error\",\"message\":\"" + file + ":1: "),
            HasSubstr("\n{\"outcome\":\"none\"")));
}

TEST_F(CommandServerTest, ABatchNotesUnknownFieldsAndWarnings) {
  const std::string file =
      Write("batch", R"({"target": "mychip", "shash": "1", "exact": true})"
                     "\n"
                     R"({"target": "mychip", "shash": "1", "exact": true})");
  const CommandResult result = Run({"lookup", "--batch", file});
  EXPECT_EQ(result.status, 0);
  const std::vector<std::string> messages =
      absl::StrSplit(result.err, '\n', absl::SkipEmpty());
  EXPECT_THAT(
      messages,
      ElementsAre(
          StartsWith("tunedex: note: " + file + ":1: the field \"exact\" is"),
          StartsWith(file + ":1: warning: UNKNOWN_TARGET_KIND: ")));
}

TEST_F(CommandServerTest, GetShowsARecord) {
  Run({"import", "--source", "farm", Write("log", LogLine(4))});
  const std::string id = RunJson(LookupOf(4))["record_id"];
  const Json record = RunJson({"get", id});
  EXPECT_EQ(record["log_line"], LogLine(4));
  EXPECT_EQ(record["sources"][0]["name"], "farm");
  EXPECT_THAT(Run({"get", id}).out, HasSubstr(LogLine(4)));
  EXPECT_EQ(Run({"get", std::string(32, '0')}).status, 69);
  EXPECT_EQ(Run({"get", "no-id"}).status, 67);
}

TEST_F(CommandServerTest, StatsAndHealthTellOfTheServer) {
  Run({"import", Write("log", LogLine(4))});
  const Json stats = RunJson({"stats"});
  EXPECT_EQ(stats["records"], 1);
  EXPECT_NE(stats["server_version"], "");
  EXPECT_EQ(Run({"health"}).out, "SERVING\n");
  EXPECT_EQ(RunJson({"health"})["status"], "SERVING");
}

}  // namespace
}  // namespace tunedex::cli
