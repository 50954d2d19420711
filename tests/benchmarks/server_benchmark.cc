// A server with 1,000,000 best entries in 100,000 groups: how soon it answers
// after it is started, and how much memory it has when lookups went through all
// groups. The files lie in the page cache, as after a restart of the program.

#include <cstddef>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/schedule_client.h"
#include "gtest/gtest.h"
#include "server/server.h"
#include "tests/benchmarks/data_set.h"
#include "tests/benchmarks/report.h"
#include "tests/e2e/programs.h"
#include "tests/testing/stores.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::benchmarks {
namespace {

constexpr int kBatch = 256;
constexpr double kMegabyte = 1e6;
// Beside what its memory flags allow.
constexpr double kOtherBytes = 200 * kMegabyte;

// By level, each of a group of its own.
constexpr const char* kScopes[DataSet::kScopes] = {"target", "model", "arch",
                                                   "key:cuda", "key:gpu"};

std::unique_ptr<ScheduleClient> Connect(const e2e::ServerProcess& server) {
  return ScheduleClient::Create({.server_address = server.address(),
                                 .call_timeout = absl::Minutes(1)})
      .value();
}

// The most resident memory that a process ever had, in bytes.
double PeakMemory(pid_t process) {
  std::ifstream status(absl::StrCat("/proc/", process, "/status"));
  std::string word;
  double kibibytes = 0;
  while (status >> word && word != "VmHWM:") {
  }
  status >> kibibytes;
  EXPECT_GT(kibibytes, 0);
  return kibibytes * 1024;
}

void CheckFound(const v1::BatchLookupResult& result) {
  EXPECT_EQ(result.answer().outcome(), v1::OUTCOME_COMPATIBLE)
      << result.ShortDebugString();
}

// One lookup in each group, which has to be searched: no shape is stored.
void TouchAllGroups(const DataSet& data, const ScheduleClient& client) {
  std::vector<v1::LookupRequest> batch;
  const auto ask = [&] {
    const auto results = client.BatchLookup(batch);
    EXPECT_TRUE(results.ok()) << results.status();
    for (const v1::BatchLookupResult& result : *results) CheckFound(result);
    batch.clear();
  };
  for (int op = 0; op < data.operators(); ++op) {
    for (const char* scope : kScopes) {
      batch.push_back(data.Lookup(op, Find::kCompatible));
      batch.back().mutable_options()->add_scopes(scope);
      if (batch.size() == kBatch) ask();
    }
  }
  ask();
}

int Main() {
  const DataSet data(/*operators=*/20'000, /*shapes=*/10);
  const testing::TemporaryFolder folder;
  data.PushTo(*testing::OpenStore(folder.path()));

  Report report;
  report.Note("best entries", static_cast<double>(data.operators()) *
                                  data.shapes() * DataSet::kScopes);
  report.Note("groups",
              static_cast<double>(data.operators()) * DataSet::kScopes);
  const absl::Time start = absl::Now();
  const e2e::ServerProcess server(folder.path());
  const absl::Duration ready = absl::Now() - start;
  const auto client = Connect(server);
  EXPECT_TRUE(client->Lookup(data.Lookup(0, Find::kCompatible)).ok());
  const absl::Duration answered = absl::Now() - start;
  report.Note("from start to ready", absl::ToDoubleSeconds(ready), "s");
  report.AtMost("from start to the first answer",
                absl::ToDoubleSeconds(answered), 1, "s");

  const absl::Time touching = absl::Now();
  TouchAllGroups(data, *client);
  report.Note("lookups through all groups",
              absl::ToDoubleSeconds(absl::Now() - touching), "s");
  const server::ServerOptions flags;
  const auto allowed =
      static_cast<double>(flags.block_cache_bytes + flags.index_cache_bytes);
  report.AtMost("resident memory after it, at its peak",
                PeakMemory(server.process()) / kMegabyte,
                (allowed + kOtherBytes) / kMegabyte, "MB");
  return report.ExitStatus();
}

}  // namespace
}  // namespace tunedex::benchmarks

int main() {
  // What goes wrong ends the benchmark.
  testing::GTEST_FLAG(throw_on_failure) = true;
  return tunedex::benchmarks::Main();
}
