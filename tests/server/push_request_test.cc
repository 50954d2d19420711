#include "server/push_request.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "storage/store.h"
#include "tests/server/log_lines.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::server {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(PushRequestTest, GoodRecordsGoToTheStoreAndTheOthersAreAnswered) {
  v1::PushRequest request;
  request.set_source("farm");
  request.set_model("t4");
  request.add_records()->set_log_line("# comment");
  request.add_records()->set_log_line(
      AutoSchedulerLine("conv", 8, "[0.002], 0") + "\r\n");
  request.add_records();
  request.add_records()->set_log_line(AutotvmLine(2, "[1e-05], 0"));
  auto work = ReadPushRequest(request);
  ASSERT_TRUE(work.ok()) << work.status();
  EXPECT_EQ(work->submission.source, "farm");
  EXPECT_EQ(work->submission.model, "t4");
  ASSERT_THAT(work->submission.records, SizeIs(2));
  EXPECT_EQ(work->submission.records[0].log_line(),
            AutoSchedulerLine("conv", 8, "[0.002], 0"));
  EXPECT_THAT(work->positions, ElementsAre(1, 3));
  ASSERT_THAT(work->response.results(), SizeIs(4));
  EXPECT_EQ(work->response.results(0).outcome(), v1::PUSH_OUTCOME_COMMENT);
  EXPECT_EQ(work->response.results(2).outcome(), v1::PUSH_OUTCOME_REJECTED);
  EXPECT_THAT(work->response.results(2).error().message(),
              HasSubstr("neither a log line nor a structured record"));
}

TEST(PushRequestTest, AReceiptFillsTheGapsOfTheResponse) {
  PushWork work;
  work.response.add_results()->set_outcome(v1::PUSH_OUTCOME_COMMENT);
  work.response.add_results();
  work.response.add_results();
  work.positions = {1, 2};
  FillIn({.entries = {{.record_id = "\x01\xab", .stored = true},
                      {.record_id = "\xff",
                       .stored = false,
                       .failed_measurement = true}},
          .revision = 7},
         work);
  EXPECT_EQ(work.response.revision(), 7);
  EXPECT_EQ(work.response.results(0).outcome(), v1::PUSH_OUTCOME_COMMENT);
  EXPECT_EQ(work.response.results(1).outcome(), v1::PUSH_OUTCOME_STORED);
  EXPECT_EQ(work.response.results(1).record_id(), "01ab");
  EXPECT_EQ(work.response.results(2).outcome(), v1::PUSH_OUTCOME_DUPLICATE);
  EXPECT_EQ(work.response.results(2).record_id(), "ff");
  EXPECT_TRUE(work.response.results(2).failed_measurement());
}

TEST(PushRequestTest, AStructuredRecordGetsACanonicalLine) {
  v1::PushRequest request;
  request.set_source("farm");
  auto& record = *request.add_records()->mutable_record();
  record.mutable_workload()->set_workload_key(WorkloadKey("conv", 8));
  record.mutable_target()->set_text(std::string(kCpuTarget));
  record.mutable_measurement()->add_costs_seconds(0.002);
  record.set_schedule("[[], []]");
  auto work = ReadPushRequest(request);
  ASSERT_TRUE(work.ok()) << work.status();
  ASSERT_THAT(work->submission.records, SizeIs(1))
      << work->response.results(0).error().message();
  EXPECT_THAT(work->submission.records[0].log_line(), HasSubstr("\"v0.6\""));
}

TEST(PushRequestTest, AStructuredRecordThatIsNoneIsRejected) {
  v1::PushRequest request;
  request.set_source("farm");
  request.add_records()->mutable_record();
  auto work = ReadPushRequest(request);
  ASSERT_TRUE(work.ok()) << work.status();
  EXPECT_EQ(work->response.results(0).outcome(), v1::PUSH_OUTCOME_REJECTED);
  EXPECT_NE(work->response.results(0).error().message(), "");
}

}  // namespace
}  // namespace tunedex::server
