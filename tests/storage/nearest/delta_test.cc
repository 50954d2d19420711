#include "storage/nearest/delta.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

#include "gtest/gtest.h"
#include "storage/nearest/merge.h"
#include "tests/storage/nearest/random_group.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::ShapeWith;

IndexedBest BestOf(double cost_seconds) {
  return {.cost_seconds = cost_seconds, .sequence = 1};
}

GroupParts::Part PartOf(const Delta& delta) {
  return {.segment = MakeSegment(delta), .has_worsened = delta.has_worsened()};
}

TEST(DeltaTest, KeepsRowsInTheirOrder) {
  Delta delta;
  EXPECT_EQ(delta.size(), 0);
  const size_t bytes = delta.bytes();
  delta.Append({ShapeWith({1}), BestOf(2)}, /*is_worse=*/false);
  EXPECT_FALSE(delta.has_worsened());
  EXPECT_GT(delta.bytes(), bytes);
  delta.Append({ShapeWith({1}), BestOf(3)}, /*is_worse=*/true);
  EXPECT_TRUE(delta.has_worsened());
  ASSERT_EQ(delta.size(), 2);
  EXPECT_EQ(delta.row(0).best, BestOf(2));
  EXPECT_EQ(delta.row(1).best, BestOf(3));
}

TEST(DeltaTest, ReadersSeeWholeRowsWhileTheWriterAppends) {
  for (int round = 0; round < 50; ++round) {
    Delta delta;
    std::thread reader([&] {
      size_t size = 0;
      while (size < Delta::kMaxRows) {
        size = delta.size();
        for (size_t i = 0; i < size; ++i) {
          ASSERT_EQ(delta.row(i).shape.dimensions.front(), i + 1);
          ASSERT_EQ(delta.row(i).best, BestOf(static_cast<double>(i + 1)));
        }
        std::this_thread::yield();
      }
      ASSERT_TRUE(delta.has_worsened());
    });
    for (uint64_t i = 1; i <= Delta::kMaxRows; ++i) {
      delta.Append({ShapeWith({i}), BestOf(static_cast<double>(i))}, i == 9);
    }
    reader.join();
  }
}

TEST(MergeTest, ADeltaBecomesASegmentOfTheNewestRows) {
  Delta delta;
  delta.Append({ShapeWith({1}), BestOf(2)}, false);
  delta.Append({ShapeWith({2}), BestOf(3)}, false);
  delta.Append({ShapeWith({1}), IndexedBest()}, true);
  const auto segment = MakeSegment(delta);
  ASSERT_EQ(segment->rows(), 2);
  EXPECT_TRUE(segment->best(*segment->Find(ShapeWith({1}))).removed());
  EXPECT_EQ(segment->best(*segment->Find(ShapeWith({2}))), BestOf(3));
}

TEST(MergeTest, OfEachShapeTheNewestStands) {
  Delta oldest, middle, newest;
  for (uint64_t i = 1; i <= 3; ++i) {
    oldest.Append({ShapeWith({i}), BestOf(1)}, false);
  }
  middle.Append({ShapeWith({2}), BestOf(2)}, true);
  middle.Append({ShapeWith({3}), BestOf(2)}, true);
  newest.Append({ShapeWith({3}), BestOf(3)}, true);
  newest.Append({ShapeWith({4}), BestOf(3)}, false);
  const auto merged = MergeSegments(
      {PartOf(oldest), PartOf(middle), PartOf(newest)}, /*is_oldest=*/true);
  ASSERT_EQ(merged->rows(), 4);
  EXPECT_EQ(merged->best(*merged->Find(ShapeWith({1}))), BestOf(1));
  EXPECT_EQ(merged->best(*merged->Find(ShapeWith({2}))), BestOf(2));
  EXPECT_EQ(merged->best(*merged->Find(ShapeWith({3}))), BestOf(3));
  EXPECT_EQ(merged->best(*merged->Find(ShapeWith({4}))), BestOf(3));
}

TEST(MergeTest, WhatIsGoneIsKeptOnlyWhereAnOlderSegmentMayHaveIt) {
  Delta a, b;
  a.Append({ShapeWith({1}), BestOf(1)}, false);
  b.Append({ShapeWith({1}), IndexedBest()}, true);
  const auto kept = MergeSegments({PartOf(a), PartOf(b)}, /*is_oldest=*/false);
  ASSERT_EQ(kept->rows(), 1);
  EXPECT_TRUE(kept->best(0).removed());
  EXPECT_EQ(MergeSegments({PartOf(a), PartOf(b)}, /*is_oldest=*/true), nullptr);
}

}  // namespace
}  // namespace tunedex::storage
