// The lookup policy as a user of the command line sees it: every miss reason,
// every kind of scope, ties, top k, alternatives, and every constraint.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/cli_fixture.h"

namespace tunedex::e2e {
namespace {

using ::nlohmann::json;
using ::testing::ElementsAre;

constexpr char kT4[] = "cuda -model=t4 -arch=sm_75";

class PolicyTest : public CliTest {
 protected:
  // A record of a workload with one dimension; `name` tells it from others.
  static std::string Record(int dimension, const std::string& target,
                            const std::string& cost, const std::string& name,
                            const std::string& error = "0",
                            const std::string& timestamp = "100") {
    return SchedulerLine(
        absl::StrCat(R"("[\"h\", )", dimension, R"(]")"),
        absl::StrCat("\"", target, "\""),
        absl::StrCat("[", cost, "], ", error, ", 0.1, ", timestamp),
        absl::StrCat("[\"", name, "\"]"));
  }

  void Store(const std::vector<std::string>& lines,
             const std::vector<std::string>& flags = {}) {
    Import(absl::StrJoin(lines, "\n"), /*status=*/0, flags);
  }

  // Stores a line as pushed by a source.
  void StoreFrom(const std::string& source, const std::string& line) {
    EXPECT_EQ(
        Tunedex({"import", "--source", source, folder_.Write("farm.log", line)})
            .status,
        0);
  }

  json Find(int dimension, const std::string& target,
            std::vector<std::string> flags = {}, int status = 0) {
    std::vector<std::string> arguments = {
        "--target", target, "--workload-key",
        absl::StrCat("[\"h\", ", dimension, "]")};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return Lookup(arguments, status);
  }

  std::string Reason(int dimension, const std::string& target,
                     std::vector<std::string> flags = {}) {
    return Find(dimension, target, std::move(flags), /*status=*/3)["reason"];
  }

  // The name given to Record.
  static std::string NameOf(const json& match) {
    return json::parse(match["log_line"].get<std::string>())["i"][1][1][0][0];
  }

  static std::vector<std::string> NamesOf(const json& matches) {
    std::vector<std::string> names;
    for (const json& match : matches) names.push_back(NameOf(match));
    return names;
  }
};

TEST_F(PolicyTest, EveryMissHasItsReason) {
  EXPECT_EQ(Reason(4, "llvm"), "UNKNOWN_WORKLOAD");
  Store({Record(4, "cuda", "1", "other", "4")});
  EXPECT_EQ(Reason(4, "llvm"), "UNKNOWN_TARGET");
  Store({Record(4, "llvm", "1", "failed", "4")});
  EXPECT_EQ(Reason(4, "llvm"), "ONLY_FAILED_MEASUREMENTS");
  Store({Record(3, "llvm", "1", "three")});
  EXPECT_EQ(Reason(4, "llvm"), "NO_COMPATIBLE_SHAPE");
  Store({Record(2, "llvm", "1", "two")});
  EXPECT_EQ(Reason(4, "llvm", {"--log-version", "v0.5"}),
            "EXCLUDED_BY_CONSTRAINTS");
  EXPECT_EQ(Reason(4, "llvm", {"--exact"}), "NO_COMPATIBLE_SHAPE");
  EXPECT_EQ(Reason(4, "llvm", {"--max-distance-factor", "1.5"}),
            "NO_COMPATIBLE_SHAPE");
  EXPECT_EQ(NameOf(Find(4, "llvm")), "two");
}

TEST_F(PolicyTest, AMissListsTheScopesThatWereTried) {
  const json miss = Find(4, kT4, {}, /*status=*/3);
  EXPECT_EQ(miss["outcome"], "none");
  EXPECT_THAT(
      miss["scopes_tried"],
      ElementsAre("target", "model:t4", "arch:sm_75", "key:cuda", "key:gpu"));
}

TEST_F(PolicyTest, EachScopeAnswersBeforeTheWiderOnes) {
  Store({Record(4, "cuda -keys=gpu", "1", "gpu")});
  EXPECT_EQ(Find(4, kT4)["scope"], "key:gpu");
  Store({Record(4, "cuda", "2", "cuda")});
  EXPECT_EQ(Find(4, kT4)["scope"], "key:cuda");
  Store({Record(4, "cuda -arch=sm_75", "3", "arch")});
  EXPECT_EQ(Find(4, kT4)["scope"], "arch:sm_75");
  Store({Record(4, "cuda -model=t4", "4", "model")});
  EXPECT_EQ(Find(4, kT4)["scope"], "model:t4");
  Store({Record(2, kT4, "5", "target")});
  const json answer = Find(4, kT4);
  EXPECT_EQ(answer["scope"], "target");
  EXPECT_EQ(answer["outcome"], "compatible");
  EXPECT_EQ(answer["distance_factor"], 2.0);
  EXPECT_EQ(answer["measured_cost_seconds"], 5.0);
  EXPECT_EQ(answer["estimated_cost_seconds"], 10.0);
  EXPECT_EQ(Find(4, kT4, {"--scopes", "arch,key"})["scope"], "arch:sm_75");
  EXPECT_EQ(Find(4, kT4, {"--scopes", "key:gpu"})["scope"], "key:gpu");
}

TEST_F(PolicyTest, OtherKindsAnswerInEveryScopeWithAnyKindOnly) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"opencl", "key:gpu"},
      {"vulkan -keys=cuda", "key:cuda"},
      {"vulkan -keys=x -arch=sm_75", "arch:sm_75"},
      {"vulkan -keys=x -model=t4", "model:t4"},
      {"vulkan -keys=x -model=t4 -arch=sm_75", "target"},
  };
  for (const auto& [target, scope] : cases) {
    SCOPED_TRACE(target);
    Store({Record(4, target, "1", "x")});
    EXPECT_EQ(Reason(4, kT4), "UNKNOWN_TARGET");
    EXPECT_EQ(Find(4, kT4, {"--any-kind"})["scope"], scope);
  }
}

TEST_F(PolicyTest, AModelGivenOnImportIsAScope) {
  Store({Record(4, "cuda", "1", "x")}, {"--model", "t4"});
  EXPECT_EQ(Find(4, "cuda -model=t4")["scope"], "model:t4");
}

TEST_F(PolicyTest, TiesGoToTheFirstLine) {
  Store({Record(4, "llvm", "1", "first"), Record(4, "llvm", "1", "second")});
  EXPECT_EQ(NameOf(Find(4, "llvm")), "first");
  Store({Record(30, "cuda", "2", "half, first"),
         Record(15, "cuda", "1", "quarter, second")});
  EXPECT_EQ(NameOf(Find(60, "cuda")), "half, first");
}

TEST_F(PolicyTest, TopKGivesTheExactOneFirstThenTheBestEstimates) {
  Store({Record(8, "llvm", "100", "exact"), Record(4, "llvm", "2", "half"),
         Record(2, "llvm", "2", "quarter"), Record(3, "llvm", "1", "three")});
  EXPECT_THAT(NamesOf(Find(8, "llvm", {"--top-k", "2"})["matches"]),
              ElementsAre("exact", "half"));
  EXPECT_THAT(NamesOf(Find(8, "llvm", {"--top-k", "9"})["matches"]),
              ElementsAre("exact", "half", "quarter"));
}

TEST_F(PolicyTest, AlternativesAreDistinctSchedulesFromTheBestOn) {
  Store({Record(4, "llvm", "3", "c"), Record(4, "llvm", "1", "a"),
         Record(4, "llvm", "2", "b"), Record(4, "llvm", "2.5", "a")});
  const json answer = Find(4, "llvm", {"--alternatives", "3"});
  EXPECT_THAT(NamesOf(answer["alternatives"]), ElementsAre("a", "b", "c"));
}

TEST_F(PolicyTest, EveryConstraintRulesOutAndSaysSo) {
  std::string line = Record(4, "cuda -arch=sm_75", "1", "x");
  Store({line});
  const std::string wanted = "cuda -arch=sm_86";
  EXPECT_EQ(NameOf(Find(4, wanted)), "x");
  const std::vector<std::vector<std::string>> excluding = {
      {"--log-version", "v0.5"},    {"--compiler-version", "0.19"},
      {"--code-hash", "c0de"},      {"--source", "laptop"},
      {"--exclude-source", "test"}, {"--require", "arch"},
      {"--since", "101"},
  };
  for (const std::vector<std::string>& flags : excluding) {
    SCOPED_TRACE(absl::StrJoin(flags, " "));
    const json miss = Find(4, wanted, flags, /*status=*/3);
    EXPECT_EQ(miss["reason"], "EXCLUDED_BY_CONSTRAINTS");
    ASSERT_EQ(miss["excluded_by"].size(), 1);
  }
  const std::vector<std::vector<std::string>> admitting = {
      {"--log-version", "v0.6"},
      {"--source", "test"},
      {"--exclude-source", "laptop"},
      {"--require", "kind"},
      {"--since", "100"},
      {"--source", "laptop", "--source", "test"},
  };
  for (const std::vector<std::string>& flags : admitting) {
    SCOPED_TRACE(absl::StrJoin(flags, " "));
    EXPECT_EQ(NameOf(Find(4, wanted, flags)), "x");
  }
}

TEST_F(PolicyTest, ConstraintsSelectAmongTheRecordsOfManyFarms) {
  const std::string turing = "cuda -arch=sm_75";
  const std::string ampere = "cuda -arch=sm_86";
  StoreFrom("a", Record(4, turing, "1", "turing", "0", "100"));
  StoreFrom("b", Record(4, ampere, "2", "ampere", "0", "200"));
  StoreFrom("c", Record(4, turing, "3", "late", "0", "300"));
  EXPECT_EQ(NameOf(Find(4, "cuda")), "turing");
  EXPECT_EQ(NameOf(Find(4, "cuda", {"--source", "b"})), "ampere");
  EXPECT_EQ(NameOf(Find(4, "cuda", {"--exclude-source", "a"})), "ampere");
  EXPECT_EQ(NameOf(Find(4, "cuda", {"--since", "201"})), "late");
  EXPECT_EQ(NameOf(Find(4, ampere, {"--require", "arch"})), "ampere");
  EXPECT_EQ(NameOf(Find(8, turing, {"--require", "arch", "--source", "c"})),
            "late");
  // A farm that confirms a record makes it one of its own.
  StoreFrom("b", Record(4, turing, "1", "turing", "0", "100"));
  EXPECT_EQ(NameOf(Find(4, "cuda", {"--source", "b"})), "turing");
  EXPECT_EQ(NameOf(Find(4, "cuda", {"--exclude-source", "a"})), "turing");
}

TEST_F(PolicyTest, AnExplainedMissNamesTheNearestCandidates) {
  Store({Record(3, "llvm", "1", "three"), Record(7, "llvm", "1", "seven")});
  EXPECT_FALSE(Find(4, "llvm", {}, /*status=*/3).contains("rejected"));
  const json miss = Find(4, "llvm", {"--explain"}, /*status=*/3);
  EXPECT_EQ(miss["reason"], "NO_COMPATIBLE_SHAPE");
  ASSERT_EQ(miss["rejected"].size(), 2);
  const json& nearest = miss["rejected"][0];
  EXPECT_EQ(nearest["scope"], "key:cpu");
  EXPECT_EQ(nearest["arguments"], json::parse("[3]"));
  EXPECT_EQ(nearest["measured_cost_seconds"], 1.0);
  EXPECT_EQ(nearest["reason"], "ARGUMENT");
  EXPECT_EQ(nearest["offending_arguments"], 1);
  EXPECT_EQ(nearest["first_offending_argument"],
            json::parse(R"({"index": 0, "wanted": 4, "stored": 3})"));
  const json excluded =
      Find(3, "llvm", {"--explain", "--source", "laptop"}, /*status=*/3);
  EXPECT_EQ(excluded["rejected"][0]["reason"], "CONSTRAINTS");
  EXPECT_EQ(excluded["rejected"][0]["excluded_by"], excluded["excluded_by"]);
  EXPECT_EQ(Find(6, "llvm", {"--explain", "--exact"},
                 /*status=*/3)["rejected"][0]["reason"],
            "EXACT_ONLY");
  // A match needs no explanation.
  EXPECT_FALSE(Find(6, "llvm", {"--explain"}).contains("rejected"));
  const Outcome table = Tunedex({"lookup", "--explain", "--target", "llvm",
                                 "--workload-key", "[\"h\", 4]"});
  EXPECT_THAT(table.output, ::testing::HasSubstr("argument #0: 4 wanted, 3 "
                                                 "stored\n"));
}

TEST_F(PolicyTest, ACompilerVersionAndACodeHashSelectAmongRecords) {
  const auto line = [](const std::string& version, const std::string& hash,
                       const std::string& cost) {
    return absl::StrCat(
        R"({"input": ["llvm", "t.x", [1], {}], "config": {"index": 1, )",
        R"("code_hash": ")", hash, R"(", "entity": []}, "result": [[)", cost,
        R"(], 0, 1, 1], "version": 0.2, "tvm_version": ")", version, R"("})");
  };
  const std::string old_line = line("0.7", "aaa", "1");
  const std::string new_line = line("0.8", "bbb", "2");
  Store({old_line, new_line});
  const std::vector<std::string> query = {"--target", "llvm",   "--task",
                                          "t.x",      "--args", "[1]"};
  const auto find = [&](const std::string& flag, const std::string& value) {
    std::vector<std::string> arguments = query;
    arguments.insert(arguments.end(), {flag, value});
    return Lookup(arguments)["log_line"].get<std::string>();
  };
  EXPECT_EQ(find("--compiler-version", "0.8"), new_line);
  EXPECT_EQ(find("--compiler-version", "0.7"), old_line);
  EXPECT_EQ(find("--code-hash", "bbb"), new_line);
  EXPECT_EQ(find("--log-version", "0.2"), old_line);
}

TEST_F(PolicyTest, DifferencesOfArgumentsAndTargetAreShown) {
  Store({Record(2, "cuda -arch=sm_75", "1", "x")});
  const json answer = Find(8, "cuda -arch=sm_86");
  EXPECT_EQ(answer["arguments"], json::parse("[2]"));
  EXPECT_EQ(answer["argument_differences"],
            json::parse(R"([{"index": 0, "wanted": 8, "stored": 2}])"));
  EXPECT_EQ(answer["target_differences"],
            json::parse(R"([{"attribute": "arch", "wanted": "sm_86",
                             "stored": "sm_75"}])"));
}

TEST_F(PolicyTest, AnObjectOfAMatchHasTheFieldsOfTheContractInOrder) {
  Store({Record(2, "llvm", "1", "x")});
  const Outcome outcome = Tunedex({"lookup", "-o", "json", "--target", "llvm",
                                   "--workload-key", "[\"h\", 2]"});
  const auto object = nlohmann::ordered_json::parse(outcome.output);
  std::vector<std::string> fields;
  for (const auto& [field, value] : object.items()) {
    fields.push_back(field);
  }
  EXPECT_THAT(
      fields,
      ElementsAre("outcome", "distance_factor", "measured_cost_seconds",
                  "estimated_cost_seconds", "scope", "record_id", "framework",
                  "structural_hash", "arguments", "argument_differences",
                  "target", "target_differences", "log_version",
                  "compiler_version", "code_hash", "source", "timestamp",
                  "log_line"));
}

}  // namespace
}  // namespace tunedex::e2e
