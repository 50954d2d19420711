#include "storage/nearest/factors.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "gtest/gtest.h"

namespace tunedex::storage {
namespace {

using Numbers = std::vector<uint64_t>;

std::optional<Numbers> Sorted(uint64_t number, size_t max_count = 1000000) {
  std::optional<Numbers> divisors = DivisorsOf(number, max_count);
  if (divisors.has_value()) std::sort(divisors->begin(), divisors->end());
  return divisors;
}

Numbers BruteForce(uint64_t number) {
  Numbers divisors;
  for (uint64_t d = 1; d * d <= number; ++d) {
    if (number % d != 0) continue;
    divisors.push_back(d);
    if (d * d != number) divisors.push_back(number / d);
  }
  std::sort(divisors.begin(), divisors.end());
  return divisors;
}

TEST(FactorsTest, SmallNumbersAgreeWithTryingEveryDivisor) {
  for (uint64_t n = 1; n <= 20000; ++n)
    ASSERT_EQ(Sorted(n), BruteForce(n)) << n;
}

TEST(FactorsTest, NumbersAroundTheBoundsAgreeWithTryingEveryDivisor) {
  for (const uint64_t bound :
       {uint64_t{1} << 16, uint64_t{1} << 31, uint64_t{65521} * 65521}) {
    for (uint64_t n = bound - 30; n <= bound + 30; ++n) {
      ASSERT_EQ(Sorted(n), BruteForce(n)) << n;
    }
  }
  for (uint64_t n = (uint64_t{1} << 32) - 30; n < uint64_t{1} << 32; ++n) {
    ASSERT_EQ(Sorted(n), BruteForce(n)) << n;
  }
}

TEST(FactorsTest, PowersAreMultipliedOut) {
  EXPECT_EQ(Sorted(uint64_t{1} << 62)->size(), 63);
  EXPECT_EQ(Sorted(4052555153018976267)->size(), 40);  // 3^39
  // 2^63 - 1 = 7^2 * 73 * 127 * 337 * 92737 * 649657: both are beyond 2^16.
  EXPECT_FALSE(Sorted((uint64_t{1} << 63) - 1).has_value());
}

TEST(FactorsTest, OneLargePrimeIsFound) {
  constexpr uint64_t kPrime = 4294967291;  // The largest below 2^32.
  EXPECT_EQ(Sorted(kPrime), (Numbers{1, kPrime}));
  EXPECT_EQ(Sorted(kPrime * 6),
            (Numbers{1, 2, 3, 6, kPrime, kPrime * 2, kPrime * 3, kPrime * 6}));
  EXPECT_EQ(Sorted(65521 * 65537ull), (Numbers{1, 65521, 65537, 4294049777}));
}

TEST(FactorsTest, TwoLargePrimesAreNotFound) {
  EXPECT_FALSE(Sorted(uint64_t{65537} * 65537).has_value());
  EXPECT_FALSE(Sorted(uint64_t{65537} * 65539 * 12).has_value());
  // A prime beyond 2^32 cannot be told from such a product.
  EXPECT_FALSE(Sorted(4294967311).has_value());
}

TEST(FactorsTest, GivesNoMoreThanTheGreatestCount) {
  EXPECT_EQ(Sorted(720720, 240)->size(), 240);
  EXPECT_FALSE(Sorted(720720, 239).has_value());
  EXPECT_EQ(Sorted(2 * 65537, 4)->size(), 4);
  EXPECT_FALSE(Sorted(2 * 65537, 3).has_value());
}

}  // namespace
}  // namespace tunedex::storage
