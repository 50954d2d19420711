#include "storage/nearest/column.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "gtest/gtest.h"

namespace tunedex::storage {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

void ExpectAgrees(const Column& column, uint64_t wanted, double max_quotient) {
  std::vector<uint32_t> expected;
  for (uint32_t code = 0; code < column.size(); ++code) {
    if (wanted % column.value(code) != 0) continue;
    EXPECT_EQ(column.Quotient(wanted, code), wanted / column.value(code));
    const auto quotient = static_cast<double>(wanted / column.value(code));
    if (quotient <= max_quotient) expected.push_back(code);
  }
  std::optional<uint32_t> largest;
  if (!expected.empty()) largest = expected.back();
  if (!column.mapped()) {
    std::vector<uint32_t> codes = {12345};
    EXPECT_EQ(column.ListDividing(wanted, max_quotient, codes), largest);
    expected.insert(expected.begin(), 12345);
    ASSERT_EQ(codes, expected) << wanted << " within " << max_quotient;
    return;
  }
  std::vector<uint64_t> map(column.map_size(), 0x5555);
  EXPECT_EQ(column.MapDividing(wanted, max_quotient, absl::MakeSpan(map)),
            largest);
  for (uint32_t code = 0; code < map.size() * 64; ++code) {
    ASSERT_EQ(map[code / 64] >> (code % 64) & 1,
              std::binary_search(expected.begin(), expected.end(), code))
        << wanted << " within " << max_quotient;
  }
}

void ExpectAgrees(const Column& column) {
  std::mt19937_64 random(column.size());
  std::vector<uint64_t> wanted = {1,
                                  720720,
                                  uint64_t{1} << 31,
                                  UINT32_MAX,
                                  uint64_t{720720} << 40,
                                  uint64_t{1} << 62,
                                  (uint64_t{1} << 63) - 1,
                                  uint64_t{65537} * 65537};
  for (int i = 0; i < 20; ++i) {
    const uint64_t value = column.value(random() % column.size());
    wanted.push_back(value);
    if (value < uint64_t{1} << 50) wanted.push_back(value * 5040);
    wanted.push_back((random() >> 1 >> random() % 60) + 1);
  }
  for (const uint64_t number : wanted) {
    for (const double max : {kNoLimit, 0.5, 1.0, 2.0, 60.5, 1e9, 1e18}) {
      ExpectAgrees(column, number, max);
    }
  }
}

Column RandomColumn(size_t size, uint64_t beyond) {
  std::mt19937_64 random(size);
  std::set<uint64_t> values;
  while (values.size() < size) values.insert(1 + random() % beyond);
  return Column({values.begin(), values.end()}, {0});
}

TEST(ColumnTest, AMappedColumnOfSmallValuesAgreesWithTheRemainder) {
  for (const size_t size : {1, 2, 7, 8, 63, 64, 65, 300, 4096}) {
    const Column column = RandomColumn(size, 10000);
    ASSERT_TRUE(column.mapped());
    ExpectAgrees(column);
  }
}

TEST(ColumnTest, AMappedColumnBeyond32BitsAgreesWithTheRemainder) {
  for (const size_t size : {1, 9, 64, 100}) {
    ExpectAgrees(RandomColumn(size, uint64_t{1} << 62));
  }
  ExpectAgrees(Column(
      {1, 2, 3, UINT32_MAX, uint64_t{1} << 32, (uint64_t{1} << 63) - 1}, {0}));
}

TEST(ColumnTest, AnUnmappedColumnAgreesWithTheRemainder) {
  const Column column = RandomColumn(4097, 10000);
  ASSERT_FALSE(column.mapped());
  EXPECT_EQ(column.map_size(), 0);
  ExpectAgrees(column);
  ExpectAgrees(RandomColumn(70000, 1000000));
}

TEST(ColumnTest, KnowsTheCodeOfEveryValue) {
  const Column column = RandomColumn(5000, 9000);
  uint32_t code = 0;
  for (uint64_t value = 0; value < 9100; ++value) {
    if (code < column.size() && column.value(code) == value) {
      ASSERT_EQ(column.CodeOf(value), code++);
    } else {
      ASSERT_EQ(column.CodeOf(value), std::nullopt) << value;
    }
  }
}

}  // namespace
}  // namespace tunedex::storage
