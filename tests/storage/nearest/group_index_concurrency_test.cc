// Searches of a group while it is updated and merged.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "storage/nearest/group_index.h"
#include "storage/nearest/search.h"
#include "tests/storage/nearest/random_group.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::ShapeWith;

constexpr int kReaders = 3;
constexpr uint64_t kUpdates = 6000;
constexpr uint64_t kValues = 40;

// Later records are better; everything follows from the sequence.
IndexedBest BestOf(uint64_t sequence) {
  IndexedBest best{.cost_seconds = 1e6 - static_cast<double>(sequence),
                   .sequence = sequence};
  std::memcpy(best.record_id.data(), &sequence, sizeof(sequence));
  return best;
}

// Updates and merges an index while readers search it.
class GroupIndexConcurrencyTest : public ::testing::Test {
 protected:
  template <typename Write, typename Read>
  void Run(Write write, Read read) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kReaders; ++i) {
      threads.emplace_back([&, i] {
        // Once more when all is written.
        for (bool last = false; !last;) {
          last = written_;
          read(i);
          std::this_thread::yield();
        }
      });
    }
    threads.emplace_back([&] {
      while (!written_) {
        if (index_.NeedsMerge()) index_.MergeLarge();
        std::this_thread::yield();
      }
    });
    write();
    written_ = true;
    for (std::thread& thread : threads) thread.join();
  }

  GroupIndex index_{nullptr};
  std::atomic<bool> written_ = false;
};

// The shapes, best first; each must be whole.
std::vector<std::pair<Shape, FoundShape>> FindAll(const GroupSnapshot& snapshot,
                                                  const Shape& wanted) {
  std::vector<std::pair<Shape, FoundShape>> all;
  GroupSearch search(snapshot, wanted, {});
  while (const auto found = search.Next()) {
    EXPECT_EQ(found->best, BestOf(found->best.sequence));
    EXPECT_TRUE(all.empty() || !ComesBefore(*found, all.back().second));
    all.emplace_back(search.ShapeAt(*found), *found);
  }
  return all;
}

TEST_F(GroupIndexConcurrencyTest, AnswersNeverGetWorseWhileRecordsGetBetter) {
  const Shape wanted = ShapeWith({720720, 5040});
  std::vector<double> estimates(kReaders, 1e300);
  Run(
      [&] {
        std::mt19937_64 random(1);
        for (uint64_t i = 1; i <= kUpdates; ++i) {
          index_.Update(
              ShapeWith({1 + random() % kValues, 1 + random() % kValues}),
              BestOf(i));
        }
      },
      [&](int reader) {
        const GroupSnapshot snapshot = index_.Snapshot();
        GroupSearch search(snapshot, wanted, {.only_best = true});
        const auto found = search.Next();
        if (!found.has_value()) return;
        ASSERT_EQ(found->best, BestOf(found->best.sequence));
        ASSERT_LE(found->estimated_cost_seconds, estimates[reader]);
        estimates[reader] = found->estimated_cost_seconds;
      });
  // In the end all see the same.
  EXPECT_EQ(estimates[0], estimates[1]);
  EXPECT_EQ(estimates[0], estimates[2]);
}

TEST_F(GroupIndexConcurrencyTest, WhatIsNotUpdatedIsAlwaysFound) {
  // Even shapes stay; odd ones come and go.
  for (uint64_t i = 2; i <= 200; i += 2) {
    index_.Update(ShapeWith({i, 3}), BestOf(i));
  }
  const size_t kept_in_all = 8;  // 2, 4, 6, 8, 12, 16, 24, 48
  Run(
      [&] {
        std::mt19937_64 random(2);
        for (uint64_t i = 1000; i <= 1000 + kUpdates; ++i) {
          index_.Update(ShapeWith({2 * (random() % 1000) + 1, 3}),
                        random() % 3 == 0 ? IndexedBest() : BestOf(i));
        }
      },
      [&](int) {
        const GroupSnapshot snapshot = index_.Snapshot();
        size_t kept = 0;
        for (const auto& [shape, found] :
             FindAll(snapshot, ShapeWith({48, 3}))) {
          if (shape.dimensions[0] % 2 != 0) continue;
          ++kept;
          ASSERT_EQ(found.best, BestOf(shape.dimensions[0]));
        }
        // A shape may come again from an older part, but none did change.
        ASSERT_EQ(kept, kept_in_all);
      });
}

TEST_F(GroupIndexConcurrencyTest, ASnapshotStaysAsItWas) {
  Run(
      [&] {
        std::mt19937_64 random(3);
        for (uint64_t i = 1; i <= kUpdates; ++i) {
          index_.Update(ShapeWith({1 + random() % kValues}),
                        random() % 3 == 0 ? IndexedBest() : BestOf(i));
        }
      },
      [&](int) {
        const GroupSnapshot snapshot = index_.Snapshot();
        const auto first = FindAll(snapshot, ShapeWith({720720}));
        std::this_thread::yield();
        const auto second = FindAll(snapshot, ShapeWith({720720}));
        ASSERT_EQ(first.size(), second.size());
        for (size_t i = 0; i < first.size(); ++i) {
          ASSERT_EQ(first[i].second.best, second[i].second.best);
        }
      });
}

}  // namespace
}  // namespace tunedex::storage
