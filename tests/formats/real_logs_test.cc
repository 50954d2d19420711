// Reads the public logs, where they are there. They are not part of the
// project.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "formats/log_line.h"
#include "formats/parsed_line.h"
#include "formats/target.h"
#include "formats/workload_key.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"
#include "tunedex/v1/record.pb.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {
namespace {

// What the lines of one or more files were.
struct Counts {
  int lines = 0;
  int comments = 0;
  int failed_measurements = 0;
  // By code.
  std::map<std::string, int> warnings;

  int records() const { return lines - comments; }
};

// Reads every line of a file and expects a record or a comment.
void ReadFile(const std::filesystem::path& path, Counts& counts) {
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line); ++counts.lines) {
    if (IsComment(line)) {
      ++counts.comments;
      continue;
    }
    const absl::StatusOr<ParsedLine> parsed = ParseLogLine(line);
    ASSERT_THAT(parsed, IsOk()) << path << ":" << counts.lines + 1;
    const v1::TuningRecord& record = parsed->record;
    EXPECT_EQ(record.log_line(), line);
    const absl::StatusOr<v1::Target> target =
        ParseTarget(FormatTarget(record.target()));
    ASSERT_THAT(target, IsOk());
    EXPECT_THAT(*target, EqualsProto(record.target()));
    if (record.measurement().error_number() != 0) ++counts.failed_measurements;
    for (const v1::Warning& warning : parsed->warnings) {
      ++counts.warnings[warning.code()];
    }
  }
}

class RealLogsTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* const root = std::getenv("TUNEDEX_SHARED_DATA");
    if (root == nullptr || !std::filesystem::is_directory(root)) {
      GTEST_SKIP()
          << "TUNEDEX_SHARED_DATA names no folder with the public logs";
    }
    root_ = root;
  }

  // Reads all files of a folder.
  Counts ReadFolder(const std::string& folder) {
    Counts counts;
    for (const auto& entry :
         std::filesystem::directory_iterator(root_ / folder)) {
      ReadFile(entry.path(), counts);
    }
    return counts;
  }

  std::filesystem::path root_;
};

TEST_F(RealLogsTest, AllAutoSchedulerLinesAreRecords) {
  const Counts counts = ReadFolder("auto_scheduler");
  EXPECT_GT(counts.records(), 100);
  EXPECT_EQ(counts.failed_measurements, 0);
  EXPECT_GT(counts.warnings.at("OLD_WORKLOAD_KEY"), 0);
  EXPECT_EQ(counts.warnings.size(), 1);
}

TEST_F(RealLogsTest, AllTopHubLinesAreRecords) {
  const Counts counts = ReadFolder("autotvm/tophub");
  EXPECT_GT(counts.records(), 5000);
  EXPECT_EQ(counts.failed_measurements, 0);
  EXPECT_GT(counts.warnings.at("LEGACY_FORMAT"), 0);
  EXPECT_EQ(counts.warnings.size(), 1);
}

TEST_F(RealLogsTest, AllTlcBenchLinesAreRecords) {
  const Counts counts = ReadFolder("autotvm/tlcbench");
  EXPECT_EQ(counts.records(), 6800 + 5118 + 54 + 53);
  EXPECT_EQ(counts.failed_measurements, 650 + 494);
  EXPECT_TRUE(counts.warnings.empty());
}

// One lookup of the reference answers, each part as it is written there.
struct Query {
  std::string target;
  std::string workload_key;
  std::string task;
  std::string arguments_json;
};

absl::Status ReadQuery(JsonValue& root, Query& query) {
  return root.ReadObject([&](absl::string_view key, JsonValue& member) {
    if (key == "target") return member.CopyString(query.target);
    if (key == "workload_key") return member.CopyString(query.workload_key);
    if (key == "task") return member.CopyString(query.task);
    absl::Status status = member.Skip();
    if (key == "args") query.arguments_json = std::string(member.raw());
    return status;
  });
}

TEST_F(RealLogsTest, AllReferenceQueriesCanBeRead) {
  std::ifstream file(root_ / "expected" / "lookup_cases.jsonl");
  int queries = 0;
  for (std::string line; std::getline(file, line); ++queries) {
    Query query;
    ASSERT_THAT(
        ReadJson(line, [&](JsonValue& root) { return ReadQuery(root, query); }),
        IsOk());
    EXPECT_THAT(ParseTarget(query.target), IsOk());
    if (query.task.empty()) {
      EXPECT_THAT(ParseWorkloadKey(query.workload_key), IsOk());
    } else {
      EXPECT_THAT(ParseAutotvmTask(query.task, query.arguments_json), IsOk());
    }
  }
  EXPECT_EQ(queries, 300);
}

}  // namespace
}  // namespace tunedex::formats
