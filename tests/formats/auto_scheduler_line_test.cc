#include "formats/auto_scheduler_line.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
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

constexpr absl::string_view kState =
    R"([[],  [["SP", 2, 0, [1, 2], 1], ["CI",1 ] ] ])";

// A line with such a task and state.
std::string Line(absl::string_view task, absl::string_view state = kState) {
  return absl::StrCat(R"({"i": [)", task, ", ", state,
                      R"(], "r": [[0.5], 0, 1, 2], "v": "v0.6"})");
}

TEST(AutoSchedulerLineTest, ReadsTheTasksOfAllVersions) {
  for (const absl::string_view task :
       {R"(["[\"f\", [1, 2]]", "llvm"])",
        R"(["[\"f\", [1, 2]]", "llvm", [1, -1, 2147483647, 0, 0, 0, 0, 0]])",
        R"(["[\"f\", [1, 2]]", "llvm", [1], "llvm -keys=cpu"])",
        R"(["[\"f\", [1, 2]]", "llvm", [1], "", 0])",
        R"(["[\"f\", [1, 2]]", "llvm", [1], "", 1, ["a", "b"]])"}) {
    const absl::StatusOr<ParsedLine> line = ReadAutoSchedulerLine(Line(task));
    ASSERT_THAT(line, IsOk());
    const v1::TuningRecord& record = line->record;
    EXPECT_EQ(record.workload().framework(), "auto_scheduler");
    EXPECT_EQ(record.workload().structural_hash(), "f");
    EXPECT_EQ(FormatArguments(record.workload()), "[1,2]");
    EXPECT_EQ(FormatTarget(record.target()), "llvm -keys=cpu");
    EXPECT_EQ(record.schedule(), kState);
    EXPECT_EQ(record.measurement().costs_seconds(0), 0.5);
    EXPECT_EQ(record.versions().log_version(), "v0.6");
    EXPECT_THAT(line->warnings, IsEmpty());
  }
}

TEST(AutoSchedulerLineTest, ReadsItsKeysInAnyOrderAndWithoutAVersion) {
  EXPECT_THAT(ReadAutoSchedulerLine(
                  R"({"v":"v0.2","r":[[1],0,1,1],"i":[["f","llvm"],[[],[]]]})"),
              IsOk());
  const absl::StatusOr<ParsedLine> line =
      ReadAutoSchedulerLine(R"({"r":[[1],0,1,1],"i":[["f","llvm"],[[],[]]]})");
  ASSERT_THAT(line, IsOk());
  EXPECT_EQ(line->record.versions().log_version(), "");
}

TEST(AutoSchedulerLineTest, WarnsOfOldKeys) {
  const absl::StatusOr<ParsedLine> line =
      ReadAutoSchedulerLine(Line(R"(["[\"b32e\"]", "llvm"])"));
  ASSERT_THAT(line, IsOk());
  ASSERT_THAT(line->warnings, SizeIs(1));
  EXPECT_EQ(line->warnings[0].code(), "OLD_WORKLOAD_KEY");
  EXPECT_THAT(line->warnings[0].text(),
              AllOf(HasSubstr("`[\"b32e\"]`"), HasSubstr("`tunedex rekey`")));
}

TEST(AutoSchedulerLineTest, ABareNameIsNoOldKey) {
  const absl::StatusOr<ParsedLine> line =
      ReadAutoSchedulerLine(Line(R"(["b32e", "llvm"])"));
  ASSERT_THAT(line, IsOk());
  EXPECT_THAT(line->warnings, IsEmpty());
}

TEST(AutoSchedulerLineTest, SaysWhatIsWrongWithATask) {
  struct Case {
    absl::string_view task;
    absl::string_view message;
  };
  const Case cases[] = {
      {R"(["f"])",
       "i[0]: expected [key, target, hardware, host, layout, names]"},
      {R"(["f","llvm",[],"",0,[],1])", "i[0]: expected [key, target"},
      {R"([5,"llvm"])", "i[0][0]: expected a string, found `5`"},
      {R"(["f",{"kind":"llvm"}])",
       "i[0][1]: expected a string, found an object"},
      {R"(["f","llvm",[1.5]])", "i[0][2][0]: expected an integer, found `1.5`"},
      {R"(["f","llvm",[],null])", "i[0][3]: expected a string, found `null`"},
      {R"(["f","llvm",[],"","0"])", "i[0][4]: expected a number"},
      {R"(["f","llvm",[],"",0,[1]])", "i[0][5][0]: expected a string"},
      {R"(["{\"f\": 1}","llvm"])", "i[0][0]: workload key: a JSON key must be"},
      {R"(["[\"f\", 1e400]","llvm"])",
       "i[0][0]: workload key: [1]: `1e400` is outside"},
      {R"(["","llvm"])", "i[0][0]: workload key: the structural hash is empty"},
      {R"(["f","llvm -mcpu="])",
       "i[0][1]: target: option `-mcpu` has an empty value"},
      {R"(["f",""])", "i[0][1]: target: the kind is missing"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(ReadAutoSchedulerLine(Line(c.task)),
                IsInvalid(HasSubstr(std::string(c.message))));
  }
}

TEST(AutoSchedulerLineTest, SaysWhatIsWrongWithAState) {
  struct Case {
    absl::string_view state;
    absl::string_view message;
  };
  const Case cases[] = {
      {"[[]]", "i[1]: expected [stages, steps], found only 1"},
      {"[[],[],[]]", "i[1]: expected [stages, steps], found more"},
      {"{}", "i[1]: expected a list, found an object"},
      {"[[1],[]]", "i[1][0][0]: the list of stages must be empty"},
      {"[[],[[]]]", "i[1][1][0]: a step must begin with its code"},
      {"[[],[[5]]]", "i[1][1][0][0]: expected a string, found `5`"},
      {"[[],[\"SP\"]]", "i[1][1][0]: expected a list, found `\"SP\"`"},
      {"[[],[[\"SP\", nope]]]", "i[1][1][0][1]: expected null, found `nope`"},
      {"[[],[[\"SP\", [1,]]]]", "i[1][1][0][1][1]: expected a value"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(ReadAutoSchedulerLine(Line(R"(["f","llvm"])", c.state)),
                IsInvalid(HasSubstr(std::string(c.message))));
  }
}

TEST(AutoSchedulerLineTest, SaysWhatIsWrongWithALine) {
  struct Case {
    absl::string_view line;
    absl::string_view message;
  };
  const Case cases[] = {
      {R"({"r":[[1],0,1,1],"v":"v0.6"})", "\"i\" is missing"},
      {R"({"i":[["f","llvm"],[[],[]]]})", "\"r\" is missing"},
      {R"({"i":[["f","llvm"],[[],[]]],"r":[[1],0,1,1],"x":1})",
       "x: an AutoScheduler line has only the keys i, r and v"},
      {R"({"i":[["f","llvm"],[[],[]]],"r":[[1],0,1,1],"r":[[1],0,1,1]})",
       "r: the key is repeated"},
      {R"({"i":[["f","llvm"],[[],[]]],"r":[[1],0,1,1],"v":0.6})",
       "v: expected a string, found `0.6`"},
      {R"({"i":[["f","llvm"]],"r":[[1],0,1,1]})",
       "i: expected [task, state], found only 1"},
      {R"({"i":[["f","llvm"],[[],[]]],"r":[[],0,1,1]})",
       "r: a measurement with error number 0 has no costs"},
      {R"({"i":[["f","llvm"],[[],[]]],"r":[[NaN],0,1,1]})",
       "r: cost 0 (nan) is not a finite number"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(ReadAutoSchedulerLine(c.line),
                IsInvalid(HasSubstr(std::string(c.message))));
  }
}

}  // namespace
}  // namespace tunedex::formats
