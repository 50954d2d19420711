// Constrained lookups in a store where they have much to read: 2,000 workloads
// that all apply, of 10 records each, and the wanted one itself with 900, filed
// in five scopes.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "storage/store.h"
#include "tests/testing/records.h"
#include "tests/testing/stores.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

constexpr int kWorkloads = 2000;
constexpr int kRecordsOfAWorkload = 10;
constexpr int kRecordsOfTheWanted = 900;

const v1::Target& T4() {
  static const auto& target = *new v1::Target(testing::MakeTarget(
      "cuda", {"cuda", "gpu"}, {{"model", "t4"}, {"arch", "sm_75"}}));
  return target;
}

// 2^12, 3^12 and 5^12 have 13 divisors each.
v1::Workload Wanted() {
  return testing::Dimensions("h", {4096, 531441, 244140625});
}

std::vector<v1::Workload> Compatible() {
  std::vector<v1::Workload> all;
  for (int64_t x = 1; x <= 4096; x *= 2) {
    for (int64_t y = 1; y <= 531441; y *= 3) {
      for (int64_t z = 1; z <= 244140625; z *= 5) {
        if (static_cast<int>(all.size()) == kWorkloads) return all;
        all.push_back(testing::Dimensions("h", {x, y, z}));
      }
    }
  }
  return all;
}

v1::TuningRecord Record(const v1::Workload& workload, int number) {
  v1::TuningRecord record = testing::MakeRecord(
      workload, T4(), 1e-3 * (number + 1), absl::StrCat("schedule", number));
  // The better half of the records is of an old version.
  record.mutable_versions()->set_log_version(
      number < kRecordsOfTheWanted / 2 ? "v0.5" : "v0.6");
  // As long as log lines are.
  record.set_log_line(
      absl::StrCat(record.SerializeAsString(), std::string(2000, 'x')));
  return record;
}

void Fill(Store& store) {
  std::vector<v1::TuningRecord> records;
  for (const v1::Workload& workload : Compatible()) {
    for (int i = 0; i < kRecordsOfAWorkload; ++i) {
      records.push_back(Record(workload, i));
    }
  }
  for (int i = 0; i < kRecordsOfTheWanted; ++i) {
    records.push_back(Record(Wanted(), i));
  }
  testing::Push(store, records, "farm");
}

void Measure(benchmark::State& state, const Store& store,
             const v1::LookupOptions& options, v1::Outcome expected) {
  const v1::Workload wanted = Wanted();
  for (auto _ : state) {
    const v1::LookupResponse response =
        store.Lookup(wanted, T4(), options).value();
    if (response.outcome() != expected) {
      state.SkipWithError("another outcome than expected");
    }
  }
}

void Register(const char* name, const Store& store,
              const v1::LookupOptions& options, v1::Outcome expected) {
  benchmark::RegisterBenchmark(name, [=, &store](benchmark::State& state) {
    Measure(state, store, options, expected);
  })->Unit(benchmark::kMicrosecond);
}

void RegisterAll(const Store& store) {
  v1::LookupOptions options;
  Register("unconstrained", store, options, v1::OUTCOME_EXACT);
  options.add_sources("farm");
  Register("the best record is admitted", store, options, v1::OUTCOME_EXACT);
  options.Clear();
  options.set_log_version("v0.6");
  Register("the better half is excluded", store, options, v1::OUTCOME_EXACT);
  options.Clear();
  options.add_sources("laptop");
  Register("no source is admitted", store, options, v1::OUTCOME_NONE);
  options.Clear();
  options.set_alternatives(10);
  Register("ten alternatives", store, options, v1::OUTCOME_EXACT);
}

}  // namespace

int Main(int argc, char** argv) {
  const testing::TemporaryFolder folder;
  const std::unique_ptr<Store> store = testing::OpenStore(folder.path());
  Fill(*store);
  RegisterAll(*store);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace tunedex::storage

int main(int argc, char** argv) { return tunedex::storage::Main(argc, argv); }
