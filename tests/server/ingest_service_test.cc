#include "server/ingest_service.h"

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "grpcpp/support/status.h"
#include "gtest/gtest.h"
#include "server/limits.h"
#include "tests/server/log_lines.h"
#include "tests/server/server_fixture.h"
#include "tests/server/status_reason.h"
#include "tests/server/test_client.h"
#include "tunedex/v1/ingest_service.pb.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::server {
namespace {

using ::testing::SizeIs;

class IngestServiceTest : public ServerFixture {};

TEST_F(IngestServiceTest, EveryRecordOfARequestGetsItsResultInOrder) {
  std::vector<v1::PushResult> results = client_->PushLines({
      "# a comment",
      AutoSchedulerLine("conv", 8, "[0.002], 0"),
      "",
      R"({"i": [[)",
      AutotvmLine(2, "[1e-05], 0"),
      AutoSchedulerLine("conv", 8, "[1e10], 4"),
  });
  ASSERT_THAT(results, SizeIs(6));
  EXPECT_EQ(results[0].outcome(), v1::PUSH_OUTCOME_COMMENT);
  EXPECT_EQ(results[1].outcome(), v1::PUSH_OUTCOME_STORED);
  EXPECT_THAT(results[1].record_id(), SizeIs(32));
  EXPECT_FALSE(results[1].failed_measurement());
  EXPECT_EQ(results[2].outcome(), v1::PUSH_OUTCOME_COMMENT);
  EXPECT_EQ(results[3].outcome(), v1::PUSH_OUTCOME_REJECTED);
  EXPECT_EQ(results[3].error().code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(results[3].error()), "MALFORMED_RECORD");
  EXPECT_EQ(results[4].outcome(), v1::PUSH_OUTCOME_STORED);
  EXPECT_EQ(results[5].outcome(), v1::PUSH_OUTCOME_STORED);
  EXPECT_TRUE(results[5].failed_measurement());
  EXPECT_EQ(client_->GetStats().records(), 3);
}

TEST_F(IngestServiceTest, PushingAgainChangesNothing) {
  std::string line = AutoSchedulerLine("conv", 8, "[0.002], 0");
  v1::PushResult first = client_->PushLines({line}).at(0);
  for (const std::string& spelling :
       {line, line + "\n", line + "\r\n", "\xEF\xBB\xBF" + line}) {
    v1::PushResult again = client_->PushLines({spelling}).at(0);
    EXPECT_EQ(again.outcome(), v1::PUSH_OUTCOME_DUPLICATE);
    EXPECT_EQ(again.record_id(), first.record_id());
  }
  EXPECT_EQ(client_->GetStats().records(), 1);
}

TEST_F(IngestServiceTest, ARequestWithoutARecordIsAnsweredInItsPlace) {
  auto pushed = client_->Push({
      LinesRequest({AutoSchedulerLine("conv", 1, "[0.002], 0")}),
      LinesRequest({"# nothing here"}),
      LinesRequest({}),
      LinesRequest({AutoSchedulerLine("conv", 2, "[0.002], 0"), ""}),
  });
  ASSERT_TRUE(pushed.status.ok()) << pushed.status.error_message();
  ASSERT_THAT(pushed.responses, SizeIs(4));
  EXPECT_THAT(pushed.responses[0].results(), SizeIs(1));
  EXPECT_EQ(pushed.responses[1].results(0).outcome(), v1::PUSH_OUTCOME_COMMENT);
  EXPECT_THAT(pushed.responses[2].results(), SizeIs(0));
  EXPECT_THAT(pushed.responses[3].results(), SizeIs(2));
  EXPECT_LE(pushed.responses[0].revision(), pushed.responses[3].revision());
}

TEST_F(IngestServiceTest, AnyCompilersOpaqueScheduleComesBackAsItWas) {
  const std::string schedule("\x00\xff\n{tile 8}", 11);
  v1::PushRequest request;
  request.set_source("farm");
  auto& record = *request.add_records()->mutable_record();
  auto& workload = *record.mutable_workload()->mutable_workload();
  workload.set_framework("mycompiler");
  workload.set_structural_hash("conv");
  workload.add_arguments()->set_dimension(8);
  workload.add_arguments()->set_text("float32");
  record.mutable_target()->set_text("npu -mcpu=v2");
  record.mutable_measurement()->add_costs_seconds(0.25);
  record.mutable_versions()->set_compiler_version("3.1");
  record.set_schedule(schedule);
  auto pushed = client_->Push({request});
  ASSERT_TRUE(pushed.status.ok()) << pushed.status.error_message();
  const v1::PushResult& result = pushed.responses.at(0).results(0);
  ASSERT_EQ(result.outcome(), v1::PUSH_OUTCOME_STORED)
      << result.error().message();
  EXPECT_EQ(result.warnings(0).code(), "UNKNOWN_TARGET_KIND");

  v1::LookupRequest lookup;
  *lookup.mutable_workload()->mutable_workload() = workload;
  *lookup.mutable_target() = record.target();
  v1::LookupResponse response;
  ASSERT_TRUE(client_->Lookup(lookup, response).ok());
  ASSERT_EQ(response.outcome(), v1::OUTCOME_EXACT);
  const v1::TuningRecord& found = response.matches(0).stored().record();
  EXPECT_EQ(found.schedule(), schedule);
  EXPECT_EQ(found.versions().compiler_version(), "3.1");

  // The same shape of another framework is another workload.
  lookup.mutable_workload()->mutable_workload()->set_framework("other");
  ASSERT_TRUE(client_->Lookup(lookup, response).ok());
  EXPECT_EQ(response.outcome(), v1::OUTCOME_NONE);
}

TEST_F(IngestServiceTest, AModelIsFiledUnderRecordsThatNameNone) {
  v1::PushRequest request = LinesRequest(
      {AutoSchedulerLine("conv", 8, "[0.002], 0", "llvm -keys=cpu")});
  request.set_model("bench1");
  ASSERT_TRUE(client_->Push({request}).status.ok());
  v1::LookupResponse response;
  ASSERT_TRUE(client_
                  ->Lookup(KeyLookup(WorkloadKey("conv", 8),
                                     "llvm -keys=cpu -model=bench1"),
                           response)
                  .ok());
  ASSERT_EQ(response.outcome(), v1::OUTCOME_EXACT);
  EXPECT_EQ(response.matches(0).scope(), "model:bench1");
}

TEST_F(IngestServiceTest, AFaultyRequestEndsTheStreamAfterEarlierResponses) {
  v1::PushRequest good =
      LinesRequest({AutoSchedulerLine("conv", 8, "[0.002], 0")});
  v1::PushRequest after =
      LinesRequest({AutoSchedulerLine("conv", 16, "[0.002], 0")});
  struct Case {
    v1::PushRequest request;
    std::string reason;
  };
  v1::PushRequest many = LinesRequest({});
  for (int i = 0; i <= kMaxPushRecords; ++i) {
    many.add_records()->set_log_line("#");
  }
  v1::PushRequest bad_model = good;
  bad_model.set_model("a\nb");
  for (const Case& c : {
           Case{LinesRequest({}, ""), "MISSING_SOURCE"},
           Case{LinesRequest({}, std::string(257, 'x')), "MALFORMED_SOURCE"},
           Case{LinesRequest({}, "a\tb"), "MALFORMED_SOURCE"},
           Case{bad_model, "MALFORMED_MODEL"},
           Case{many, "BATCH_TOO_LARGE"},
       }) {
    auto pushed = client_->Push({good, c.request, after});
    EXPECT_THAT(pushed.responses, SizeIs(1)) << c.reason;
    EXPECT_EQ(pushed.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_EQ(ReasonOf(pushed.status), c.reason);
  }
  EXPECT_EQ(client_->GetStats().records(), 1);
}

TEST_F(IngestServiceTest, AFullRequestIsTaken) {
  v1::PushRequest request;
  request.set_source(std::string(256, 'x'));
  for (int i = 1; i <= kMaxPushRecords; ++i) {
    request.add_records()->set_log_line(
        AutoSchedulerLine("conv", i, "[0.002], 0"));
  }
  auto pushed = client_->Push({request});
  ASSERT_TRUE(pushed.status.ok()) << pushed.status.error_message();
  EXPECT_THAT(pushed.responses.at(0).results(), SizeIs(kMaxPushRecords));
  EXPECT_EQ(client_->GetStats().records(), kMaxPushRecords);
}

TEST_F(IngestServiceTest, AMessageAboveTheLimitIsRefused) {
  auto pushed = client_->Push({LinesRequest({std::string(18 << 20, '#')})});
  EXPECT_EQ(pushed.status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(client_->GetStats().records(), 0);
}

TEST_F(IngestServiceTest, StreamsThatPushAtOnceLoseNothing) {
  constexpr int kStreams = 4;
  constexpr int kRequests = 50;
  std::vector<std::thread> threads;
  for (int s = 0; s < kStreams; ++s) {
    threads.emplace_back([&, s] {
      std::vector<v1::PushRequest> requests;
      for (int i = 1; i <= kRequests; ++i) {
        requests.push_back(LinesRequest(
            {AutoSchedulerLine(absl::StrCat("own", s), i, "[0.002], 0"),
             AutoSchedulerLine("shared", i, "[0.002], 0")},
            absl::StrCat("farm", s)));
      }
      TestClient client(server_->listen_address());
      auto pushed = client.Push(requests);
      EXPECT_TRUE(pushed.status.ok()) << pushed.status.error_message();
      EXPECT_THAT(pushed.responses, SizeIs(kRequests));
    });
  }
  for (std::thread& thread : threads) thread.join();
  v1::GetStatsResponse stats = client_->GetStats();
  EXPECT_EQ(stats.records(), (kStreams + 1) * kRequests);
  EXPECT_EQ(stats.sources(), kStreams);
}

TEST_F(IngestServiceTest,
       AMessageThatCannotBeDecodedEndsTheStreamWithItsReason) {
  const std::string good =
      LinesRequest({AutoSchedulerLine("conv", 8, "[0.002], 0")})
          .SerializeAsString();
  v1::PushRequest not_utf8;
  not_utf8.set_source("\xff");
  for (const std::string& message :
       {good.substr(0, good.size() - 1), std::string("\xff\xff\xff"),
        not_utf8.SerializeAsString()}) {
    std::string response;
    grpc::Status status =
        client_->CallRaw("/tunedex.v1.IngestService/Push", message, response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_EQ(ReasonOf(status), "MALFORMED_MESSAGE");
  }
  EXPECT_EQ(client_->GetStats().records(), 0);
}

TEST_F(IngestServiceTest, AMessageThatIsTooLargeIsRefusedWithItsReason) {
  v1::PushRequest request = LinesRequest({});
  request.add_records()->set_log_line(std::string(kMaxMessageBytes + 1, 'x'));
  auto pushed = client_->Push({request});
  EXPECT_EQ(pushed.status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(pushed.status), "MESSAGE_TOO_LARGE");
}

}  // namespace
}  // namespace tunedex::server
