// `tunedex lookup --batch` over a file of 20,000 lookups in one group of
// 200,000 shapes, from the start of the program to its end; and how soon a
// server with that group is ready again.

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/benchmarks/data_set.h"
#include "tests/benchmarks/report.h"
#include "tests/e2e/programs.h"
#include "tests/testing/stores.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::benchmarks {
namespace {

constexpr int kLookups = 20'000;
constexpr int kRuns = 5;

// All distinct, a third each of stored shapes, divided ones and misses.
std::string BatchFile(const DataSet& data) {
  std::string lines;
  for (int i = 0; i < kLookups; ++i) {
    const v1::LookupRequest request = data.MixedLookup(i);
    const nlohmann::ordered_json line = {
        {"framework", "auto_scheduler"},
        {"target", request.target().text()},
        {"workload_key", request.workload().workload_key()}};
    lines += line.dump() + "\n";
  }
  return lines;
}

size_t CountLines(const std::string& output, const std::string& outcome) {
  const std::vector<absl::string_view> lines = absl::StrSplit(output, '\n');
  return std::count_if(lines.begin(), lines.end(), [&](absl::string_view line) {
    return absl::StartsWith(line, "{\"outcome\":\"" + outcome + "\"");
  });
}

// Lookups a second.
double RunBatch(const e2e::ServerProcess& server, const std::string& file) {
  const absl::Time start = absl::Now();
  const e2e::Outcome outcome =
      e2e::Tunedex(server.address(), {"lookup", "--batch", file});
  const absl::Duration took = absl::Now() - start;
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_EQ(CountLines(outcome.output, "exact"), (kLookups + 2) / 3);
  EXPECT_EQ(CountLines(outcome.output, "compatible"), (kLookups + 1) / 3);
  EXPECT_EQ(CountLines(outcome.output, "none"), kLookups / 3);
  return kLookups / absl::ToDoubleSeconds(took);
}

int Main() {
  const DataSet data(/*operators=*/1, DataSet::kMaxShapes);
  const testing::TemporaryFolder folder;
  data.PushTo(*testing::OpenStore(folder.path() + "/data"));
  const std::string file = folder.Write("lookups.jsonl", BatchFile(data));

  Report report;
  const absl::Time start = absl::Now();
  const e2e::ServerProcess server(folder.path() + "/data");
  report.AtMost("from start to ready",
                absl::ToDoubleSeconds(absl::Now() - start), 3, "s");
  report.Note("first run, which loads the group", RunBatch(server, file),
              "lookups/s");
  std::vector<double> rates;
  for (int run = 0; run < kRuns; ++run) rates.push_back(RunBatch(server, file));
  std::sort(rates.begin(), rates.end());
  report.AtLeast("lookup --batch, from file to output", rates[kRuns / 2],
                 20'000, "lookups/s");
  return report.ExitStatus();
}

}  // namespace
}  // namespace tunedex::benchmarks

int main() {
  // What goes wrong ends the benchmark.
  testing::GTEST_FLAG(throw_on_failure) = true;
  return tunedex::benchmarks::Main();
}
