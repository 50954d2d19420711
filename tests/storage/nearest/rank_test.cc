#include "storage/nearest/rank.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "gtest/gtest.h"
#include "tests/storage/nearest/random_group.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::ShapeWith;

TEST(RankTest, FollowsTheCostAndTheProductOfTheDimensions) {
  EXPECT_EQ(RankOf(ShapeWith({}), 8), 3);
  EXPECT_EQ(RankOf(ShapeWith({2, 16}), 8), -2);
  // The product is beyond a double.
  EXPECT_EQ(RankOf(ShapeWith(std::vector<uint64_t>(70, uint64_t{1} << 62)), 1),
            -4340);
}

TEST(RankTest, ABoundIsNeverAboveItsRank) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::uniform_real_distribution<float> around(-4000, 1000);
    const float floor = around(random);
    // Ranges down to a few units in the last place.
    const float range = std::ldexp(1.0F, static_cast<int>(random() % 30) - 20);
    const float top = floor + range;
    const RankScale scale(floor, top);
    std::uniform_real_distribution<float> inside(floor, top);
    for (int j = 0; j < 20; ++j) {
      const float rank = std::clamp(inside(random), floor, top);
      const float limit = std::clamp(inside(random), floor, top);
      const uint16_t bound = scale.BoundOf(rank);
      ASSERT_LE(scale.Value(bound), rank);
      // What is cut off by a limit is beyond it.
      if (bound > scale.LimitOf(limit)) {
        ASSERT_GT(rank, limit);
      }
    }
    ASSERT_LE(scale.Value(scale.BoundOf(floor)), floor);
    ASSERT_LE(scale.Value(scale.BoundOf(top)), top);
  }
}

TEST(RankTest, NoLimitLetsEveryRankThroughButNone) {
  const RankScale scale(-3, 5);
  EXPECT_EQ(scale.LimitOf(std::numeric_limits<float>::max()),
            RankScale::kNone - 1);
  EXPECT_LT(scale.BoundOf(5), RankScale::kNone);
  EXPECT_EQ(scale.BoundOf(kNoRank), RankScale::kNone);
  EXPECT_EQ(scale.Value(RankScale::kNone), kNoRank);
}

TEST(RankTest, ALimitBelowTheScaleLetsLittleThrough) {
  const RankScale scale(-3, 5);
  EXPECT_EQ(scale.LimitOf(-100), 0);
}

TEST(RankTest, OneRankIsAScale) {
  const RankScale scale(-3, -3);
  EXPECT_EQ(scale.BoundOf(-3), 0);
  EXPECT_EQ(scale.Value(0), -3);
}

}  // namespace
}  // namespace tunedex::storage
