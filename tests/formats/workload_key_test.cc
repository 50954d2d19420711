#include "formats/workload_key.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Framework, hash and arguments, fixed integers marked.
std::string Show(const absl::StatusOr<v1::Workload>& workload) {
  if (!workload.ok()) return workload.status().ToString();
  return absl::StrCat(workload->framework(), " ", workload->structural_hash(),
                      " ", FormatArguments(*workload));
}

TEST(ParseWorkloadKeyTest, ReadsHashAndArguments) {
  struct Case {
    absl::string_view key;
    absl::string_view shown;
  };
  const Case cases[] = {
      {R"(["f"])", "f []"},
      {R"(["f",[]])", "f []"},
      {"f", "f []"},
      {"\"f\"", "\"f\" []"},
      {"5", "5 []"},
      {"null", "null []"},
      {"a [b]", "a [b] []"},
      {" \t[\"f\", 1 ] ", "f [1]"},
      {R"(["f", [8, 3], [[1], 2], "x"])", R"(f [8,3,1,2,"x"])"},
      {R"(["f", 0, -1, 1.5, -0.0, true, false, null, ""])",
       R"(f [0,-1,1.5,0.0,true,false,null,""])"},
      {R"(["f", 9223372036854775807, 9223372036854775808, -9223372036854775809])",
       "f [9223372036854775807,9223372036854775808,-9223372036854775809]"},
      {R"(["\u0066", "\u00e9"])", "f [\"\xc3\xa9\"]"},
      {R"(["f", -0, 1e2])", "f [0,100.0]"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Show(ParseWorkloadKey(c.key)),
              absl::StrCat("auto_scheduler ", c.shown));
  }
}

TEST(ParseWorkloadKeyTest, EveryPositiveIntegerIsADimension) {
  const absl::StatusOr<v1::Workload> workload =
      ParseWorkloadKey(R"(["f", 1, [2], 0, -3, 18446744073709551616])");
  ASSERT_THAT(workload, IsOk());
  EXPECT_EQ(workload->arguments(0).dimension(), 1);
  EXPECT_EQ(workload->arguments(1).dimension(), 2);
  EXPECT_TRUE(workload->arguments(2).has_fixed_integer());
  EXPECT_EQ(workload->arguments(3).fixed_integer(), -3);
  EXPECT_EQ(workload->arguments(4).big_integer(), "18446744073709551616");
}

TEST(ParseWorkloadKeyTest, FlatAndNestedKeysAreEqual) {
  EXPECT_EQ(Show(ParseWorkloadKey(R"(["f", [1, 2], [[3]], []])")),
            Show(ParseWorkloadKey(R"(["f", 1, 2, 3])")));
}

TEST(ParseWorkloadKeyTest, SaysWhatIsWrongWithAKey) {
  struct Case {
    absl::string_view key;
    absl::string_view message;
  };
  const Case cases[] = {
      {"", "the structural hash is empty"},
      {"[]", "expected [hash, arguments...], found only 0 elements"},
      {"[5]", "[0]: expected a string, found `5`"},
      {R"([["f"], 1])", "[0]: expected a string, found a list"},
      {R"([""])", "the structural hash is empty"},
      {R"({"f": 1})", "a JSON key must be a list [hash, arguments...]"},
      {R"(  {)", "a JSON key must be a list"},
      {R"(["f", 1, [2, {"a": 3}]])", "[2][1]: argument 2 is an object"},
      {R"(["f", {"fixed": 3}])", "[1]: argument 0 is an object"},
      {R"(["f", 1)", "probably cut off"},
      {R"(["f", NaN])", "[1]: expected a value, found `NaN`"},
      {R"(["f", 1] x)", "the JSON ends here"},
      {R"(["f", 1e400])", "outside the range of a double"},
      {"[\"f\xff\"]", "invalid UTF-8 in `[\"f\\xff\"]`"},
      {"f\xff", "invalid UTF-8"},
      {"f\ng", "byte 1: control character"},
      {R"(["f\ng"])", "byte 1: control character"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(ParseWorkloadKey(c.key),
                IsInvalid(AllOf(HasSubstr("workload key: "),
                                HasSubstr(std::string(c.message)))))
        << c.key;
  }
}

TEST(ParseWorkloadKeyTest, BoundsKeysHashesArgumentsAndNesting) {
  EXPECT_THAT(ParseWorkloadKey(std::string(kMaxKeyBytes + 1, 'f')),
              IsInvalid(HasSubstr("65537 bytes, more than the 65536 allowed")));
  EXPECT_THAT(ParseWorkloadKey(std::string(kMaxHashBytes, 'f')), IsOk());
  EXPECT_THAT(ParseWorkloadKey(std::string(kMaxHashBytes + 1, 'f')),
              IsInvalid(HasSubstr("4097 bytes, more than the 4096 allowed")));
  std::string key = "[\"f\"";
  for (size_t i = 0; i < kMaxArguments; ++i) key += ",1";
  EXPECT_THAT(ParseWorkloadKey(key + "]"), IsOk());
  EXPECT_THAT(ParseWorkloadKey(key + ",[2]]"),
              IsInvalid(HasSubstr("more than 4096 arguments")));
  EXPECT_THAT(ParseWorkloadKey("[\"f\"," + std::string(10'000, '[') +
                               std::string(10'000, ']') + "]"),
              IsInvalid(HasSubstr("nested deeper than 64 levels")));
}

TEST(ParseAutotvmTaskTest, OnlyShapesHoldDimensions) {
  struct Case {
    absl::string_view arguments;
    absl::string_view shown;
  };
  const Case cases[] = {
      {"[]", "[]"},
      {R"([["TENSOR", [1, 2], "float32"], [1, 0], "NCHW", null, true, 1.5])",
       R"(["TENSOR",1,2,"float32",{"fixed":1},0,"NCHW",null,true,1.5])"},
      {R"([[["TENSOR", [3], "f"], [["\u0054ENSOR", [4], 5]]]])",
       R"(["TENSOR",3,"f","TENSOR",4,{"fixed":5}])"},
      {R"([["TENSOR", [[1, [2]], 0, -1, "n", 2.0], "f"]])",
       R"(["TENSOR",1,2,0,-1,"n",2.0,"f"])"},
      {R"([["TENSOR", [512, 1], "float32", [3, 0]]])",
       R"(["TENSOR",512,1,"float32",{"fixed":3},0])"},
      {R"([["TENSOR", 5, "float32"], ["TENSOR"], ["X", [1]]])",
       R"(["TENSOR",{"fixed":5},"float32","TENSOR","X",{"fixed":1}])"},
      {"[18446744073709551616]", "[18446744073709551616]"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Show(ParseAutotvmTask("dense.x86", c.arguments)),
              absl::StrCat("autotvm dense.x86 ", c.shown));
  }
}

TEST(ParseAutotvmTaskTest, SaysWhatIsWrongWithATask) {
  EXPECT_THAT(ParseAutotvmTask("", "[]"), IsInvalid("the task name is empty"));
  EXPECT_THAT(ParseAutotvmTask("t", ""),
              IsInvalid(HasSubstr("arguments: empty")));
  EXPECT_THAT(ParseAutotvmTask("t", "{}"),
              IsInvalid(HasSubstr("expected a list, found an object")));
  EXPECT_THAT(ParseAutotvmTask("t", R"([1, {"fixed": 2}])"),
              IsInvalid(HasSubstr("[1]: argument 1 is an object")));
  EXPECT_THAT(ParseAutotvmTask("t\n", "[]"),
              IsInvalid(HasSubstr("structural hash: byte 1: control")));
}

TEST(ParseWorkloadTest, ReadsFixedIntegersOfOtherFrameworks) {
  EXPECT_EQ(Show(ParseWorkload(
                "my_compiler", "h",
                R"([1, {"fixed": 2}, [{"fixed": -3}], {"fixed": 0}])")),
            R"(my_compiler h [1,{"fixed":2},-3,0])");
  EXPECT_EQ(Show(ParseWorkload("my_compiler", "h",
                               R"([{"fixed": 9223372036854775808}])")),
            "my_compiler h [9223372036854775808]");
  EXPECT_EQ(Show(ParseWorkload("auto_scheduler", "h", "[1, [2]]")),
            "auto_scheduler h [1,2]");
  EXPECT_EQ(Show(ParseWorkload("autotvm", "h", "[1]")),
            R"(autotvm h [{"fixed":1}])");
  EXPECT_EQ(Show(ParseWorkload("meta_schedule", "123", "[]")),
            "meta_schedule 123 []");
}

TEST(ParseWorkloadTest, SaysWhatIsWrongWithAWorkload) {
  struct Case {
    absl::string_view framework;
    absl::string_view hash;
    absl::string_view arguments;
    absl::string_view message;
  };
  const Case cases[] = {
      {"", "h", "[]", "framework is empty"},
      {"My", "h", "[]", "framework `My` is not a name"},
      {"9a", "h", "[]", "is not a name"},
      {"a-b", "h", "[]", "is not a name"},
      {"x", "", "[]", "the structural hash is empty"},
      {"x", "h", R"([{"fixed": 1.5}])", "[0].fixed: expected an integer"},
      {"x", "h", R"([{"fixed": "1"}])", "expected a number, found `\"1\"`"},
      {"x", "h", R"([{"other": 1}])", "only \"fixed\" is known here"},
      {"x", "h", R"([{"fixed": 1, "b": 1}])", "only \"fixed\" is known here"},
      {"x", "h", "[{}]", "an object without \"fixed\""},
      {"auto_scheduler", "h", R"([{"fixed": 5}])", "is a dimension"},
      {"meta_schedule", "1", "[1]", "has no arguments"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(ParseWorkload(c.framework, c.hash, c.arguments),
                IsInvalid(HasSubstr(std::string(c.message))));
  }
  EXPECT_THAT(
      ParseWorkload(std::string(kMaxFrameworkBytes + 1, 'a'), "h", "[]"),
      IsInvalid(HasSubstr("65 bytes, more than the 64")));
}

v1::WorkloadInput MakeStructured(absl::string_view framework) {
  v1::WorkloadInput input;
  input.mutable_workload()->set_framework(std::string(framework));
  input.mutable_workload()->set_structural_hash("h");
  return input;
}

TEST(ReadWorkloadInputTest, ReadsEveryForm) {
  v1::WorkloadInput input;
  input.set_workload_key(R"(["f", 1])");
  EXPECT_EQ(Show(ReadWorkloadInput(input)), "auto_scheduler f [1]");
  input.mutable_autotvm_task()->set_task("t");
  input.mutable_autotvm_task()->set_arguments_json("[2]");
  EXPECT_EQ(Show(ReadWorkloadInput(input)), R"(autotvm t [{"fixed":2}])");
  input = MakeStructured("autotvm");
  input.mutable_workload()->add_arguments()->set_dimension(3);
  EXPECT_EQ(Show(ReadWorkloadInput(input)), "autotvm h [3]");
  EXPECT_THAT(ReadWorkloadInput(v1::WorkloadInput()),
              IsInvalid("no workload is given"));
}

TEST(ReadWorkloadInputTest, ChecksEveryStructuredArgument) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto read = [](auto fill) {
    v1::WorkloadInput input = MakeStructured("x");
    fill(*input.mutable_workload()->add_arguments());
    return ReadWorkloadInput(input);
  };
  const auto big = [&read](const char* text) {
    return read([text](v1::Argument& a) { a.set_big_integer(text); });
  };
  EXPECT_THAT(read([](v1::Argument&) {}),
              IsInvalid("workload: argument 0: no value is set"));
  EXPECT_THAT(read([](v1::Argument& a) { a.set_dimension(0); }),
              IsInvalid(HasSubstr("dimension 0 is not positive")));
  EXPECT_THAT(read([=](v1::Argument& a) { a.set_real(infinity); }),
              IsInvalid(HasSubstr("real is not finite")));
  EXPECT_THAT(read([](v1::Argument& a) { a.set_text("\xff"); }),
              IsInvalid(HasSubstr("text: byte 0: invalid UTF-8")));
  EXPECT_THAT(read([](v1::Argument& a) { a.set_fixed_integer(5); }), IsOk());
  EXPECT_THAT(big("9223372036854775808"), IsOk());
  EXPECT_THAT(big("-9223372036854775809"), IsOk());
  for (const char* text :
       {"9223372036854775807", "-9223372036854775808", "1"}) {
    EXPECT_THAT(big(text), IsInvalid(HasSubstr("fits into 64 signed bits")));
  }
  for (const char* text :
       {"", "-", "x", "+9223372036854775808", "09223372036854775808",
        "-09223372036854775808", "9223372036854775808.0", "1e30"}) {
    EXPECT_THAT(big(text), IsInvalid(HasSubstr("is not a decimal integer")));
  }
}

TEST(ReadWorkloadInputTest, GivesNegativeZeroItsOneForm) {
  v1::WorkloadInput input = MakeStructured("x");
  input.mutable_workload()->add_arguments()->set_real(-0.0);
  EXPECT_EQ(Show(ReadWorkloadInput(input)), "x h [0.0]");
}

TEST(ReadWorkloadInputTest, AnAutoSchedulerWorkloadHasNoPositiveFixedInteger) {
  v1::WorkloadInput input = MakeStructured("auto_scheduler");
  input.mutable_workload()->add_arguments()->set_fixed_integer(-5);
  EXPECT_THAT(ReadWorkloadInput(input), IsOk());
  input.mutable_workload()->add_arguments()->set_fixed_integer(5);
  EXPECT_THAT(ReadWorkloadInput(input),
              IsInvalid(HasSubstr("argument 1: fixed_integer 5")));
}

TEST(ReadWorkloadInputTest, BoundsTheArguments) {
  v1::WorkloadInput input = MakeStructured("x");
  input.mutable_workload()->add_arguments()->set_text(
      std::string(kMaxKeyBytes + 1, 'x'));
  EXPECT_THAT(
      ReadWorkloadInput(input),
      IsInvalid(HasSubstr("the text of the arguments has 65537 bytes")));
  input.mutable_workload()->clear_arguments();
  for (size_t i = 0; i <= kMaxArguments; ++i) {
    input.mutable_workload()->add_arguments()->set_dimension(1);
  }
  EXPECT_THAT(ReadWorkloadInput(input),
              IsInvalid(HasSubstr("4097 arguments, more than the 4096")));
}

void FillRandomly(std::mt19937_64& random, v1::Argument& argument) {
  switch (random() % 7) {
    case 0:
      argument.set_dimension(1 + static_cast<int64_t>(random() >> 1) / 2);
      break;
    case 1:
      argument.set_fixed_integer(static_cast<int64_t>(random()));
      break;
    case 2:
      argument.set_real(std::ldexp(static_cast<double>(random()),
                                   static_cast<int>(random() % 1800) - 900));
      break;
    case 3:
      for (size_t i = random() % 9; i > 0; --i) {
        *argument.mutable_text() += static_cast<char>(random() % 128);
      }
      argument.set_text(argument.text() + "\xc3\xa9");
      break;
    case 4:
      argument.set_boolean(random() % 2 == 0);
      break;
    case 5:
      argument.mutable_null();
      break;
    default:
      argument.set_big_integer(absl::StrCat(random() % 2 == 0 ? "-" : "",
                                            1 + random() % 9, random(),
                                            "0000000000000000000"));
  }
}

TEST(FormatArgumentsTest, ParseWorkloadReadsAllArgumentsBack) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    v1::WorkloadInput input = MakeStructured("my_compiler");
    for (size_t n = random() % 8; n > 0; --n) {
      FillRandomly(random, *input.mutable_workload()->add_arguments());
    }
    const absl::StatusOr<v1::Workload> workload = ReadWorkloadInput(input);
    ASSERT_THAT(workload, IsOk());
    const absl::StatusOr<v1::Workload> again =
        ParseWorkload("my_compiler", "h", FormatArguments(*workload));
    ASSERT_THAT(again, IsOk());
    ASSERT_THAT(*again, EqualsProto(*workload));
  }
}

TEST(IsOldWorkloadKeyTest, IsTrueForAListWithoutArguments) {
  EXPECT_TRUE(IsOldWorkloadKey(R"(["abc"])"));
  EXPECT_TRUE(IsOldWorkloadKey(R"( ["abc", [[]]])"));
  EXPECT_FALSE(IsOldWorkloadKey(R"(["abc", 1])"));
  EXPECT_FALSE(IsOldWorkloadKey("abc"));
  EXPECT_FALSE(IsOldWorkloadKey("[5]"));
  EXPECT_FALSE(IsOldWorkloadKey("[\"abc"));
}

}  // namespace
}  // namespace tunedex::formats
