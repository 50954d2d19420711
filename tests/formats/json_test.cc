#include "formats/json.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/formats/testing.h"

namespace tunedex::formats {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

absl::Status Check(absl::string_view text) {
  return ReadJson(text, [](JsonValue& root) { return root.Skip(); });
}

// Reads [number].
absl::StatusOr<JsonNumber> ReadNumberIn(absl::string_view list) {
  JsonNumber number;
  absl::Status status = ReadJson(list, [&](JsonValue& root) {
    return root.ReadList([&](size_t, JsonValue& element) {
      absl::StatusOr<JsonNumber> read = element.ReadNumber();
      if (read.ok()) number = *read;
      return read.status();
    });
  });
  if (!status.ok()) return status;
  return number;
}

TEST(JsonTest, AcceptsEveryKindOfValue) {
  for (const absl::string_view text :
       {"[]", "{}", " [ ] ", R"([1,-0,0.5,1e5,1E-5,-12.5e+3])",
        R"(["",  "a\n\"\\\/\b\f\r\t\u00e9\ud83d\ude00"])",
        R"([true,false,null])", R"({"a":{"b":[{}]},"":[]})", "\t[\r\n1 , 2 ]",
        R"([123456789012345678901234567890])", "[1e-400, 0e999, 0.0e-9999]"}) {
    EXPECT_THAT(Check(text), IsOk()) << text;
  }
}

TEST(JsonTest, NamesPlaceAndFaultOfWhatIsNotJson) {
  struct Case {
    absl::string_view text;
    absl::string_view message;
  };
  const Case cases[] = {
      {"", "empty, where JSON was expected"},
      {"  ", "empty, where JSON was expected"},
      {"5", "expected a JSON list or object, found `5`"},
      {"\"x\"", "expected a JSON list or object"},
      {"[1,]", "[1]: expected a value, found `]` (byte 3)"},
      {"[,1]", "[0]: expected a value, found `,"},
      {"[1 2]", "byte 3: expected ',' or ']', found `2]`"},
      {"[1}", "byte 2: expected ], found }"},
      {"[[1},2]", "byte 3: expected ',' or ']', found `},2]`"},
      {R"({"a" 1})", "byte 5: expected ',' or '}' or \"key\": value"},
      {R"({"a":})", "a: expected a value, found `}`"},
      {R"({"a"})", "expected ',' or '}'"},
      {R"({a:1})", "byte 1: expected ',' or '}' or \"key\": value, found `a:"},
      {R"({"a":1,})", "byte 7: expected"},
      {R"({"a":1 "b":2})", "byte 7: expected"},
      {R"({"a":1,"b":2,"a":3})", "a: the key is repeated (byte 17)"},
      {R"({"a":1,"\u0061":3})", "a: the key is repeated"},
      {"[01]", "[0]: expected a number, found `01` (byte 1)"},
      {"[1.]", "expected a number, found `1.`"},
      {"[.5]", "expected a value, found `.5`"},
      {"[+1]", "expected a value, found `+1`"},
      {"[1e]", "expected a number, found `1e`"},
      {"[-]", "expected a number, found `-`"},
      {"[1x]", "expected a number, found `1x`"},
      {"[0x10]", "expected a number"},
      {"[tru]", "expected true or false, found `tru`"},
      {"[falsey]", "expected true or false, found `falsey`"},
      {"[nul]", "expected null, found `nul`"},
      {"[NaN]", "[0]: expected a value, found `NaN`"},
      {"[-Infinity]", "[0]: expected a number, found `-Infinity`"},
      {"['a']", "expected a value, found `'a'`"},
      {R"(["\x"])", "[0]: a wrong \\ escape in `\"\\x\"`"},
      {R"(["\ud800"])", "a wrong \\ escape"},
      {R"({"a\q":1})", "byte"},
      {"[\"a\x01\"]", "byte 3: control character \\x01 inside a string"},
      {"[1]x", "byte 3: the JSON ends here, but `x` follows"},
      {"[1][2]", "byte 3: the JSON ends here, but `[2]` follows"},
      {"[1]]", "byte 3: the JSON ends here, but `]` follows"},
      {R"({"a":1}{"a":2})", "byte 7: the JSON ends here"},
      {"[1e400]", "[0]: `1e400` is outside the range of a double (byte 1)"},
      {R"({"input":["t",0,[[1,-1e999]]]})",
       "input[2][0][1]: `-1e999` is outside the range of a double (byte 20)"},
      {R"({"a b":[x]})", "[`a b`][0]: expected a value, found `x` (byte 8)"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(Check(c.text), IsInvalid(HasSubstr(std::string(c.message))))
        << c.text;
  }
}

TEST(JsonTest, RefusesEveryPrefixOfADocumentAsCutOff) {
  const std::string text =
      R"({"i": [["[\"f\", 1]", "llvm"], [[], [["SP", 2, [1, 2], 1.5e3]]]], "n": null})";
  for (size_t size = 1; size < text.size(); ++size) {
    EXPECT_THAT(Check(text.substr(0, size)),
                IsInvalid(AllOf(StartsWith(absl::StrCat("byte ")),
                                HasSubstr("probably cut off"))))
        << text.substr(0, size);
  }
}

TEST(JsonTest, NamesTheByteOfInvalidUtf8) {
  std::string text = R"({"task": "conv2d_nchw.cuda", "n": 1})";
  text[12] = '\xff';
  EXPECT_THAT(Check(text), IsInvalid(AllOf(HasSubstr("byte 12: invalid UTF-8"),
                                           HasSubstr("co\\xffv2d"))));
}

TEST(JsonTest, SurvivesNulBytesAndBinaryData) {
  EXPECT_THAT(Check(absl::string_view("[1\0]", 4)),
              IsInvalid(HasSubstr("\\x00")));
  EXPECT_THAT(Check(absl::string_view("[\"\0\"]", 5)),
              IsInvalid(HasSubstr("control character \\x00")));
  EXPECT_THAT(Check(absl::string_view("[1]\0", 4)),
              IsInvalid(HasSubstr("\\x00")));
}

TEST(JsonTest, BoundsTheNesting) {
  const auto nested = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_THAT(Check(nested(kMaxNesting)), IsOk());
  EXPECT_THAT(Check(nested(kMaxNesting + 1)),
              IsInvalid(HasSubstr("nested deeper than 64 levels")));
  EXPECT_THAT(Check(nested(10'000)), IsInvalid(HasSubstr("nested deeper")));
  std::string objects;
  for (int i = 0; i < 10'000; ++i) objects += "{\"a\":";
  EXPECT_THAT(Check(objects + "1" + std::string(10'000, '}')),
              IsInvalid(HasSubstr("nested deeper")));
}

TEST(JsonTest, ClassifiesNumbersByHowTheyAreWritten) {
  struct Case {
    absl::string_view text;
    JsonNumber::Kind kind;
    int64_t integer = 0;
    double real = 0;
  };
  const Case cases[] = {
      {"0", JsonNumber::Kind::kInteger, 0},
      {"-0", JsonNumber::Kind::kInteger, 0},
      {"-7", JsonNumber::Kind::kInteger, -7},
      {"9223372036854775807", JsonNumber::Kind::kInteger, INT64_MAX},
      {"-9223372036854775808", JsonNumber::Kind::kInteger, INT64_MIN},
      {"9223372036854775808", JsonNumber::Kind::kBigInteger},
      {"-9223372036854775809", JsonNumber::Kind::kBigInteger},
      {"18446744073709551615", JsonNumber::Kind::kBigInteger},
      {"340282366920938463463374607431768211456",
       JsonNumber::Kind::kBigInteger},
      {"1.0", JsonNumber::Kind::kReal, 0, 1},
      {"1e3", JsonNumber::Kind::kReal, 0, 1000},
      {"-0.0", JsonNumber::Kind::kReal, 0, -0.0},
      {"1e-400", JsonNumber::Kind::kReal, 0, 0},
      {"4.9e-324", JsonNumber::Kind::kReal, 0, 4.9e-324},
      {"1.7976931348623157e308", JsonNumber::Kind::kReal, 0,
       std::numeric_limits<double>::max()},
      // Its exponent is 1 modulo 2^64.
      {"1e-18446744073709551615", JsonNumber::Kind::kReal, 0, 0},
  };
  for (const Case& c : cases) {
    const absl::StatusOr<JsonNumber> number =
        ReadNumberIn(absl::StrCat("[ ", c.text, " ]"));
    ASSERT_THAT(number, IsOk()) << c.text;
    EXPECT_EQ(number->kind, c.kind) << c.text;
    EXPECT_EQ(number->integer, c.kind == JsonNumber::Kind::kInteger
                                   ? c.integer
                                   : number->integer);
    EXPECT_EQ(number->real, c.real) << c.text;
  }
  EXPECT_THAT(ReadNumberIn("[1e18446744073709551617]"),
              IsInvalid(HasSubstr("outside the range")));
}

TEST(JsonTest, ReadsAnyNumberAsADouble) {
  std::vector<double> numbers;
  EXPECT_THAT(ReadJson("[1, 2.5, 18446744073709551616, -3]",
                       [&](JsonValue& root) {
                         return root.ReadList([&](size_t, JsonValue& element) {
                           absl::StatusOr<double> number = element.ReadDouble();
                           if (number.ok()) numbers.push_back(*number);
                           return number.status();
                         });
                       }),
              IsOk());
  EXPECT_THAT(numbers, ElementsAre(1, 2.5, 18446744073709551616.0, -3));
}

TEST(JsonTest, ReadsPythonsNumbersOnlyWhereAsked) {
  std::vector<double> numbers;
  EXPECT_THAT(ReadJson("[NaN, Infinity , -Infinity, 1]",
                       [&](JsonValue& root) {
                         return root.ReadList([&](size_t, JsonValue& element) {
                           absl::StatusOr<double> number =
                               element.ReadPythonDouble();
                           if (number.ok()) numbers.push_back(*number);
                           return number.status();
                         });
                       }),
              IsOk());
  ASSERT_EQ(numbers.size(), 4);
  EXPECT_TRUE(std::isnan(numbers[0]));
  EXPECT_EQ(numbers[1], std::numeric_limits<double>::infinity());
  EXPECT_EQ(numbers[2], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(numbers[3], 1);
}

TEST(JsonTest, GivesTheExactTextOfAValue) {
  std::vector<std::string> values;
  EXPECT_THAT(
      ReadJson(R"({ "a" : [ 1, {"b" : "]"} ] , "c":{}, "d" : "x" ,"e":1.50 })",
               [&](JsonValue& root) {
                 return root.ReadObject(
                     [&](absl::string_view, JsonValue& member) {
                       absl::Status status = member.Skip();
                       values.emplace_back(member.raw());
                       return status;
                     });
               }),
      IsOk());
  EXPECT_THAT(values,
              ElementsAre(R"([ 1, {"b" : "]"} ])", "{}", "\"x\"", "1.50"));
}

TEST(JsonTest, ChecksValuesThatNobodyReads) {
  const auto ignore = [](JsonValue& root) {
    return root.ReadObject(
        [](absl::string_view, JsonValue&) { return absl::OkStatus(); });
  };
  EXPECT_THAT(ReadJson(R"({"a":[1,{"b":null}],"c":"d"})", ignore), IsOk());
  EXPECT_THAT(ReadJson(R"({"a":[1,{"b":nil}]})", ignore),
              IsInvalid("a[1].b: expected null, found `nil` (byte 13)"));
  EXPECT_THAT(ReadJson("[x]", [](JsonValue&) { return absl::OkStatus(); }),
              IsInvalid(HasSubstr("found `x`")));
}

TEST(JsonTest, SaysWhatATupleMustHold) {
  const auto read = [](absl::string_view text) {
    return ReadJson(text, [](JsonValue& root) {
      return root.ReadTuple(2, 3, "[a, b, c]", [](size_t, JsonValue& element) {
        return element.Skip();
      });
    });
  };
  EXPECT_THAT(read("[1,2]"), IsOk());
  EXPECT_THAT(read("[1,2,3]"), IsOk());
  EXPECT_THAT(read("[1]"), IsInvalid(HasSubstr("found only 1 elements")));
  EXPECT_THAT(read("[1,2,3,4]"), IsInvalid(HasSubstr("found more elements")));
  EXPECT_THAT(read("{}"),
              IsInvalid(HasSubstr("expected a list, found an object")));
}

TEST(JsonTest, MayBeCalledFromInsideItself) {
  std::string inner_text;
  std::string outer_text;
  const absl::Status status =
      ReadJson(R"(["[\"inner\"]", "\u006futer"])", [&](JsonValue& root) {
        return root.ReadList([&](size_t index, JsonValue& element) {
          if (index == 1) return element.CopyString(outer_text);
          return ReadJson(*element.ReadString(), [&](JsonValue& inner) {
            return inner.ReadList([&](size_t, JsonValue& value) {
              return value.CopyString(inner_text);
            });
          });
        });
      });
  EXPECT_THAT(status, IsOk());
  EXPECT_EQ(inner_text, "inner");
  EXPECT_EQ(outer_text, "outer");
}

TEST(JsonTest, ReadsObjectsOfAnySize) {
  std::string text = "{";
  for (int i = 0; i < 5000; ++i)
    absl::StrAppend(&text, "\"k", i, "\":", i, ",");
  EXPECT_THAT(Check(text + "\"k\":1}"), IsOk());
  EXPECT_THAT(Check(text + "\"k4321\":1}"),
              IsInvalid(HasSubstr("k4321: the key is repeated")));
}

TEST(JsonTest, RefusesADocumentAboveTheLimit) {
  EXPECT_THAT(Check("[" + std::string(kMaxLogLineBytes, ' ') + "]"),
              IsInvalid(HasSubstr("more than the 8388608 allowed")));
}

TEST(JsonTest, WritesJsonWithoutBlanks) {
  EXPECT_EQ(CompactJson("[ 1,\n {\"a b\" : \"c  d\"} ]"),
            "[1,{\"a b\":\"c  d\"}]");
}

// Puts one to three random bytes of JSON in the place of others.
std::string Mutate(std::string text, std::mt19937& random) {
  constexpr absl::string_view kBytes =
      "[]{}:,\"\\ \t0123.eE+-truefalsn\x01\xff\xc3\xa9";
  for (int i = random() % 3; i >= 0; --i) {
    const size_t at = random() % (text.size() + 1);
    const char byte = kBytes[random() % kBytes.size()];
    switch (random() % 3) {
      case 0:
        text.insert(at, 1, byte);
        break;
      case 1:
        text.erase(at, 1 + random() % 3);
        break;
      default:
        if (at < text.size()) text[at] = byte;
    }
  }
  return text;
}

TEST(JsonTest, AgreesWithAnotherParserOnDamagedDocuments) {
  const std::string documents[] = {
      R"({"i": [["[\"f\", 1]", "llvm"], [[], [["SP", 2, [1, 2], 1]]]], "r": [[1.5e-3], 0, 0.25, 16], "v": "v0.6"})",
      R"([1, -2.5, [true, false, null], {"a": {"b": "\u00e9\n"}}, "", [], {}])",
      "[[[[]]],{\"k\":[{}]}]",
  };
  std::mt19937 random(20240229);
  int accepted = 0;
  for (int i = 0; i < 60'000; ++i) {
    const std::string text = Mutate(documents[i % 3], random);
    const absl::Status status = Check(text);
    const size_t first = text.find_first_not_of(" \t");
    const bool is_container = first != std::string::npos &&
                              (text[first] == '[' || text[first] == '{');
    const bool is_repeated =
        absl::string_view(status.message()).find("repeated") !=
        absl::string_view::npos;
    accepted += status.ok() ? 1 : 0;
    ASSERT_EQ(status.ok() || is_repeated,
              is_container && nlohmann::json::accept(text))
        << text << "\n"
        << status;
  }
  EXPECT_GT(accepted, 3000);
}

}  // namespace
}  // namespace tunedex::formats
