#include "storage/nearest/shape.h"

#include <cstdint>
#include <random>
#include <string>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "storage/tuple.h"
#include "tests/storage/nearest/random_group.h"
#include "tests/testing/records.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::BigInteger;
using ::tunedex::testing::Boolean;
using ::tunedex::testing::Dimension;
using ::tunedex::testing::Fixed;
using ::tunedex::testing::MakeWorkload;
using ::tunedex::testing::Null;
using ::tunedex::testing::RandomArgument;
using ::tunedex::testing::Real;
using ::tunedex::testing::Text;

std::string Encoded(const v1::Argument& argument) {
  return TupleWriter().Argument(argument).End().Finish();
}

TEST(ShapeTest, ADimensionIsKeptApartFromThePattern) {
  const Shape a = ShapeOf(MakeWorkload("h", {Dimension(7), Text("x")}));
  const Shape b = ShapeOf(MakeWorkload("h", {Dimension(300), Text("x")}));
  EXPECT_EQ(a.pattern, b.pattern);
  EXPECT_EQ(a.dimensions, (std::vector<uint64_t>{7, 1}));
  EXPECT_EQ(b.dimensions, (std::vector<uint64_t>{300, 1}));
}

TEST(ShapeTest, FixedArgumentsOfEveryTypeArePartOfThePattern) {
  const std::vector<v1::Argument> fixed = {
      Fixed(0),      Fixed(1),
      Fixed(-1),     Real(1),
      Real(1.5),     Text(""),
      Text("1"),     Text(std::string("\0\xff", 2)),
      Boolean(true), Boolean(false),
      Null(),        BigInteger("9223372036854775808"),
      Dimension(1)};
  for (size_t a = 0; a < fixed.size(); ++a) {
    for (size_t b = 0; b < fixed.size(); ++b) {
      EXPECT_EQ(ShapeOf(MakeWorkload("h", {fixed[a]})).pattern ==
                    ShapeOf(MakeWorkload("h", {fixed[b]})).pattern,
                a == b)
          << a << " " << b;
    }
  }
}

TEST(ShapeTest, TheNumberOfArgumentsIsPartOfThePattern) {
  EXPECT_NE(ShapeOf(MakeWorkload("h", {})).pattern,
            ShapeOf(MakeWorkload("h", {Dimension(1)})).pattern);
}

TEST(ShapeTest, RandomWorkloadsComeBackAsTheyWere) {
  std::mt19937_64 random(1);
  Shape decoded;
  for (int i = 0; i < 20000; ++i) {
    std::vector<v1::Argument> arguments(random() % 9);
    for (v1::Argument& argument : arguments) argument = RandomArgument(random);
    const v1::Workload workload = MakeWorkload("h", arguments);
    const std::string encoded = EncodeArguments(workload);
    const Shape shape = ShapeOf(workload);
    ASSERT_TRUE(DecodeShape(encoded, decoded).ok());
    ASSERT_EQ(decoded, shape) << workload.ShortDebugString();
    ASSERT_EQ(EncodeShape(shape), encoded);
    v1::Workload back;
    ASSERT_TRUE(DecodeArguments(EncodeShape(shape), back).ok());
    ASSERT_EQ(EncodeArguments(back), encoded);
  }
}

TEST(ShapeTest, BytesThatAreCutOffAreDataLoss) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 300; ++i) {
    std::string encoded =
        EncodeArguments(MakeWorkload("h", {RandomArgument(random)}));
    while (!encoded.empty()) {
      encoded.pop_back();
      Shape shape;
      ASSERT_EQ(DecodeShape(encoded, shape).code(),
                absl::StatusCode::kDataLoss);
    }
  }
}

TEST(ShapeTest, BytesBehindTheEndAreDataLoss) {
  Shape shape;
  EXPECT_EQ(DecodeShape(Encoded(Dimension(2)) + "x", shape).code(),
            absl::StatusCode::kDataLoss);
}

TEST(ShapeTest, ADimensionThatIsNotPositiveIsDataLoss) {
  Shape shape;
  const std::string zero = TupleWriter().Dimension(0).End().Finish();
  EXPECT_EQ(DecodeShape(zero, shape).code(), absl::StatusCode::kDataLoss);
  const std::string beyond = "\x48" + std::string(8, '\xff') + '\0';
  EXPECT_EQ(DecodeShape(beyond, shape).code(), absl::StatusCode::kDataLoss);
}

TEST(ShapeTest, RandomDamageIsDataLossOrAnotherShape) {
  std::mt19937_64 random(3);
  const std::string good = EncodeArguments(MakeWorkload(
      "h", {Dimension(70000), Text("abc"), Real(2), Fixed(-3), Null()}));
  for (int i = 0; i < 20000; ++i) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1 + random() % 255);
    Shape shape;
    const absl::Status status = DecodeShape(bad, shape);
    if (status.ok()) {
      v1::Workload workload;
      ASSERT_TRUE(DecodeArguments(bad, workload).ok());
    } else {
      ASSERT_EQ(status.code(), absl::StatusCode::kDataLoss);
    }
  }
}

TEST(ShapeTest, AShapeIsReadIntoOneThatWasUsedBefore) {
  Shape shape = ShapeOf(MakeWorkload("h", {Dimension(3), Text("x")}));
  ASSERT_TRUE(DecodeShape(Encoded(Dimension(5)), shape).ok());
  EXPECT_EQ(shape, ShapeOf(MakeWorkload("h", {Dimension(5)})));
}

}  // namespace
}  // namespace tunedex::storage
