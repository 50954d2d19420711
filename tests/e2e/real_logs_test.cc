// Every real log imports with the right counts, and changes nothing the second
// time.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/e2e/programs.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::e2e {
namespace {

using ::nlohmann::json;
using ::tunedex::testing::TemporaryFolder;

// What a file holds, counted here line by line, without the project's parsers.
struct Counts {
  int lines = 0;
  int comments = 0;
  int distinct = 0;
  int failed = 0;
};

Counts CountLines(const std::string& path) {
  Counts counts;
  std::set<std::string> distinct;
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    ++counts.lines;
    if (line.empty() || line[0] == '#') {
      ++counts.comments;
      continue;
    }
    distinct.insert(line);
    const json record = json::parse(line);
    const json& result =
        record.contains("result") ? record["result"] : record["r"];
    if (result[1] != 0) ++counts.failed;
  }
  counts.distinct = static_cast<int>(distinct.size());
  return counts;
}

std::vector<std::string> RealLogs() {
  std::vector<std::string> logs;
  for (const char* folder : {"auto_scheduler", "autotvm"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             *SharedData() + "/" + folder)) {
      if (entry.is_regular_file()) logs.push_back(entry.path().string());
    }
  }
  std::sort(logs.begin(), logs.end());
  return logs;
}

json Import(const ServerProcess& server, const std::string& log) {
  const Outcome imported = Tunedex(
      server.address(), {"import", "--source", "test", "-o", "json", log});
  EXPECT_EQ(imported.status, 0) << log << "\n" << imported.errors;
  return json::parse(imported.output);
}

TEST(RealLogsTest, EveryFileImportsWithTheRightCountsAndOnlyOnce) {
  if (!SharedData()) {
    GTEST_SKIP() << "TUNEDEX_SHARED_DATA does not name the real logs";
  }
  for (const std::string& log : RealLogs()) {
    SCOPED_TRACE(log);
    const TemporaryFolder folder;
    const ServerProcess server(folder.path());
    const Counts counts = CountLines(log);
    const json first = Import(server, log);
    EXPECT_EQ(first["lines"], counts.lines);
    EXPECT_EQ(first["comments"], counts.comments);
    EXPECT_EQ(first["accepted"], counts.lines - counts.comments);
    EXPECT_EQ(first["stored"], counts.distinct);
    EXPECT_EQ(first["duplicates"],
              counts.lines - counts.comments - counts.distinct);
    EXPECT_EQ(first["failed_measurements"], counts.failed);
    EXPECT_EQ(first["rejected"], 0);
    const json second = Import(server, log);
    EXPECT_EQ(second["stored"], 0);
    EXPECT_EQ(second["accepted"], first["accepted"]);
    // The counts of every file, for people.
    std::cout << std::filesystem::path(log).filename().string() << " lines "
              << first["lines"] << " accepted " << first["accepted"]
              << " stored " << first["stored"] << " duplicates "
              << first["duplicates"] << " failed "
              << first["failed_measurements"] << " comments "
              << first["comments"] << " warnings " << first["warnings"].size()
              << "\n";
  }
}

}  // namespace
}  // namespace tunedex::e2e
