// The cache of indexes over a real engine, with the searches that go by it.

#include "storage/nearest/index_cache.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "storage/engine.h"
#include "storage/nearest.h"
#include "storage/nearest/search.h"
#include "storage/nearest/shape.h"
#include "tests/storage/nearest/random_group.h"
#include "tests/storage/nearest/slow_group.h"
#include "tests/testing/stores.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::OpenEngine;
using ::tunedex::testing::RandomGroup;
using ::tunedex::testing::ShapeWith;
using ::tunedex::testing::SlowGroup;
using ::tunedex::testing::TemporaryFolder;

constexpr size_t kPlenty = size_t{1} << 28;

GroupKey GroupOf(uint64_t number) {
  return {.kind = "llvm",
          .scope = "key:cpu",
          .framework = "auto_scheduler",
          .structural_hash = absl::StrCat("hash", number)};
}

IndexedBest BestOf(double cost_seconds, uint64_t sequence) {
  return {.cost_seconds = cost_seconds, .sequence = sequence};
}

std::pair<BestKey, BestEntry> EntryOf(const GroupKey& group, const Shape& shape,
                                      const IndexedBest& best) {
  BestEntry entry;
  entry.set_cost_seconds(best.cost_seconds);
  entry.set_sequence(best.sequence);
  entry.set_valid_records(best.removed() ? 0 : 1);
  entry.set_record_id(best.record_id.data(), best.record_id.size());
  return {{.group = group, .arguments = EncodeShape(shape)}, entry};
}

class IndexCacheTest : public ::testing::Test {
 protected:
  void Open(size_t capacity_bytes) {
    cache_ = std::make_unique<IndexCache>(*engine_, capacity_bytes);
  }

  // Commits, and tells the cache, if there is one.
  void Commit(const GroupKey& group,
              const std::vector<std::pair<Shape, IndexedBest>>& rows) {
    WriteSet writes;
    for (const auto& [shape, best] : rows) {
      writes.best.push_back(EntryOf(group, shape, best));
    }
    ASSERT_TRUE(engine_->Commit(writes).ok());
    if (cache_ == nullptr) return;
    for (const auto& [key, entry] : writes.best) cache_->Update(key, entry);
  }

  // A group of shapes {1}, {2}, ... of equal costs.
  void CommitMany(const GroupKey& group, uint64_t count) {
    std::vector<std::pair<Shape, IndexedBest>> rows;
    for (uint64_t i = 1; i <= count; ++i) {
      rows.emplace_back(ShapeWith({i, 5}), BestOf(1, i));
    }
    Commit(group, rows);
  }

  std::vector<Candidate> Find(const GroupKey& group, const Shape& wanted,
                              const SearchOptions& options = {}) {
    // A cursor needs the shape alone.
    const v1::Workload workload;
    const NearestQuery query = {
        .wanted = workload,
        .shape = wanted,
        .exact_only = options.exact_only,
        .max_distance_factor = options.max_distance_factor};
    NearestCursor cursor(*engine_, *cache_, {group}, query, options.only_best);
    std::vector<Candidate> found;
    while (true) {
      absl::StatusOr<std::optional<Candidate>> next = cursor.Next();
      EXPECT_TRUE(next.ok()) << next.status();
      if (!next.ok() || !next->has_value()) return found;
      found.push_back(**std::move(next));
      if (options.only_best) return found;
    }
  }

  void ExpectFinds(const GroupKey& group, const SlowGroup& slow,
                   const Shape& wanted, SearchOptions options) {
    std::vector<SlowGroup::Answer> expected = slow.Search(wanted, options);
    if (options.only_best && !expected.empty()) expected.resize(1);
    const std::vector<Candidate> found = Find(group, wanted, options);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].arguments,
                EncodeShape({.pattern = wanted.pattern,
                             .dimensions = expected[i].dimensions}));
      ASSERT_EQ(found[i].sequence, expected[i].best.sequence);
      ASSERT_EQ(found[i].record_id,
                std::string(expected[i].best.record_id.data(), 16));
      ASSERT_EQ(found[i].distance_factor, expected[i].factor);
      ASSERT_EQ(found[i].estimated_cost_seconds, expected[i].estimate);
    }
  }

  IndexCache::Statistics statistics() const { return cache_->GetStatistics(); }

  const TemporaryFolder folder_;
  const std::unique_ptr<Engine> engine_ = OpenEngine(folder_.path());
  std::unique_ptr<IndexCache> cache_;
};

TEST_F(IndexCacheTest, AGroupIsReadWhenItIsFirstAskedFor) {
  CommitMany(GroupOf(1), 100);
  Open(kPlenty);
  EXPECT_EQ(statistics().groups, 0);
  EXPECT_EQ(Find(GroupOf(1), ShapeWith({64, 5})).size(), 7);
  EXPECT_EQ(Find(GroupOf(1), ShapeWith({64, 5})).size(), 7);
  EXPECT_EQ(statistics().groups, 1);
  EXPECT_EQ(statistics().shapes, 100);
  EXPECT_EQ(statistics().loads, 1);
  EXPECT_EQ(statistics().streamed, 0);
  EXPECT_GT(statistics().bytes, 100 * sizeof(IndexedBest));
}

TEST_F(IndexCacheTest, AGroupThatIsEmptyIsKeptAndFollowsUpdates) {
  Open(kPlenty);
  EXPECT_TRUE(Find(GroupOf(1), ShapeWith({4, 5})).empty());
  CommitMany(GroupOf(1), 2);
  EXPECT_EQ(Find(GroupOf(1), ShapeWith({4, 5})).size(), 2);
  Commit(GroupOf(1), {{ShapeWith({2, 5}), IndexedBest()}});
  EXPECT_EQ(Find(GroupOf(1), ShapeWith({4, 5})).size(), 1);
  EXPECT_EQ(statistics().loads, 1);
}

TEST_F(IndexCacheTest, TheGroupThatWasAskedForLongestAgoIsEvicted) {
  for (uint64_t g = 0; g < 3; ++g) CommitMany(GroupOf(g), 1000);
  Open(kPlenty);
  Find(GroupOf(0), ShapeWith({4, 5}));
  const size_t bytes = statistics().bytes;
  Open(2 * bytes + bytes / 2);
  Find(GroupOf(0), ShapeWith({4, 5}));
  Find(GroupOf(1), ShapeWith({4, 5}));
  EXPECT_EQ(statistics().evictions, 0);
  Find(GroupOf(0), ShapeWith({4, 5}));
  Find(GroupOf(2), ShapeWith({4, 5}));
  EXPECT_EQ(statistics().evictions, 1);
  EXPECT_EQ(statistics().groups, 2);
  EXPECT_LE(statistics().bytes, 2 * bytes + bytes / 2);
  // The second one went.
  Find(GroupOf(0), ShapeWith({4, 5}));
  EXPECT_EQ(statistics().loads, 3);
  Commit(GroupOf(1), {{ShapeWith({2, 5}), BestOf(0.5, 5000)}});
  EXPECT_EQ(
      Find(GroupOf(1), ShapeWith({2, 5}), {.only_best = true})[0].sequence,
      5000);
  EXPECT_EQ(statistics().loads, 4);
}

TEST_F(IndexCacheTest, AGroupThatIsTooLargeIsStreamed) {
  std::vector<std::pair<Shape, IndexedBest>> rows;
  SlowGroup slow;
  for (uint64_t i = 0; i < 5000; ++i) {
    const Shape shape = ShapeWith({uint64_t{1} << i % 60, i / 60 + 1});
    rows.emplace_back(shape, BestOf(1e-6 * static_cast<double>(i % 7 + 1), i));
    slow.Update(shape, rows.back().second);
  }
  Commit(GroupOf(1), rows);
  Open(20000);
  // More candidates than are read at once.
  const Shape wanted = ShapeWith({uint64_t{1} << 62, 3603600});
  ASSERT_GT(slow.Search(wanted, {}).size(), 2000);
  ExpectFinds(GroupOf(1), slow, wanted, {});
  ExpectFinds(GroupOf(1), slow, wanted, {.only_best = true});
  ExpectFinds(GroupOf(1), slow, wanted, {.max_distance_factor = 1e18});
  ExpectFinds(GroupOf(1), slow, rows[70].first, {.exact_only = true});
  EXPECT_EQ(statistics().streamed, 4);
  EXPECT_EQ(statistics().loads, 1);
  EXPECT_EQ(statistics().shapes, 0);
  // What is streamed is never behind.
  Commit(GroupOf(1), {{rows[70].first, BestOf(1e-9, 9999)}});
  EXPECT_EQ(Find(GroupOf(1), rows[70].first)[0].sequence, 9999);
}

TEST_F(IndexCacheTest, WithoutMemoryNothingIsKeptAndAllIsFound) {
  CommitMany(GroupOf(1), 100);
  Open(0);
  EXPECT_EQ(Find(GroupOf(1), ShapeWith({64, 5})).size(), 7);
  EXPECT_EQ(Find(GroupOf(1), ShapeWith({64, 5})).size(), 7);
  EXPECT_EQ(statistics().groups, 0);
  EXPECT_EQ(statistics().bytes, 0);
  EXPECT_EQ(statistics().shapes, 0);
}

TEST_F(IndexCacheTest, AGroupThatGrowsTooLargeIsStreamedFromThenOn) {
  CommitMany(GroupOf(1), 10);
  Open(20000);
  EXPECT_EQ(Find(GroupOf(1), ShapeWith({64, 5})).size(), 4);
  EXPECT_EQ(statistics().groups, 1);
  CommitMany(GroupOf(1), 3000);
  EXPECT_EQ(Find(GroupOf(1), ShapeWith({2048, 5})).size(), 12);
  EXPECT_EQ(statistics().streamed, 1);
  EXPECT_LE(statistics().bytes, 20000);
}

TEST_F(IndexCacheTest, DamagedArgumentsAreDataLoss) {
  WriteSet writes;
  writes.best.push_back(EntryOf(GroupOf(1), ShapeWith({2}), BestOf(1, 1)));
  writes.best[0].first.arguments = "\x40";
  writes.best[0].first.arguments.push_back('\0');
  ASSERT_TRUE(engine_->Commit(writes).ok());
  Open(kPlenty);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(cache_->Get(GroupOf(1)).status().code(),
              absl::StatusCode::kDataLoss);
  }
  EXPECT_EQ(statistics().groups, 0);
}

class RandomIndexCacheTest : public IndexCacheTest,
                             public ::testing::WithParamInterface<int> {};

TEST_P(RandomIndexCacheTest, AnswersAreThoseOfAMapWhateverIsKept) {
  const std::vector<size_t> capacities = {0, 3000, 20000, 100000, kPlenty};
  Open(capacities[GetParam() % capacities.size()]);
  std::vector<RandomGroup> groups;
  std::vector<SlowGroup> slow(4);
  for (int g = 0; g < 4; ++g) groups.emplace_back(GetParam() * 10 + g);
  for (int round = 0; round < 60; ++round) {
    const int g = groups[0].Below(4);
    std::vector<std::pair<Shape, IndexedBest>> rows;
    for (int i = groups[g].Below(60); i >= 0; --i) {
      const Shape shape =
          groups[g].OneIn(2) ? groups[g].New() : groups[g].Known();
      rows.emplace_back(
          shape, groups[g].OneIn(6) ? IndexedBest() : groups[g].Best(shape));
      slow[g].Update(shape, rows.back().second);
    }
    Commit(GroupOf(g), rows);
    for (int i = 0; i < 40; ++i) {
      const int asked = groups[0].Below(4);
      ExpectFinds(GroupOf(asked), slow[asked], groups[asked].Wanted(),
                  groups[asked].Options());
      if (HasFatalFailure()) return;
    }
  }
}

// 20 worlds of 2,400 queries.
INSTANTIATE_TEST_SUITE_P(Worlds, RandomIndexCacheTest, ::testing::Range(0, 20));

// Later records are better, and their costs follow from their sequences.
double CostOf(uint64_t sequence) { return 1e6 - static_cast<double>(sequence); }

TEST_F(IndexCacheTest, LoadsEvictionsAndCommitsRunAtOnce) {
  constexpr int kGroups = 4;
  // Place for about two of the groups in the end.
  Open(60000);
  std::atomic<bool> written = false;
  const auto read = [&](uint64_t seed) {
    std::vector<double> estimates(kGroups, 1e300);
    uint64_t g = seed;
    for (bool last = false; !last;) {
      last = written;
      ++g;
      const std::vector<Candidate> found = Find(
          GroupOf(g % kGroups), ShapeWith({720720, 5}), {.only_best = true});
      if (found.empty()) continue;
      ASSERT_EQ(found[0].estimated_cost_seconds,
                CostOf(found[0].sequence) * found[0].distance_factor);
      ASSERT_LE(found[0].estimated_cost_seconds, estimates[g % kGroups]);
      estimates[g % kGroups] = found[0].estimated_cost_seconds;
      statistics();
    }
  };
  std::vector<std::thread> readers;
  for (uint64_t i = 0; i < 3; ++i) readers.emplace_back(read, i);
  uint64_t sequence = 0;
  for (int commit = 0; commit < 200; ++commit) {
    std::vector<std::pair<Shape, IndexedBest>> rows;
    for (int i = 0; i < 20; ++i) {
      ++sequence;
      rows.emplace_back(ShapeWith({sequence * 7919 % 500 + 1, 5}),
                        BestOf(CostOf(sequence), sequence));
    }
    Commit(GroupOf(commit % kGroups), rows);
  }
  written = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_LE(statistics().bytes, 60000);
}

}  // namespace
}  // namespace tunedex::storage
