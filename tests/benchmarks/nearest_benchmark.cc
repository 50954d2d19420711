// The nearest index against a linear scan of the same shapes, in one binary.
//
//   growth       real-looking shapes with 5 independent dimensions, 100 to
//                1,000,000 of them
//   dimensions   1,000,000 shapes with 2 to 6 independent dimensions
//   adversarial  sets made to defeat the index
//   updates      1,000,000 shapes while 10,000 updates a second arrive, through
//                the cache over a real engine; and the loading of the group
//
// shapes.h describes how shapes are made. A query is a stored shape made
// larger, or altered; half are hits and half are misses where both can be
// found. The scan reads contiguous rows of 32-bit numbers and leaves a row at
// the first number that does not divide.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "storage/nearest/group_index.h"
#include "storage/nearest/index_cache.h"
#include "storage/nearest/search.h"
#include "storage/nearest/segment_builder.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "tests/benchmarks/report.h"
#include "tests/benchmarks/shapes.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::benchmarks {
namespace {

using storage::FoundShape;
using storage::GroupIndex;
using storage::GroupSearch;
using storage::GroupSnapshot;
using storage::Shape;
using Clock = std::chrono::steady_clock;
using Kind = ShapeRecipe::Kind;

constexpr size_t kMillion = 1'000'000;
constexpr size_t kArguments = 16;
constexpr size_t kQueries = 2000;
constexpr int kUpdatesPerSecond = 10'000;

std::optional<FoundShape> FindBest(const GroupSnapshot& snapshot,
                                   const Shape& wanted) {
  return GroupSearch(snapshot, wanted, {.only_best = true}).Next();
}

// What one benchmark searches.
struct World {
  std::vector<TunedShape> stored;
  std::vector<Shape> queries;
  size_t hits = 0;
  std::unique_ptr<GroupIndex> index;
  // Rows of kArguments.
  std::vector<uint32_t> rows;
};

struct Set {
  std::string name;
  Kind kind = Kind::kRealLooking;
  int dimensions = 5;
  size_t count = 0;
};

// Half hits and half misses, or as many as can be found of one kind.
void ChooseQueries(ShapeRecipe& recipe, World& world) {
  const GroupSnapshot snapshot = world.index->Snapshot();
  std::mt19937_64 random(7);
  size_t misses = 0;
  for (size_t tries = 0; tries < 100 * kQueries; ++tries) {
    if (world.queries.size() == kQueries) break;
    const TunedShape& from = world.stored[random() % world.stored.size()];
    Shape query = tries % 2 == 0 ? recipe.Larger(from) : recipe.Altered(from);
    size_t& found = FindBest(snapshot, query).has_value() ? world.hits : misses;
    if (found == kQueries / 2) continue;
    ++found;
    world.queries.push_back(std::move(query));
  }
  std::shuffle(world.queries.begin(), world.queries.end(), random);
}

std::unique_ptr<World> MakeWorld(const Set& set) {
  auto world = std::make_unique<World>();
  ShapeRecipe recipe(set.kind, set.dimensions, /*seed=*/42);
  world->stored = recipe.Stored(set.count);
  storage::SegmentBuilder builder;
  for (size_t i = 0; i < world->stored.size(); ++i) {
    const TunedShape& tuned = world->stored[i];
    builder.Add(tuned.shape,
                {.cost_seconds = tuned.cost_seconds, .sequence = i + 1});
    for (const uint64_t dimension : tuned.shape.dimensions) {
      world->rows.push_back(static_cast<uint32_t>(dimension));
    }
  }
  world->index = std::make_unique<GroupIndex>(std::move(builder).Build());
  ChooseQueries(recipe, *world);
  return world;
}

// The last one is kept, for the benchmark that compares with it.
const World& WorldOf(const Set& set) {
  static std::unique_ptr<World> world;
  static std::string name;
  if (name != set.name) {
    world = nullptr;
    world = MakeWorld(set);
    name = set.name;
  }
  return *world;
}

// Times of single lookups, as counters in microseconds.
class Times {
 public:
  template <typename Lookup>
  void Measure(Lookup lookup) {
    const Clock::time_point start = Clock::now();
    lookup();
    const std::chrono::duration<double, std::micro> took = Clock::now() - start;
    micros_.push_back(took.count());
  }

  void Report(benchmark::State& state) {
    std::sort(micros_.begin(), micros_.end());
    double sum = 0;
    for (const double micros : micros_) sum += micros;
    state.counters["mean_us"] = sum / static_cast<double>(micros_.size());
    state.counters["median_us"] = At(0.5);
    state.counters["p99_us"] = At(0.99);
    state.counters["max_us"] = micros_.back();
  }

 private:
  double At(double part) const {
    return micros_[static_cast<size_t>(
        part * static_cast<double>(micros_.size() - 1))];
  }

  std::vector<double> micros_;
};

void Lookup(benchmark::State& state, const Set& set) {
  const World& world = WorldOf(set);
  Times times;
  size_t next = 0;
  for (auto _ : state) {
    // A copy: a server has just decoded it, too. The scan gets one as well.
    const Shape query = world.queries[next++ % world.queries.size()];
    times.Measure([&] {
      benchmark::DoNotOptimize(FindBest(world.index->Snapshot(), query));
    });
  }
  times.Report(state);
  state.counters["hits"] = static_cast<double>(world.hits);
  state.counters["bytes_per_vector"] =
      static_cast<double>(world.index->bytes()) /
      static_cast<double>(set.count);
}

// The position of the best shape; the number of shapes if none divides.
size_t Scan(const World& world, const std::vector<uint32_t>& wanted) {
  double best = std::numeric_limits<double>::infinity();
  size_t position = world.stored.size();
  const uint32_t* row = world.rows.data();
  for (size_t i = 0; i < world.stored.size(); ++i, row += kArguments) {
    double factor = 1;
    size_t d = 0;
    for (; d < kArguments && wanted[d] % row[d] == 0; ++d) {
      factor *= static_cast<double>(wanted[d] / row[d]);
    }
    if (d < kArguments) continue;
    if (factor == 1) return i;
    const double estimate = factor * world.stored[i].cost_seconds;
    if (estimate < best) {
      best = estimate;
      position = i;
    }
  }
  return position;
}

void LinearScan(benchmark::State& state, const Set& set) {
  const World& world = WorldOf(set);
  const GroupSnapshot snapshot = world.index->Snapshot();
  Times times;
  double miss_micros = 0;
  size_t misses = 0;
  size_t next = 0;
  for (auto _ : state) {
    const Shape& query = world.queries[next++ % world.queries.size()];
    const std::vector<uint32_t> wanted(query.dimensions.begin(),
                                       query.dimensions.end());
    size_t found = 0;
    const Clock::time_point start = Clock::now();
    times.Measure([&] { found = Scan(world, wanted); });
    const std::chrono::duration<double, std::micro> took = Clock::now() - start;
    if (found == world.stored.size()) {
      ++misses;
      miss_micros += took.count();
    }
    const std::optional<FoundShape> indexed = FindBest(snapshot, query);
    if (indexed.has_value() ? indexed->best.sequence != found + 1
                            : found != world.stored.size()) {
      state.SkipWithError("the index and the scan disagree");
      break;
    }
  }
  times.Report(state);
  if (misses > 0) {
    state.counters["miss_vectors_per_second"] =
        static_cast<double>(misses * world.stored.size()) / miss_micros * 1e6;
  }
}

// A group of a million shapes in a real engine, and the cache over it.
class CachedGroup {
 public:
  explicit CachedGroup(const std::vector<TunedShape>& stored)
      : engine_(
            storage::OpenRocksDbEngine({.data_dir = folder_.path()}).value()) {
    storage::WriteSet writes;
    costs_.reserve(2 * stored.size());
    for (size_t i = 0; i < stored.size(); ++i) {
      writes.best.emplace_back(KeyOf(stored[i].shape),
                               EntryOf(stored[i].cost_seconds, i + 1));
      costs_.emplace(writes.best.back().first.arguments,
                     stored[i].cost_seconds);
      if (writes.best.size() < 10'000 && i + 1 < stored.size()) continue;
      writes.totals.set_revision(writes.totals.revision() + 1);
      if (!engine_->Commit(writes).ok()) std::abort();
      writes.best.clear();
    }
    cache_ = std::make_unique<storage::IndexCache>(*engine_, size_t{1} << 30);
  }

  // Makes a cost smaller than that of the shape's best record, if it has one.
  void MakeBetter(TunedShape& tuned) {
    double& cost =
        costs_.emplace(storage::EncodeShape(tuned.shape), tuned.cost_seconds)
            .first->second;
    tuned.cost_seconds = cost *= 0.9;
  }

  GroupSnapshot Get() { return **cache_->Get(group_); }

  void Update(const TunedShape& tuned, uint64_t sequence) {
    cache_->Update(KeyOf(tuned.shape), EntryOf(tuned.cost_seconds, sequence));
  }

 private:
  storage::BestKey KeyOf(const Shape& shape) const {
    return {.group = group_, .arguments = storage::EncodeShape(shape)};
  }

  static storage::BestEntry EntryOf(double cost_seconds, uint64_t sequence) {
    storage::BestEntry entry;
    entry.set_cost_seconds(cost_seconds);
    entry.set_sequence(sequence);
    entry.set_record_id(std::string(16, 'r'));
    entry.set_valid_records(1);
    return entry;
  }

  const testing::TemporaryFolder folder_;
  const storage::GroupKey group_ = {.kind = "cuda",
                                    .scope = "key:cuda",
                                    .framework = "auto_scheduler",
                                    .structural_hash = "hash"};
  std::unique_ptr<storage::Engine> engine_;
  std::unique_ptr<storage::IndexCache> cache_;
  // Of the best records, by encoded arguments.
  std::unordered_map<std::string, double> costs_;
};

CachedGroup& GroupOf(const World& world) {
  static CachedGroup group(world.stored);
  return group;
}

void LoadColdGroup(benchmark::State& state, const Set& set) {
  CachedGroup& group = GroupOf(WorldOf(set));
  for (auto _ : state) benchmark::DoNotOptimize(group.Get());
  state.counters["vectors_per_second"] = benchmark::Counter(
      static_cast<double>(set.count), benchmark::Counter::kIsRate);
}

// Half improve a stored shape, half add one or improve it. As in a store, the
// best record of a shape only ever gets better.
class Updates {
 public:
  Updates(CachedGroup& group, const World& world)
      : group_(group), world_(world), thread_([this] { Run(); }) {}

  ~Updates() {
    stopping_ = true;
    thread_.join();
  }

  double mean_micros() const { return micros_ / static_cast<double>(done_); }
  double per_second() const {
    const std::chrono::duration<double> took = Clock::now() - start_;
    return static_cast<double>(done_) / took.count();
  }

 private:
  void Run() {
    ShapeRecipe recipe(Kind::kRealLooking, 5, /*seed=*/99);
    std::mt19937_64 random(3);
    Clock::time_point due = Clock::now();
    while (!stopping_) {
      due += std::chrono::microseconds(1'000'000 / kUpdatesPerSecond * 10);
      std::this_thread::sleep_until(due);
      for (int i = 0; i < 10; ++i) {
        TunedShape tuned = world_.stored[random() % world_.stored.size()];
        if (i % 2 == 0) tuned.shape = recipe.Larger(tuned);
        group_.MakeBetter(tuned);
        const Clock::time_point start = Clock::now();
        group_.Update(tuned, 2 * kMillion + done_);
        const std::chrono::duration<double, std::micro> took =
            Clock::now() - start;
        micros_ = micros_ + took.count();
        ++done_;
      }
    }
  }

  CachedGroup& group_;
  const World& world_;
  const Clock::time_point start_ = Clock::now();
  std::atomic<bool> stopping_ = false;
  std::atomic<uint64_t> done_ = 0;
  std::atomic<double> micros_ = 0;
  // Last, so that it starts when all else is in place.
  std::thread thread_;
};

void LookupInCache(benchmark::State& state, const Set& set, bool is_updated) {
  const World& world = WorldOf(set);
  CachedGroup& group = GroupOf(world);
  std::unique_ptr<Updates> updates;
  if (is_updated) updates = std::make_unique<Updates>(group, world);
  Times times;
  size_t next = 0;
  for (auto _ : state) {
    const Shape& query = world.queries[next++ % world.queries.size()];
    times.Measure(
        [&] { benchmark::DoNotOptimize(FindBest(group.Get(), query)); });
  }
  times.Report(state);
  if (!is_updated) return;
  state.counters["segments"] = static_cast<double>(group.Get().segments());
  state.counters["updates_per_second"] = updates->per_second();
  state.counters["update_mean_us"] = updates->mean_micros();
}

// Keeps the counters of every benchmark, for the ratios between them.
class Figures : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      failed_ |= run.error_occurred;
      for (const auto& [name, counter] : run.counters) {
        figures_[absl::StrCat(run.run_name.function_name, " ", name)] =
            counter.value;
      }
    }
    ConsoleReporter::ReportRuns(runs);
  }

  bool failed() const { return failed_; }
  bool Has(const std::string& benchmark) const {
    return figures_.count(benchmark + " mean_us") > 0;
  }
  double Get(const std::string& benchmark, const std::string& counter) const {
    return figures_.at(absl::StrCat(benchmark, " ", counter));
  }

 private:
  std::map<std::string, double> figures_;
  bool failed_ = false;
};

std::vector<Set> GrowthSets() {
  std::vector<Set> sets;
  for (const size_t count : {100, 1'000, 10'000, 100'000, 1'000'000}) {
    sets.push_back({.name = absl::StrCat("growth/", count), .count = count});
  }
  return sets;
}

std::vector<Set> DimensionSets() {
  std::vector<Set> sets;
  for (const int dimensions : {2, 3, 4, 6}) {
    sets.push_back({.name = absl::StrCat("dimensions/", dimensions),
                    .dimensions = dimensions,
                    .count = kMillion});
  }
  return sets;
}

std::vector<Set> AdversarialSets() {
  const std::vector<std::pair<std::string, Kind>> kinds = {
      {"primes", Kind::kPrimes},
      {"powers_of_two", Kind::kPowersOfTwo},
      {"distinct_dimension", Kind::kDistinctDimension},
      {"cost_inverse_to_use", Kind::kCostInverseToUse}};
  std::vector<Set> sets;
  for (const auto& [name, kind] : kinds) {
    for (const size_t count : {size_t{100}, kMillion}) {
      sets.push_back({.name = absl::StrCat("adversarial/", name, "/", count),
                      .kind = kind,
                      .count = count});
    }
  }
  return sets;
}

const Set& UpdatedSet() {
  static const Set set = {.name = "updates", .count = kMillion};
  return set;
}

void Register(const Set& set) {
  benchmark::RegisterBenchmark(
      (set.name + "/lookup").c_str(),
      [set](benchmark::State& state) { Lookup(state, set); })
      ->MinTime(1);
  benchmark::RegisterBenchmark(
      (set.name + "/scan").c_str(),
      [set](benchmark::State& state) { LinearScan(state, set); })
      ->MinTime(1)
      ->Unit(benchmark::kMicrosecond);
}

void RegisterAll() {
  for (const auto& sets : {GrowthSets(), DimensionSets(), AdversarialSets()}) {
    for (const Set& set : sets) Register(set);
  }
  const Set& set = UpdatedSet();
  benchmark::RegisterBenchmark(
      "updates/load",
      [&set](benchmark::State& state) { LoadColdGroup(state, set); })
      ->Iterations(1)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
  for (const bool is_updated : {false, true}) {
    benchmark::RegisterBenchmark(
        is_updated ? "updates/lookup_updated" : "updates/lookup_quiet",
        [&set, is_updated](benchmark::State& state) {
          LookupInCache(state, set, is_updated);
        })
        ->MinTime(5);
  }
}

// The ratio of the scan's mean to the lookup's.
double Speedup(const Figures& figures, const std::string& set) {
  return figures.Get(set + "/scan", "mean_us") /
         figures.Get(set + "/lookup", "mean_us");
}

void ReportSet(const Figures& figures, const Set& set, Report& report) {
  const std::string lookup = set.name + "/lookup";
  if (!figures.Has(lookup) || !figures.Has(set.name + "/scan")) return;
  const auto get = [&](const char* name) { return figures.Get(lookup, name); };
  if (set.name == "growth/1000000") {
    report.AtMost(set.name + " mean", get("mean_us"), 3.5, "us");
    report.AtMost(set.name + " median", get("median_us"), 2, "us");
    report.AtMost(set.name + " 99 %", get("p99_us"), 15, "us");
    report.AtLeast(set.name + " scan / lookup", Speedup(figures, set.name),
                   4000);
    report.AtLeast(
        set.name + " scan on misses",
        figures.Get(set.name + "/scan", "miss_vectors_per_second") / 1e6, 60,
        "M/s");
    // Beyond the vector: without its 16 numbers of 32 bits.
    report.AtMost(set.name + " bytes a vector, the vector included",
                  get("bytes_per_vector"), 64 + kArguments * 4, "B");
    return;
  }
  const bool is_adversarial = set.name.rfind("adversarial/", 0) == 0;
  report.AtLeast(set.name + " scan / lookup", Speedup(figures, set.name),
                 is_adversarial ? 0.5 : 1);
  if (is_adversarial) report.Note(set.name + " worst", get("max_us"), "us");
}

void ReportUpdates(const Figures& figures, Report& report) {
  if (!figures.Has("updates/lookup_quiet") ||
      !figures.Has("updates/lookup_updated")) {
    return;
  }
  const auto median = [&](const char* name) {
    return figures.Get(std::string("updates/") + name, "median_us");
  };
  report.Note("updates: load of a cold group",
              figures.Get("updates/load", "vectors_per_second"), "vectors/s");
  report.Note("updates: updates",
              figures.Get("updates/lookup_updated", "updates_per_second"),
              "1/s");
  report.Note("updates: mean of an update",
              figures.Get("updates/lookup_updated", "update_mean_us"), "us");
  report.AtMost("updates: median lookup, updated / quiet",
                median("lookup_updated") / median("lookup_quiet"), 2);
}

}  // namespace
}  // namespace tunedex::benchmarks

int main(int argc, char** argv) {
  using namespace tunedex::benchmarks;  // NOLINT: a program's main.
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  RegisterAll();
  Figures figures;
  benchmark::RunSpecifiedBenchmarks(&figures);
  Report report;
  for (const auto& sets : {GrowthSets(), DimensionSets(), AdversarialSets()}) {
    for (const Set& set : sets) ReportSet(figures, set, report);
  }
  ReportUpdates(figures, report);
  return figures.failed() ? 1 : report.ExitStatus();
}
