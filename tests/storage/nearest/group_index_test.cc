// The index of a group against a map of its shapes that is searched one by one.

#include "storage/nearest/group_index.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "storage/nearest/search.h"
#include "storage/nearest/segment_builder.h"
#include "tests/storage/nearest/random_group.h"
#include "tests/storage/nearest/slow_group.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::ExpectFinds;
using ::tunedex::testing::RandomGroup;
using ::tunedex::testing::ShapeWith;
using ::tunedex::testing::SlowGroup;

IndexedBest BestOf(double cost_seconds, uint64_t sequence) {
  return {.cost_seconds = cost_seconds, .sequence = sequence};
}

// Two readings of one group under the same updates.
class Pair {
 public:
  explicit Pair(uint64_t seed) : random_(seed) {}

  // Reads some shapes at once, as a load does, and others one by one.
  void Fill(size_t loaded, size_t updated) {
    SegmentBuilder builder;
    for (size_t i = 0; i < loaded; ++i) {
      const Shape shape = random_.New();
      const size_t before = slow_.size();
      const IndexedBest best = random_.Best(shape);
      if (is_loaded_.emplace(shape.pattern, shape.dimensions).second) {
        builder.Add(shape, best);
        slow_.Update(shape, best);
        EXPECT_EQ(slow_.size(), before + 1);
      }
    }
    index_ = std::make_unique<GroupIndex>(
        loaded == 0 ? nullptr : std::move(builder).Build());
    for (size_t i = 0; i < updated; ++i) Update();
  }

  void Update() {
    const Shape shape = random_.OneIn(2) ? random_.New() : random_.Known();
    IndexedBest best = random_.Best(shape);
    if (random_.OneIn(5)) {
      best = IndexedBest();
    } else if (IndexedBest& earlier = earlier_[shape.dimensions];
               random_.OneIn(8) && !earlier.removed() &&
               earlier_pattern_[earlier.sequence] == shape.pattern) {
      // A record comes back when a better one is gone.
      best = earlier;
    } else {
      earlier = best;
      earlier_pattern_[best.sequence] = shape.pattern;
    }
    index_->Update(shape, best);
    slow_.Update(shape, best);
    if (random_.OneIn(16)) index_->MergeLarge();
  }

  void Query() {
    const Shape wanted = random_.Wanted();
    const SearchOptions options = random_.Options();
    const GroupSnapshot snapshot = index_->Snapshot();
    // The whole order takes long in a large group.
    const bool all = slow_.size() < 500 || random_.OneIn(20);
    ExpectFinds(snapshot, wanted, options, slow_.Search(wanted, options),
                all ? slow_.size() + 1 : 20);
  }

  RandomGroup& random() { return random_; }
  const GroupIndex& index() const { return *index_; }

 private:
  RandomGroup random_;
  SlowGroup slow_;
  std::unique_ptr<GroupIndex> index_;
  std::set<std::pair<std::string, std::vector<uint64_t>>> is_loaded_;
  std::map<std::vector<uint64_t>, IndexedBest> earlier_;
  std::map<uint64_t, std::string> earlier_pattern_;
};

TEST(GroupIndexTest, AnEmptyGroupHasNoShapes) {
  const GroupIndex index(nullptr);
  const GroupSnapshot snapshot = index.Snapshot();
  EXPECT_FALSE(snapshot.has_shapes());
  ExpectFinds(snapshot, ShapeWith({1}), {}, {});
  EXPECT_EQ(index.rows(), 0);
  EXPECT_FALSE(index.NeedsMerge());
}

TEST(GroupIndexTest, ARemovedShapeIsNotFoundUntilItIsAddedAgain) {
  GroupIndex index(nullptr);
  index.Update(ShapeWith({4}), BestOf(1e-6, 1));
  index.Update(ShapeWith({4}), IndexedBest());
  ExpectFinds(index.Snapshot(), ShapeWith({8}), {}, {});
  index.Update(ShapeWith({4}), BestOf(3e-6, 2));
  ExpectFinds(index.Snapshot(), ShapeWith({8}), {},
              {{{4}, BestOf(3e-6, 2), 2, 3e-6 * 2}});
}

TEST(GroupIndexTest, ASnapshotDoesNotFollowLaterUpdates) {
  GroupIndex index(nullptr);
  for (uint64_t i = 1; i <= 40; ++i) {
    index.Update(ShapeWith({i}), BestOf(1, i));
  }
  const GroupSnapshot snapshot = index.Snapshot();
  for (uint64_t i = 1; i <= 400; ++i) {
    index.Update(ShapeWith({i}), BestOf(0.5, 100 + i));
  }
  ExpectFinds(snapshot, ShapeWith({37}), {},
              {{{37}, BestOf(1, 37), 1, 1}, {{1}, BestOf(1, 1), 37, 37}});
}

TEST(GroupIndexTest, ABetterRecordStandsEvenIfItsEstimateIsTheSame) {
  // The costs differ by one unit in the last place, their triples round to the
  // same number, and the worse record came first.
  double better = 1.5;
  double worse = std::nextafter(better, 2);
  while (better * 3 != worse * 3) {
    better = worse;
    worse = std::nextafter(better, 2);
  }
  GroupIndex index(nullptr);
  for (uint64_t i = 2; i < 40; ++i) {
    index.Update(ShapeWith({1000 + i}), BestOf(1, 100 + i));
  }
  index.Update(ShapeWith({1}), BestOf(worse, 1));
  index.Update(ShapeWith({1}), BestOf(better, 2));
  ExpectFinds(index.Snapshot(), ShapeWith({3}), {},
              {{{1}, BestOf(better, 2), 3, better * 3}});
}

TEST(GroupIndexTest, ABetterRecordStandsEvenIfBothEstimatesAreInfinite) {
  GroupIndex index(nullptr);
  for (uint64_t i = 2; i < 40; ++i) {
    index.Update(ShapeWith({1000 + i}), BestOf(1, 100 + i));
  }
  index.Update(ShapeWith({1}), BestOf(1.7e308, 1));
  index.Update(ShapeWith({1}), BestOf(1.6e308, 2));
  ExpectFinds(index.Snapshot(), ShapeWith({4}), {},
              {{{1}, BestOf(1.6e308, 2), 4, HUGE_VAL}});
}

TEST(GroupIndexTest, UpdatesLeaveFewSegments) {
  GroupIndex index(nullptr);
  for (uint64_t i = 0; i < 20000; ++i) {
    index.Update(ShapeWith({i % 171 + 1, i / 171 + 1}), BestOf(1, i));
    while (index.NeedsMerge()) index.MergeLarge();
  }
  EXPECT_LE(index.Snapshot().segments(), 6);
  EXPECT_EQ(index.rows(), 20000);
}

TEST(GroupIndexTest, UpdatesThatChangeNothingTakeNoMemory) {
  GroupIndex index(nullptr);
  for (uint64_t i = 1; i <= 50; ++i) {
    index.Update(ShapeWith({i}), BestOf(1, i));
  }
  const size_t bytes = index.bytes();
  for (uint64_t i = 1; i <= 50; ++i) {
    index.Update(ShapeWith({i}), BestOf(1, i));
    index.Update(ShapeWith({i + 100}), IndexedBest());
  }
  EXPECT_EQ(index.bytes(), bytes);
}

// What a shard does: some groups of a size, each with updates between queries.
struct Size {
  int groups;
  size_t loaded;
  size_t updated;
  int rounds;
  int updates_a_round;
  int queries_a_round;
};

void PrintTo(const Size& size, std::ostream* out) {
  *out << size.groups << " groups of " << size.loaded << "+" << size.updated;
}

class GroupIndexPropertyTest
    : public ::testing::TestWithParam<std::tuple<Size, int>> {};

TEST_P(GroupIndexPropertyTest, FindsWhatLookingAtEveryShapeFinds) {
  const auto& [size, part] = GetParam();
  for (int g = 0; g < size.groups; ++g) {
    const uint64_t seed =
        size.loaded * 1000000 + size.updated * 1000 + part * size.groups + g;
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    Pair pair(seed);
    pair.Fill(size.loaded, size.updated);
    for (int round = 0; round < size.rounds; ++round) {
      for (int i = 0; i < size.updates_a_round; ++i) pair.Update();
      for (int i = 0; i < size.queries_a_round; ++i) {
        pair.Query();
        if (HasFatalFailure()) return;
      }
    }
  }
}

// 8 parts of 125,000 queries: 1,000,000.
INSTANTIATE_TEST_SUITE_P(
    Groups, GroupIndexPropertyTest,
    ::testing::Combine(::testing::Values(
                           // From nothing on, by single updates.
                           Size{160, 0, 0, 50, 2, 10},
                           // Deltas, and small segments.
                           Size{40, 60, 100, 50, 7, 15},
                           Size{6, 300, 500, 50, 30, 40},
                           // Several large segments.
                           Size{3, 2000, 3000, 20, 60, 40},
                           Size{1, 20000, 5000, 20, 200, 30}),
                       ::testing::Range(0, 8)));

}  // namespace
}  // namespace tunedex::storage
