#include "storage/nearest/divisors.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace tunedex::storage {
namespace {

template <typename Word>
class DivisorsTest : public ::testing::Test {
 protected:
  static constexpr int kBits = std::numeric_limits<Word>::digits;
  static constexpr Word kMax = std::numeric_limits<Word>::max();

  // A number of random length, not zero.
  Word Number() {
    return static_cast<Word>(random_() | 1) >> (random_() % kBits) | 1;
  }
  // The same, with random factors of two.
  uint64_t Value() {
    const Word value = Number() << (random_() % kBits);
    return value == 0 ? 1 : value;
  }

  static void ExpectAgrees(const std::vector<uint64_t>& values, Word number) {
    const Divisors<Word> divisors(values);
    ASSERT_EQ(divisors.size(), values.size());
    std::vector<uint64_t> bits((values.size() + 63) / 64, ~uint64_t{0});
    divisors.FindDividing(number, absl::MakeSpan(bits));
    for (size_t i = 0; i < bits.size() * 64; ++i) {
      const bool divides = i < values.size() && number % values[i] == 0;
      ASSERT_EQ(bits[i / 64] >> (i % 64) & 1, divides) << number << " " << i;
      if (i >= values.size()) continue;
      ASSERT_EQ(divisors.Divides(i, number), divides) << number;
      if (divides) {
        ASSERT_EQ(divisors.Quotient(i, number), number / values[i]);
      }
    }
  }

  std::mt19937_64 random_{1};
};

using Words = ::testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(DivisorsTest, Words);

TYPED_TEST(DivisorsTest, AgreesWithTheRemainderForEveryNumberOfDivisors) {
  for (size_t size = 0; size <= 70; ++size) {
    for (int i = 0; i < 100; ++i) {
      std::vector<uint64_t> values(size);
      for (uint64_t& value : values) {
        value =
            this->random_() % 2 == 0 ? this->Value() : 1 + this->random_() % 50;
      }
      this->ExpectAgrees(values, this->Number());
      // A multiple of some of them.
      this->ExpectAgrees(values, 720720);
      if (size > 0) this->ExpectAgrees(values, values[i % size]);
    }
  }
}

TYPED_TEST(DivisorsTest, AgreesForPowersOfTwoAndTheirNeighbours) {
  std::vector<uint64_t> values;
  for (int bit = 0; bit < this->kBits; ++bit) {
    const uint64_t power = uint64_t{1} << bit;
    values.push_back(power);
    if (bit > 1) values.push_back(power - 1);
    if (bit > 0) values.push_back(power + 1);
  }
  for (const uint64_t value : values) {
    this->ExpectAgrees(values, static_cast<TypeParam>(value));
    this->ExpectAgrees(values, static_cast<TypeParam>(value * 3));
  }
}

TYPED_TEST(DivisorsTest, AgreesForTheLargestNumbers) {
  const std::vector<uint64_t> values = {
      1,         2, 3, 5, 17, 257, 65537, uint64_t{1} << 31, UINT32_MAX / 3,
      UINT32_MAX};
  this->ExpectAgrees(values, this->kMax);
  this->ExpectAgrees(values, this->kMax / 2);
  this->ExpectAgrees(values, this->kMax / 2 + 1);
  this->ExpectAgrees(values, this->kMax - 1);
}

TEST(WideDivisorsTest, AgreesBeyond32Bits) {
  constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
  const std::vector<uint64_t> values = {7,        49,  73, uint64_t{1} << 62,
                                        kMax / 7, kMax};
  const Divisors<uint64_t> divisors(values);
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(divisors.Divides(i, kMax), kMax % values[i] == 0) << i;
    EXPECT_EQ(divisors.Divides(i, kMax - 1), (kMax - 1) % values[i] == 0) << i;
  }
  EXPECT_EQ(divisors.Quotient(4, kMax), 7);
}

}  // namespace
}  // namespace tunedex::storage
