#include "client/cli/table_output.h"

#include <string>

#include "client/cli/table.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/sample_answers.h"

namespace tunedex::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(TableTest, AlignsValuesAndEscapesControlCharacters) {
  Table table;
  table.Add("a", "1");
  table.Add("longer", "x\ny\x1b[31m");
  table.Add("none", "");
  EXPECT_EQ(table.ToString(),
            "a       1\n"
            "longer  x\\x0ay\\x1b[31m\n"
            "none    -\n");
}

TEST(TableOutputTest, MatchIsPrintedInFullWithItsLogLineLast) {
  const std::string text = AnswerText(SampleAnswer(), /*colour=*/false);
  EXPECT_THAT(
      text,
      AllOf(
          StartsWith("compatible schedule\n"),
          HasSubstr("scope                 key:cuda\n"),
          HasSubstr("measured cost         3 ms\n"),
          HasSubstr("estimated cost        6 ms\n"),
          HasSubstr("argument differences  #0: 512 wanted, 256 stored\n"),
          HasSubstr("target differences    arch: sm_86 wanted, sm_75 stored\n"),
          HasSubstr("source                farm-7, farm-8\n"),
          HasSubstr("measured at           2021-03-02T12:57:00+00:00\n"),
          EndsWith("log line:\n{\"i\": [], \"v\": \"v0.6\"}\n"),
          Not(HasSubstr("\033"))));
}

TEST(TableOutputTest, SeveralMatchesAreNumbered) {
  v1::LookupResponse answer = SampleAnswer();
  *answer.add_matches() = answer.matches(0);
  EXPECT_THAT(AnswerText(answer, /*colour=*/false),
              AllOf(StartsWith("1 of 2: compatible schedule\n"),
                    HasSubstr("\n\n2 of 2: compatible schedule\n")));
}

TEST(TableOutputTest, MissSaysWhyAndWhatToDo) {
  EXPECT_THAT(
      AnswerText(SampleMiss(), /*colour=*/false),
      AllOf(StartsWith(
                "no schedule: EXCLUDED_BY_CONSTRAINTS (there is a schedule"),
            HasSubstr("scopes tried: target, key:cuda\n"),
            HasSubstr("excluded by log_version: v0.5 wanted, v0.6 found\n")));
}

TEST(TableOutputTest, ColourIsOnlyUsedWhenWanted) {
  EXPECT_THAT(AnswerText(SampleMiss(), /*colour=*/true), HasSubstr("\033[31m"));
}

TEST(TableOutputTest, RecordShowsItsCosts) {
  EXPECT_THAT(RecordText(SampleRecord()),
              AllOf(HasSubstr("cost              3 ms\n"),
                    HasSubstr("costs             2 ms, 4 ms\n"),
                    HasSubstr("sequence          17\n")));
}

}  // namespace
}  // namespace tunedex::cli
