#include "client/cli/table_output.h"

#include <string>

#include "client/cli/table.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/sample_answers.h"

namespace tunedex::cli {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
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

TEST(TableOutputTest, DifferencesHaveARowEach) {
  v1::LookupResponse answer = SampleAnswer();
  v1::Match& match = *answer.mutable_matches(0);
  v1::TargetDifference& model = *match.add_target_differences();
  model.set_attribute("model");
  model.set_wanted("t4");
  match.clear_argument_differences();
  EXPECT_THAT(AnswerText(answer, /*colour=*/false),
              HasSubstr("argument differences  none\n"
                        "target differences    arch: sm_86 wanted, sm_75 "
                        "stored\n"
                        "                      model: t4 wanted, (not set) "
                        "stored\n"));
}

TEST(TableOutputTest, AlternativesFollowTheMatchWhichIsNotRepeated) {
  v1::LookupResponse answer = SampleAnswer();
  v1::StoredRecord& other = *answer.mutable_matches(0)->add_alternatives();
  other.set_record_id("b");
  other.set_cost_seconds(0.5);
  other.mutable_record()->set_log_line("{}");
  EXPECT_THAT(AnswerText(answer, /*colour=*/false),
              EndsWith("record id             "
                       "00112233445566778899aabbccddeeff\n"
                       "log line:\n{\"i\": [], \"v\": \"v0.6\"}\n"
                       "\nalternative b 500 ms:\n{}\n"));
}

TEST(TableOutputTest, SeveralMatchesAreNumbered) {
  v1::LookupResponse answer = SampleAnswer();
  *answer.add_matches() = answer.matches(0);
  EXPECT_THAT(AnswerText(answer, /*colour=*/false),
              AllOf(StartsWith("1 of 2: compatible schedule\n"),
                    HasSubstr("\n\n2 of 2: compatible schedule\n")));
}

TEST(TableOutputTest, MissSaysWhyAndWhatToDo) {
  EXPECT_EQ(AnswerText(SampleMiss(), /*colour=*/false),
            "no schedule: EXCLUDED_BY_CONSTRAINTS\n"
            "there is a schedule, but the constraints of the lookup rule it "
            "out; loosen them if it may\nserve\n"
            "scopes tried: target, key:cuda\n"
            "excluded by --log-version: v0.5 wanted, v0.6 found\n");
}

TEST(TableOutputTest, AdviceOfEveryReasonFitsIntoItsLines) {
  v1::LookupResponse answer = SampleMiss();
  for (int reason = 0; reason < v1::MissReason_ARRAYSIZE; ++reason) {
    answer.mutable_miss()->set_reason(static_cast<v1::MissReason>(reason));
    const std::string text = AnswerText(answer, /*colour=*/false);
    EXPECT_THAT(text, Not(ContainsRegex("[^\n]{91}")));
    EXPECT_THAT(text, Not(HasSubstr("--scopes")));
    EXPECT_THAT(text, Not(HasSubstr("  ")));
  }
}

TEST(TableOutputTest, ConstraintsAreNamedByTheirFlags) {
  v1::LookupResponse answer = SampleMiss();
  *answer.mutable_miss() = ParseText<v1::Miss>(R"pb(
    reason: MISS_REASON_EXCLUDED_BY_CONSTRAINTS
    excluded_by { constraint: "required_attributes: mcpu" found: "znver3" }
    excluded_by { constraint: "compiler_version" wanted: "9" }
    excluded_by { constraint: "code_hash" wanted: "c" found: "d" }
    excluded_by { constraint: "sources" wanted: "a,b" found: "c" }
    excluded_by { constraint: "excluded_sources" wanted: "not c" found: "c" }
    excluded_by { constraint: "since_seconds" wanted: "1614690000" found: "0" }
  )pb");
  EXPECT_THAT(
      AnswerText(answer, /*colour=*/false),
      EndsWith("excluded by --require mcpu: (not set) wanted, znver3 found\n"
               "excluded by --compiler-version: 9 wanted, (not set) found\n"
               "excluded by --code-hash: c wanted, d found\n"
               "excluded by --source: a,b wanted, c found\n"
               "excluded by --exclude-source: not c wanted, c found\n"
               "excluded by --since: 2021-03-02T13:00:00+00:00 wanted, (not "
               "set) found\n"));
}

TEST(TableOutputTest, RejectedCandidatesFollowAMissWithWhatRulesThemOut) {
  EXPECT_THAT(
      AnswerText(SampleRejections(), /*colour=*/false),
      EndsWith("scopes tried: key:cuda\n"
               "nearest candidates:\n"
               "- [8,512,3], 500 ms, scope key:cuda, record aa\n"
               "  argument #1: 500 wanted, 512 stored (and 1 more)\n"
               "- [8], 500 ms, scope key:cuda, record bb\n"
               "  another number of arguments: 1 stored\n"
               "- [8], 500 ms, scope key:cuda, record cc\n"
               "  distance factor 4, but with --exact only 1 may answer\n"
               "- [8], 500 ms, scope key:cuda, record dd\n"
               "  distance factor 16, above --max-distance-factor\n"
               "- [8], 500 ms, scope key:cuda, record ee\n"
               "  excluded by --log-version: v0.5 wanted, v0.6 found\n"));
}

TEST(TableOutputTest, ATruncatedAnswerEndsWithANote) {
  for (v1::LookupResponse answer : {SampleAnswer(), SampleMiss()}) {
    EXPECT_THAT(AnswerText(answer, /*colour=*/false),
                Not(HasSubstr("\nnote: ")));
    answer.set_truncated(true);
    EXPECT_THAT(AnswerText(answer, /*colour=*/false),
                HasSubstr("\nnote: the lookup read as many records as one"));
  }
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
