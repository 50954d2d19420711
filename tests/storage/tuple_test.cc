#include "storage/tuple.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "storage/distance.h"
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

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

std::string Encode(const v1::Argument& argument) {
  return TupleWriter().Argument(argument).Finish();
}

// In the order in which their keys must stand.
std::vector<v1::Argument> ArgumentsInOrder() {
  return {
      Null(),
      Text(""),
      Text(std::string(1, '\0')),
      Text(std::string("\0a", 2)),
      Text("a"),
      Text(std::string("a\0", 2)),
      Text("ab"),
      Text("a\xff"),
      BigInteger("-9223372036854775809"),
      BigInteger("9223372036854775808"),
      Fixed(kMin),
      Fixed(-4294967296),
      Fixed(-256),
      Fixed(-255),
      Fixed(-1),
      Fixed(0),
      Fixed(1),
      Fixed(255),
      Fixed(256),
      Fixed(kMax),
      Dimension(1),
      Dimension(255),
      Dimension(256),
      Dimension(65535),
      Dimension(65536),
      Dimension(kMax),
      Real(-std::numeric_limits<double>::max()),
      Real(-1.5),
      Real(0.0),
      Real(5e-324),
      Real(1.5),
      Boolean(false),
      Boolean(true),
  };
}

TEST(TupleTest, ArgumentsRoundTrip) {
  for (const v1::Argument& argument : ArgumentsInOrder()) {
    const std::string key = Encode(argument);
    TupleReader reader(key);
    const absl::StatusOr<v1::Argument> read = reader.Argument();
    ASSERT_TRUE(read.ok()) << argument.DebugString() << read.status();
    EXPECT_TRUE(SameArgument(*read, argument)) << argument.DebugString();
    EXPECT_TRUE(reader.rest().empty());
  }
}

TEST(TupleTest, KeysStandInTheOrderOfTheirValues) {
  const std::vector<v1::Argument> arguments = ArgumentsInOrder();
  for (size_t i = 0; i + 1 < arguments.size(); ++i) {
    EXPECT_LT(Encode(arguments[i]), Encode(arguments[i + 1]))
        << arguments[i].DebugString() << arguments[i + 1].DebugString();
  }
}

TEST(TupleTest, NegativeZeroIsZero) {
  EXPECT_EQ(Encode(Real(-0.0)), Encode(Real(0.0)));
}

TEST(TupleTest, NoListOfArgumentsIsAPrefixOfAnother) {
  const std::string one = EncodeArguments(Dimensions("h", {1}));
  const std::string two = EncodeArguments(Dimensions("h", {1, 2}));
  EXPECT_NE(two.substr(0, one.size()), one);
}

TEST(TupleTest, TextsAreReadBackOneByOne) {
  const std::string key = TupleWriter()
                              .Text("a")
                              .Text(std::string("\0\xff\0", 3))
                              .Text("")
                              .Raw("rest")
                              .Finish();
  TupleReader reader(key);
  EXPECT_EQ(reader.Text().value(), "a");
  EXPECT_EQ(reader.Text().value(), std::string("\0\xff\0", 3));
  EXPECT_EQ(reader.Text().value(), "");
  EXPECT_EQ(reader.rest(), "rest");
}

TEST(TupleTest, ListsOfArgumentsRoundTrip) {
  const v1::Workload workload = MakeWorkload("h", ArgumentsInOrder());
  v1::Workload read;
  ASSERT_TRUE(DecodeArguments(EncodeArguments(workload), read).ok());
  ASSERT_EQ(read.arguments_size(), workload.arguments_size());
  EXPECT_EQ(EncodeArguments(read), EncodeArguments(workload));
}

TEST(TupleTest, EveryCutOffKeyIsDataLoss) {
  const std::string key =
      EncodeArguments(MakeWorkload("h", ArgumentsInOrder()));
  for (size_t size = 0; size < key.size(); ++size) {
    v1::Workload read;
    EXPECT_EQ(DecodeArguments(key.substr(0, size), read).code(),
              absl::StatusCode::kDataLoss)
        << size;
  }
}

TEST(TupleTest, UnknownTypeCodesAreDataLoss) {
  TupleReader reader("\x7f");
  EXPECT_EQ(reader.Argument().status().code(), absl::StatusCode::kDataLoss);
  v1::Workload read;
  EXPECT_EQ(DecodeArguments(absl::string_view("\0x", 2), read).code(),
            absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace tunedex::storage
