#include "formats/autotvm_line.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/limits.h"
#include "formats/parsed_line.h"
#include "formats/target.h"
#include "formats/workload_key.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::formats {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr absl::string_view kInput =
    R"(["cuda -model=t4", "dense.cuda", [["TENSOR", [4, 8], "float32"], null, [1]], {}])";
constexpr absl::string_view kConfig =
    R"({"index": 5,  "code_hash": null, "entity": [["tile_k", "sp", [-1, 8]]]})";
constexpr absl::string_view kResult = "[[0.5], 0, 1.5, 1610298238.3852098]";

std::string Line(absl::string_view input, absl::string_view config = kConfig,
                 absl::string_view result = kResult) {
  return absl::StrCat(R"({"input": )", input, R"(, "config": )", config,
                      R"(, "result": )", result,
                      R"(, "version": 0.2, "tvm_version": "0.8.dev0"})");
}

// A line whose config has such entities.
std::string LineWithEntities(absl::string_view entities) {
  return Line(kInput, absl::StrCat(R"({"index":1,"code_hash":null,"entity":)",
                                   entities, "}"));
}

TEST(AutotvmLineTest, ReadsAllOfALine) {
  const absl::StatusOr<ParsedLine> line = ReadAutotvmLine(Line(kInput));
  ASSERT_THAT(line, IsOk());
  const v1::TuningRecord& record = line->record;
  EXPECT_EQ(record.workload().framework(), "autotvm");
  EXPECT_EQ(record.workload().structural_hash(), "dense.cuda");
  EXPECT_EQ(FormatArguments(record.workload()),
            R"(["TENSOR",4,8,"float32",null,{"fixed":1}])");
  EXPECT_EQ(FormatTarget(record.target()), "cuda -keys=cuda,gpu -model=t4");
  EXPECT_EQ(record.schedule(), kConfig);
  EXPECT_EQ(record.measurement().timestamp_seconds(), 1610298238.3852098);
  EXPECT_EQ(record.versions().log_version(), "0.2");
  EXPECT_EQ(record.versions().compiler_version(), "0.8.dev0");
  EXPECT_EQ(record.versions().code_hash(), "");
  EXPECT_THAT(line->warnings, IsEmpty());
}

TEST(AutotvmLineTest, ReadsItsKeysInAnyOrderAndIgnoresOthers) {
  const absl::StatusOr<ParsedLine> line = ReadAutotvmLine(absl::StrCat(
      R"({"version":"0.2","x":[{"y":1}],"result":)", kResult,
      R"(,"config":{"entity":[],"index":99999999999999999999,"code_hash":"abc",)",
      R"("z":{}},"input":)", kInput, "}"));
  ASSERT_THAT(line, IsOk());
  EXPECT_EQ(line->record.versions().code_hash(), "abc");
  EXPECT_EQ(line->record.versions().log_version(), "0.2");
  EXPECT_EQ(line->record.versions().compiler_version(), "");
  EXPECT_THAT(ReadAutotvmLine(R"({"x":[nope]})"),
              IsInvalid(HasSubstr("x[0]: expected null")));
}

TEST(AutotvmLineTest, ReadsEveryKindOfKnob) {
  EXPECT_THAT(
      ReadAutotvmLine(LineWithEntities(
          R"([["a","sp",[-1,2]],["b","re",[0,1]],["c","an",["vec","none"]],)"
          R"(["d","ot",true],["e","ot",null],["f","ot","x"],["g","ot",1.5]])")),
      IsOk());
  struct Case {
    absl::string_view entities;
    absl::string_view message;
  };
  const Case cases[] = {
      {"{}", "config.entity: expected a list, found an object"},
      {R"([["a","sp"]])",
       "config.entity[0]: expected [name, kind, value], found only 2"},
      {R"([["a","sp",[1],2]])", "found more elements"},
      {R"([[1,"sp",[1]]])", "config.entity[0][0]: expected a string"},
      {R"([["a","xx",[1]]])",
       "config.entity[0][1]: `xx` is no kind of knob; known are sp, re, an"},
      {R"([["a","sp",1]])", "config.entity[0][2]: expected a list"},
      {R"([["a","re",[1.5]]])", "config.entity[0][2][0]: expected an integer"},
      {R"([["a","an",[1]]])", "config.entity[0][2][0]: expected a string"},
      {R"([["a","ot",[1]]])", "config.entity[0][2]: expected a scalar"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(ReadAutotvmLine(LineWithEntities(c.entities)),
                IsInvalid(HasSubstr(std::string(c.message))));
  }
}

TEST(AutotvmLineTest, SaysWhatIsWrongWithALine) {
  struct Case {
    std::string line;
    absl::string_view message;
  };
  const Case cases[] = {
      {R"({"config":{"index":1,"entity":[]}})", "\"input\" is missing"},
      {absl::StrCat(R"({"input":)", kInput, "}"), "\"config\" is missing"},
      {absl::StrCat(R"({"input":)", kInput, R"(,"config":)", kConfig, "}"),
       "\"result\" is missing"},
      {Line(R"(["cuda","t",[]])"),
       "input: expected [target, task, args, kwargs], found only 3"},
      {Line(R"(["cuda","t",[],{},1])"), "found more elements"},
      {Line(R"(["cuda","t",[],[]])"),
       "input[3]: expected the kwargs, an object"},
      {Line(R"(["cuda","t",{},{}])"), "input[2]: expected a list"},
      {Line(R"(["cuda","t",[1,{"a":1}],{}])"),
       "input[2][1]: argument 1 is an object"},
      {Line(R"(["cuda","t",[[0, 1e400]],{}])"),
       "input[2][0][1]: `1e400` is outside the range of a double"},
      {Line(R"(["cuda","",[],{}])"), "input[1]: the task name is empty"},
      {Line(R"(["cuda","a\u0000",[],{}])"),
       "input[1]: structural hash: byte 1"},
      {Line(R"(["","t",[],{}])"), "input[0]: target: the kind is missing"},
      {Line(kInput, R"({"index":1.5,"entity":[]})"),
       "config.index: expected an integer"},
      {Line(kInput, R"({"entity":[]})"), "config: index is missing"},
      {Line(kInput, R"({"index":1})"), "config: entity is missing"},
      {Line(kInput, R"({"index":1,"code_hash":5,"entity":[]})"),
       "config.code_hash: expected a string"},
      {Line(kInput, "null"), "config: expected an object, found `null`"},
      {Line(kInput, kConfig, "[[], 0, 1, 1]"), "result: a measurement with"},
      {Line(absl::StrCat(R"(["cuda","t",[")", std::string(kMaxKeyBytes, 'x'),
                         R"("],{}])")),
       "input[2]: the arguments have 65540 bytes, more than the 65536"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(ReadAutotvmLine(c.line),
                IsInvalid(HasSubstr(std::string(c.message))));
  }
}

std::string LegacyLine(absl::string_view workload, absl::string_view config) {
  return absl::StrCat(
      R"({"i": ["llvm", "topi_nn_conv2d", [["TENSOR", [1, 3], "f"], 3], {}, )",
      workload, ", ", config, R"(], "r": [[0.5], 0, 1, 2], "v": 0.1})");
}

TEST(LegacyAutotvmLineTest, KeepsARecordUnderTaskAndTemplate) {
  const std::string config =
      R"({"i": 193, "c": null, "e": [["x", "ot", false]], "t": "direct"})";
  const absl::StatusOr<ParsedLine> line =
      ReadLegacyAutotvmLine(LegacyLine(R"(["conv2d", [1, 3, "f"]])", config));
  ASSERT_THAT(line, IsOk());
  const v1::TuningRecord& record = line->record;
  EXPECT_EQ(record.workload().framework(), "autotvm");
  EXPECT_EQ(record.workload().structural_hash(), "topi_nn_conv2d#direct");
  EXPECT_EQ(FormatArguments(record.workload()),
            R"(["TENSOR",1,3,"f",{"fixed":3}])");
  EXPECT_EQ(record.schedule(), config);
  EXPECT_EQ(record.versions().log_version(), "0.1");
  ASSERT_THAT(line->warnings, SizeIs(1));
  EXPECT_EQ(line->warnings[0].code(), "LEGACY_FORMAT");
  EXPECT_THAT(line->warnings[0].text(),
              HasSubstr("legacy record under `topi_nn_conv2d#direct`"));
}

TEST(LegacyAutotvmLineTest, TheTemplateAndTheWorkloadMayBeMissing) {
  for (const absl::string_view config :
       {R"({"i": 1, "c": null, "e": [], "t": ""})", R"({"i": 1, "e": []})",
        R"({"i": 1, "e": [], "t": null})"}) {
    const absl::StatusOr<ParsedLine> line =
        ReadLegacyAutotvmLine(LegacyLine("null", config));
    ASSERT_THAT(line, IsOk());
    EXPECT_EQ(line->record.workload().structural_hash(), "topi_nn_conv2d#");
  }
}

TEST(LegacyAutotvmLineTest, SaysWhatIsWrongWithALine) {
  EXPECT_THAT(ReadLegacyAutotvmLine(LegacyLine("null", "{}")),
              IsInvalid(HasSubstr("i[5]: i is missing")));
  EXPECT_THAT(ReadLegacyAutotvmLine(LegacyLine("null", R"({"i":1})")),
              IsInvalid(HasSubstr("i[5]: e is missing")));
  EXPECT_THAT(ReadLegacyAutotvmLine(R"({"i":["llvm","t",[],{}]})"),
              IsInvalid(HasSubstr("i: expected [target, task, args, kwargs, "
                                  "workload, config], found only 4")));
  EXPECT_THAT(ReadLegacyAutotvmLine(
                  R"({"i":["llvm","t",[],{},null,{"i":1,"e":[]}],"v":0.1})"),
              IsInvalid("\"r\" is missing"));
  EXPECT_THAT(ReadLegacyAutotvmLine(R"({"x":1})"),
              IsInvalid(HasSubstr("x: an AutoTVM 0.1 line has only the keys")));
}

}  // namespace
}  // namespace tunedex::formats
