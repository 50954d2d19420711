#include "formats/arguments.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

using ::testing::HasSubstr;

// The type and JSON of every argument in a list, or the error.
std::string Flatten(ArgumentRule rule, absl::string_view json) {
  v1::Workload workload;
  const absl::Status status = ReadJson(json, [&](JsonValue& root) {
    return AppendArguments(rule, root, workload);
  });
  if (!status.ok()) return std::string(status.message());
  std::string shown;
  for (const v1::Argument& argument : workload.arguments()) {
    if (!shown.empty()) shown += ' ';
    shown += "?DFRTBN+"[argument.value_case()];
    AppendArgumentJson(argument, /*mark_fixed=*/false, shown);
  }
  return shown;
}

TEST(ArgumentsTest, EachRuleKnowsItsOwnDimensions) {
  constexpr absl::string_view kJson = R"([["TENSOR", [2, 0], "f"], 3, -1])";
  EXPECT_EQ(Flatten(ArgumentRule::kPositiveIntegers, kJson),
            R"(T"TENSOR" D2 F0 T"f" D3 F-1)");
  EXPECT_EQ(Flatten(ArgumentRule::kPositiveIntegersUnlessFixed, kJson),
            R"(T"TENSOR" D2 F0 T"f" D3 F-1)");
  EXPECT_EQ(Flatten(ArgumentRule::kTensorShapes, kJson),
            R"(T"TENSOR" D2 F0 T"f" F3 F-1)");
}

TEST(ArgumentsTest, KeepsTheTypeOfEveryScalar) {
  EXPECT_EQ(
      Flatten(ArgumentRule::kPositiveIntegers,
              R"([1.0, -0.0, "", true, false, null, 1e3,)"
              R"( 18446744073709551615])"),
      R"(R1.0 R0.0 T"" Btrue Bfalse Nnull R1000.0 +18446744073709551615)");
}

TEST(ArgumentsTest, OnlyOneRuleKnowsFixedIntegers) {
  constexpr absl::string_view kJson = R"([{"fixed": 5}])";
  EXPECT_EQ(Flatten(ArgumentRule::kPositiveIntegersUnlessFixed, kJson), "F5");
  for (const ArgumentRule rule :
       {ArgumentRule::kPositiveIntegers, ArgumentRule::kTensorShapes}) {
    EXPECT_THAT(Flatten(rule, kJson), HasSubstr("argument 0 is an object"));
  }
}

}  // namespace
}  // namespace tunedex::formats
