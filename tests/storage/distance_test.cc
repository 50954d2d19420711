#include "storage/distance.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"
#include "tests/testing/records.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::BigInteger;
using ::tunedex::testing::Boolean;
using ::tunedex::testing::Dimension;
using ::tunedex::testing::Dimensions;
using ::tunedex::testing::Fixed;
using ::tunedex::testing::MakeWorkload;
using ::tunedex::testing::Null;
using ::tunedex::testing::Real;
using ::tunedex::testing::Text;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

double FactorOf(const v1::Argument& wanted, const v1::Argument& stored) {
  return DistanceFactor(MakeWorkload("h", {wanted}),
                        MakeWorkload("h", {stored}));
}

// The cases that TVM's own test asserts, with [0, 0] fixed as zeros are.
TEST(DistanceTest, AgreesWithTheCasesOfTheUpstreamTest) {
  const auto workload = [](const std::string& hash, std::vector<int64_t> data,
                           int64_t padding, int64_t stride,
                           const std::string& type) {
    std::vector<v1::Argument> arguments;
    for (const int64_t value : data) arguments.push_back(Dimension(value));
    for (const int64_t value : {32, 3, 3, 3}) {
      arguments.push_back(Dimension(value));
    }
    for (const int64_t value : {padding, padding, stride, stride}) {
      arguments.push_back(value > 0 ? Dimension(value) : Fixed(value));
    }
    arguments.push_back(Text(type));
    return MakeWorkload(hash, arguments);
  };
  const v1::Workload wanted =
      workload("func1", {8, 3, 224, 224}, 0, 1, "float32");
  EXPECT_EQ(DistanceFactor(wanted, wanted), 1);
  EXPECT_EQ(DistanceFactor(
                wanted, workload("func1", {1, 3, 112, 112}, 0, 1, "float32")),
            32);
  const v1::Workload different[] = {
      workload("func1", {8, 3, 224, 224}, 1, 1, "float32"),
      workload("func1", {8, 3, 224, 224}, 0, 0, "float32"),
      workload("func1", {8, 3, 224, 224}, 0, 1, "int8"),
      workload("func2", {8, 3, 224, 224}, 0, 1, "float32"),
      workload("func1", {8, 3, 223, 223}, 0, 1, "float32"),
  };
  for (const v1::Workload& stored : different) {
    EXPECT_EQ(DistanceFactor(wanted, stored), kInfinite)
        << stored.ShortDebugString();
  }
}

TEST(DistanceTest, DimensionsDivideInOneDirectionOnly) {
  EXPECT_EQ(FactorOf(Dimension(8), Dimension(2)), 4);
  EXPECT_EQ(FactorOf(Dimension(2), Dimension(8)), kInfinite);
  EXPECT_EQ(FactorOf(Dimension(6), Dimension(4)), kInfinite);
  EXPECT_EQ(FactorOf(Dimension(kMax), Dimension(kMax)), 1);
}

TEST(DistanceTest, QuotientsBeyondDoublePrecisionAreRoundedOnce) {
  // 3 * 3074457345618258603 = 2^63 + 1 is out of range; this one is not.
  const int64_t third = 3002399751580331;  // 2^53 / 3, rounded up
  EXPECT_EQ(FactorOf(Dimension(third * 3), Dimension(3)),
            static_cast<double>(third));
}

TEST(DistanceTest, EverythingElseMustBeEqualAndOfTheSameType) {
  const v1::Argument values[] = {
      Dimension(1),    Fixed(1),        Fixed(0),
      Fixed(-1),       Real(1),         Real(0),
      Text("1"),       Text(""),        Boolean(true),
      Boolean(false),  Null(),          BigInteger("9223372036854775808"),
      BigInteger("1"), Text("float32"),
  };
  for (const v1::Argument& wanted : values) {
    for (const v1::Argument& stored : values) {
      EXPECT_EQ(FactorOf(wanted, stored), &wanted == &stored ? 1 : kInfinite)
          << wanted.ShortDebugString() << " against "
          << stored.ShortDebugString();
    }
  }
}

TEST(DistanceTest, TheFactorIsTheProductOverAllDimensions) {
  EXPECT_EQ(
      DistanceFactor(Dimensions("h", {7, 7, 7}), Dimensions("h", {1, 1, 1})),
      343);
}

TEST(DistanceTest, OtherHashesFrameworksAndCountsAreInfinitelyFar) {
  const v1::Workload wanted = Dimensions("h", {2, 2});
  EXPECT_EQ(DistanceFactor(wanted, Dimensions("g", {2, 2})), kInfinite);
  EXPECT_EQ(DistanceFactor(wanted, Dimensions("h", {2})), kInfinite);
  EXPECT_EQ(DistanceFactor(wanted, Dimensions("h", {2, 2, 1})), kInfinite);
  v1::Workload other = wanted;
  other.set_framework("autotvm");
  EXPECT_EQ(DistanceFactor(wanted, other), kInfinite);
}

TEST(DistanceTest, AProductBeyondAllDoublesIsInfinitelyFar) {
  std::vector<v1::Argument> wanted(20, Dimension(kMax));
  std::vector<v1::Argument> stored(20, Dimension(1));
  EXPECT_EQ(
      DistanceFactor(MakeWorkload("h", wanted), MakeWorkload("h", stored)),
      kInfinite);
}

TEST(DistanceTest, AnArgumentAppliesExactlyWhereTheFactorIsFinite) {
  const std::vector<v1::Argument> arguments = {
      Dimension(1), Dimension(2), Dimension(3), Dimension(6),  Fixed(2),
      Fixed(-2),    Real(2),      Text("2"),    Boolean(true), Null()};
  for (const v1::Argument& wanted : arguments) {
    for (const v1::Argument& stored : arguments) {
      EXPECT_EQ(Applies(wanted, stored),
                std::isfinite(FactorOf(wanted, stored)))
          << wanted.ShortDebugString() << " " << stored.ShortDebugString();
    }
  }
}

}  // namespace
}  // namespace tunedex::storage
