#include "client/cli/json_output.h"

#include <string>

#include "client/cli/import_counts.h"
#include "gtest/gtest.h"
#include "tests/client/sample_answers.h"

namespace tunedex::cli {
namespace {

constexpr char kMatchStart[] =
    R"({"outcome":"compatible","distance_factor":2.0,"measured_cost_seconds":0.003,)"
    R"("estimated_cost_seconds":0.006,"scope":"key:cuda",)"
    R"("record_id":"00112233445566778899aabbccddeeff","framework":"auto_scheduler",)"
    R"("structural_hash":"matmul",)"
    R"("arguments":[256,-1,0.5,"float32",true,null,18446744073709551615,"-99999999999999999999"],)"
    R"("argument_differences":[{"index":0,"wanted":512,"stored":256}],)"
    R"("target":"cuda -keys=cuda,gpu -arch=sm_75",)"
    R"("target_differences":[{"attribute":"arch","wanted":"sm_86","stored":"sm_75"}],)"
    R"("log_version":"v0.6","compiler_version":"","code_hash":"","source":"farm-7",)"
    R"("timestamp":1614689820,"log_line":"{\"i\": [], \"v\": \"v0.6\"}")";

TEST(JsonOutputTest, MatchHasTheFieldsOfTheContractInOrder) {
  EXPECT_EQ(JsonLine(AnswerJson(SampleAnswer(), {})),
            std::string(kMatchStart) + "}\n");
}

TEST(JsonOutputTest, TopKGivesAListOfMatches) {
  EXPECT_EQ(JsonLine(AnswerJson(SampleAnswer(), {.as_list = true})),
            "{\"matches\":[" + std::string(kMatchStart) + "}]}\n");
}

TEST(JsonOutputTest, AlternativesComeLast) {
  EXPECT_EQ(
      JsonLine(AnswerJson(SampleAnswer(), {.with_alternatives = true})),
      std::string(kMatchStart) +
          R"(,"alternatives":[{"record_id":"00112233445566778899aabbccddeeff",)"
          R"("measured_cost_seconds":0.003,"log_version":"v0.6","compiler_version":"",)"
          R"("code_hash":"","source":"farm-7","timestamp":1614689820,)"
          R"("log_line":"{\"i\": [], \"v\": \"v0.6\"}"}]})"
          "\n");
}

TEST(JsonOutputTest, MissHasReasonAndScopes) {
  v1::LookupResponse answer = SampleMiss();
  answer.mutable_miss()->set_reason(v1::MISS_REASON_UNKNOWN_TARGET);
  answer.mutable_miss()->clear_excluded_by();
  EXPECT_EQ(
      JsonLine(AnswerJson(answer, {.as_list = true})),
      R"({"outcome":"none","reason":"UNKNOWN_TARGET","scopes_tried":["target","key:cuda"]})"
      "\n");
}

TEST(JsonOutputTest, MissByConstraintsNamesThem) {
  EXPECT_EQ(
      JsonLine(AnswerJson(SampleMiss(), {})),
      R"({"outcome":"none","reason":"EXCLUDED_BY_CONSTRAINTS","scopes_tried":["target","key:cuda"],)"
      R"("excluded_by":[{"constraint":"log_version","wanted":"v0.5","found":"v0.6"}]})"
      "\n");
}

TEST(JsonOutputTest, MissEndsWithItsRejectedCandidatesWhenAskedFor) {
  const v1::LookupResponse answer = SampleRejections();
  EXPECT_EQ(
      JsonLine(AnswerJson(answer, {.with_rejected = true})),
      R"({"outcome":"none","reason":"NO_COMPATIBLE_SHAPE","scopes_tried":["key:cuda"],)"
      R"("rejected":[{"scope":"key:cuda","record_id":"aa","measured_cost_seconds":0.5,)"
      R"("arguments":[8,512,3],"reason":"ARGUMENT","offending_arguments":2,)"
      R"("first_offending_argument":{"index":1,"wanted":500,"stored":512}},)"
      R"({"scope":"key:cuda","record_id":"bb","measured_cost_seconds":0.5,)"
      R"("arguments":[8],"reason":"ARGUMENT_COUNT","offending_arguments":2},)"
      R"({"scope":"key:cuda","record_id":"cc","measured_cost_seconds":0.5,)"
      R"("arguments":[8],"reason":"EXACT_ONLY","offending_arguments":0,"distance_factor":4.0},)"
      R"({"scope":"key:cuda","record_id":"dd","measured_cost_seconds":0.5,)"
      R"("arguments":[8],"reason":"DISTANCE_FACTOR","offending_arguments":0,"distance_factor":16.0},)"
      R"({"scope":"key:cuda","record_id":"ee","measured_cost_seconds":0.5,)"
      R"("arguments":[8],"reason":"CONSTRAINTS","offending_arguments":0,"distance_factor":1.0,)"
      R"("excluded_by":[{"constraint":"log_version","wanted":"v0.5","found":"v0.6"}]}]})"
      "\n");
}

TEST(JsonOutputTest, RejectedIsAnEmptyListWhenNothingWas) {
  v1::LookupResponse answer = SampleRejections();
  answer.mutable_miss()->clear_rejected();
  EXPECT_EQ(
      JsonLine(AnswerJson(answer, {.with_rejected = true})),
      R"({"outcome":"none","reason":"NO_COMPATIBLE_SHAPE","scopes_tried":["key:cuda"],"rejected":[]})"
      "\n");
}

TEST(JsonOutputTest, OnlyATruncatedAnswerSaysSoAndAtItsEnd) {
  v1::LookupResponse answer = SampleAnswer();
  answer.set_truncated(true);
  EXPECT_EQ(JsonLine(AnswerJson(answer, {})),
            std::string(kMatchStart) + ",\"truncated\":true}\n");
  EXPECT_EQ(
      JsonLine(AnswerJson(answer, {.as_list = true})),
      "{\"matches\":[" + std::string(kMatchStart) + "}],\"truncated\":true}\n");
  v1::LookupResponse miss = SampleMiss();
  miss.set_truncated(true);
  EXPECT_EQ(AnswerJson(miss, {})["truncated"], true);
}

TEST(JsonOutputTest, MissWithoutScopesHasAnEmptyList) {
  v1::LookupResponse answer;
  answer.set_outcome(v1::OUTCOME_NONE);
  answer.mutable_miss()->set_reason(v1::MISS_REASON_UNKNOWN_WORKLOAD);
  EXPECT_EQ(
      JsonLine(AnswerJson(answer, {})),
      R"({"outcome":"none","reason":"UNKNOWN_WORKLOAD","scopes_tried":[]})"
      "\n");
}

TEST(JsonOutputTest, FractionOfATimestampIsKept) {
  v1::LookupResponse answer = SampleAnswer();
  answer.mutable_matches(0)
      ->mutable_stored()
      ->mutable_record()
      ->mutable_measurement()
      ->set_timestamp_seconds(1535423916.7184713);
  EXPECT_EQ(AnswerJson(answer, {})["timestamp"].dump(), "1535423916.7184713");
}

TEST(JsonOutputTest, RecordHasItsFilings) {
  EXPECT_EQ(
      JsonLine(RecordJson(SampleRecord())),
      R"({"record_id":"00112233445566778899aabbccddeeff","framework":"auto_scheduler",)"
      R"("structural_hash":"matmul",)"
      R"("arguments":[256,-1,0.5,"float32",true,null,18446744073709551615,"-99999999999999999999"],)"
      R"("target":"cuda -keys=cuda,gpu -arch=sm_75","cost_seconds":0.003,"error_number":0,)"
      R"("costs_seconds":[0.002,0.004],"log_version":"v0.6","compiler_version":"","code_hash":"",)"
      R"("sources":[{"name":"farm-7","first_pushed_at":"2023-11-14T22:13:20.25+00:00"},)"
      R"({"name":"farm-8","first_pushed_at":"2023-11-14T22:13:21+00:00"}],)"
      R"("added_models":["t4"],"sequence":17,"timestamp":1614689820,)"
      R"("log_line":"{\"i\": [], \"v\": \"v0.6\"}"})"
      "\n");
}

TEST(JsonOutputTest, StatsHaveAllTotals) {
  const auto stats = ParseText<v1::GetStatsResponse>(R"pb(
    records: 9007199254740993
    workloads: 2
    targets: 3
    sources: 4
    failed_measurements: 5
    revision: 6
    bytes_on_disk: 7
    server_version: "0.1.0"
  )pb");
  EXPECT_EQ(
      JsonLine(StatsJson(stats)),
      R"({"records":9007199254740993,"workloads":2,"targets":3,"sources":4,)"
      R"("failed_measurements":5,"revision":6,"bytes_on_disk":7,"server_version":"0.1.0"})"
      "\n");
}

TEST(JsonOutputTest, ImportHasTheFieldsOfTheContractInOrder) {
  ImportCounts counts;
  counts.AddComment();
  counts.AddResult(ParseText<v1::PushResult>(R"pb(
                     outcome: PUSH_OUTCOME_STORED
                     warnings { code: "OLD_WORKLOAD_KEY" text: "rekey it" }
                   )pb"),
                   {});
  counts.AddReject({.origin = {.file_index = 0, .file = "a.json", .line = 3},
                    .reason = "torn"});
  EXPECT_EQ(
      JsonLine(ImportJson(counts)),
      R"({"lines":3,"accepted":1,"stored":1,"duplicates":0,"failed_measurements":0,)"
      R"("converted":0,"rejected":1,"comments":1,)"
      R"("rejects":[{"file":"a.json","line":3,"reason":"torn"}],)"
      R"("warnings":[{"code":"OLD_WORKLOAD_KEY","text":"rekey it","count":1}]})"
      "\n");
}

TEST(JsonOutputTest, BytesThatAreNotUtf8DoNotBreakTheLine) {
  EXPECT_EQ(JsonLine(ErrorJson("a\xff")),
            "{\"outcome\":\"error\",\"message\":\"a\xEF\xBF\xBD\"}\n");
}

}  // namespace
}  // namespace tunedex::cli
