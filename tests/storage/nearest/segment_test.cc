#include "storage/nearest/segment.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "storage/distance.h"
#include "storage/nearest/segment_builder.h"
#include "tests/storage/nearest/random_group.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::RandomGroup;
using ::tunedex::testing::ShapeWith;

// Shapes with their records, and a segment of them.
class Rows {
 public:
  void Add(const Shape& shape, const IndexedBest& best) {
    const auto key = std::make_pair(shape.pattern, shape.dimensions);
    if (!bests_.emplace(key, best).second) return;
    builder_.Add(shape, best);
  }
  std::shared_ptr<const Segment> Build() { return std::move(builder_).Build(); }

  // Every row holds one shape, and every shape is found in its row.
  void ExpectAreIn(const Segment& segment) const {
    ASSERT_EQ(segment.rows(), bests_.size());
    for (uint32_t row = 0; row < segment.rows(); ++row) {
      const Shape shape = segment.shape(row);
      const auto stored = bests_.find({shape.pattern, shape.dimensions});
      ASSERT_NE(stored, bests_.end());
      ASSERT_EQ(segment.best(row), stored->second);
      ASSERT_EQ(segment.Find(shape), row);
      if (!segment.best(row).removed()) {
        const float rank = RankOf(shape, segment.best(row).cost_seconds);
        ASSERT_LE(std::abs(segment.rank(row) - rank), RankSlack(rank));
      }
    }
  }
  bool Has(const Shape& shape) const {
    return bests_.contains({shape.pattern, shape.dimensions});
  }

 private:
  SegmentBuilder builder_;
  std::map<std::pair<std::string, std::vector<uint64_t>>, IndexedBest> bests_;
};

TEST(SegmentTest, RandomShapesAreFoundWhereTheyLie) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    RandomGroup random(seed);
    Rows rows;
    for (int i = seed % 10 == 0 ? 5000 : 1 + random.Below(200); i > 0; --i) {
      const Shape shape = random.New();
      rows.Add(shape, random.OneIn(9) ? IndexedBest() : random.Best(shape));
    }
    const auto segment = rows.Build();
    rows.ExpectAreIn(*segment);
    for (int i = 0; i < 200; ++i) {
      const Shape other = random.OneIn(2) ? random.New() : random.Wanted();
      ASSERT_EQ(segment->Find(other).has_value(), rows.Has(other));
    }
    if (HasFatalFailure()) return;
  }
}

TEST(SegmentTest, FactorsAreMultipliedAsThePolicyDoes) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    RandomGroup random(seed);
    Rows rows;
    for (int i = 0; i < 100; ++i) {
      const Shape shape = random.New();
      rows.Add(shape, random.Best(shape));
    }
    const auto segment = rows.Build();
    for (int i = 0; i < 100; ++i) {
      const Shape wanted = random.Wanted();
      for (uint32_t row = 0; row < segment->rows(); ++row) {
        const double factor = DistanceFactor(wanted, segment->shape(row));
        if (std::isfinite(factor)) {
          ASSERT_EQ(segment->Factor(row, wanted), factor);
        }
      }
    }
  }
}

TEST(SegmentTest, OneRowIsASegment) {
  Rows rows;
  rows.Add(ShapeWith({3, 3, 5}), {.cost_seconds = 1, .sequence = 2});
  const auto segment = rows.Build();
  rows.ExpectAreIn(*segment);
  EXPECT_EQ(segment->Find(ShapeWith({3, 5, 5})), std::nullopt);
  EXPECT_EQ(segment->Find(ShapeWith({3, 3})), std::nullopt);
}

TEST(SegmentTest, AShapeWithoutArgumentsIsARow) {
  Rows rows;
  rows.Add(ShapeWith({}), {.cost_seconds = 1, .sequence = 2});
  rows.ExpectAreIn(*rows.Build());
}

TEST(SegmentTest, PatternsOfDifferentLengthLieTogether) {
  Rows rows;
  for (uint64_t i = 1; i < 100; ++i) {
    rows.Add(ShapeWith({i}), {.cost_seconds = 1, .sequence = i});
    rows.Add(ShapeWith({i, 1}), {.cost_seconds = 2, .sequence = 1000 + i});
    rows.Add(ShapeWith({1, i, i}), {.cost_seconds = 3, .sequence = 2000 + i});
  }
  const auto segment = rows.Build();
  EXPECT_TRUE(segment->has_pattern_level());
  rows.ExpectAreIn(*segment);
}

TEST(SegmentTest, AColumnMayHaveMoreValuesThan16BitsCount) {
  Rows rows;
  for (uint64_t i = 1; i <= 70000; ++i) {
    rows.Add(ShapeWith({i, 2, i % 3 + 1}), {.cost_seconds = 1, .sequence = i});
  }
  rows.ExpectAreIn(*rows.Build());
}

TEST(SegmentTest, AnArgumentThatIsTheSameInAllShapesTakesNoLevel) {
  Rows rows;
  for (uint64_t i = 1; i <= 100; ++i) {
    rows.Add(ShapeWith({i, 7, 9, 7}), {.cost_seconds = 1, .sequence = i});
  }
  const auto segment = rows.Build();
  ASSERT_EQ(segment->columns().size(), 1);
  EXPECT_EQ(segment->columns()[0].size(), 100);
  ASSERT_EQ(segment->constants().size(), 2);
  rows.ExpectAreIn(*segment);
}

TEST(SegmentTest, AColumnHasNoValueThatNoShapeHas) {
  // The second argument is equal to the first until the last shape.
  Rows rows;
  for (uint64_t i = 1; i <= 50; ++i) {
    rows.Add(ShapeWith({i, i}), {.cost_seconds = 1, .sequence = i});
  }
  rows.Add(ShapeWith({51, 52}), {.cost_seconds = 1, .sequence = 51});
  const auto segment = rows.Build();
  ASSERT_EQ(segment->columns().size(), 2);
  EXPECT_EQ(segment->columns()[0].size(), 51);
  EXPECT_EQ(segment->columns()[1].size(), 51);
  rows.ExpectAreIn(*segment);
}

}  // namespace
}  // namespace tunedex::storage
