#include "server/lookup_service.h"

#include <string>
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
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::server {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class LookupServiceTest : public ServerFixture {
 protected:
  v1::LookupResponse Find(const v1::LookupRequest& request) {
    v1::LookupResponse response;
    grpc::Status status = client_->Lookup(request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  grpc::Status Fail(const v1::LookupRequest& request) {
    v1::LookupResponse response;
    return client_->Lookup(request, response);
  }

  v1::MissReason MissReasonOf(const v1::LookupRequest& request) {
    v1::LookupResponse response = Find(request);
    EXPECT_EQ(response.outcome(), v1::OUTCOME_NONE);
    return response.miss().reason();
  }
};

TEST_F(LookupServiceTest, AnExactMatchGivesTheCheapestLineByteForByte) {
  std::string slow = AutoSchedulerLine("conv", 8, "[0.004, 0.006], 0");
  std::string fast = AutoSchedulerLine("conv", 8, "[0.002, 0.004], 0");
  client_->PushLines({slow, fast});

  v1::LookupResponse response =
      Find(KeyLookup(WorkloadKey("conv", 8), kCpuTarget));
  ASSERT_EQ(response.outcome(), v1::OUTCOME_EXACT);
  ASSERT_THAT(response.matches(), SizeIs(1));
  const v1::Match& match = response.matches(0);
  EXPECT_EQ(match.outcome(), v1::OUTCOME_EXACT);
  EXPECT_EQ(match.distance_factor(), 1);
  EXPECT_THAT(match.measured_cost_seconds(), DoubleEq(0.003));
  EXPECT_THAT(match.estimated_cost_seconds(), DoubleEq(0.003));
  EXPECT_EQ(match.scope(), "target");
  EXPECT_EQ(match.stored().record().log_line(), fast);
  EXPECT_EQ(match.stored().target_text(), kCpuTarget);
  EXPECT_EQ(match.stored().sources(0).name(), "farm");
  EXPECT_EQ(match.argument_differences_size(), 0);
  EXPECT_EQ(response.warnings_size(), 0);
}

TEST_F(LookupServiceTest, ACompatibleShapeIsScaledAndItsDifferencesAreShown) {
  std::string line = AutoSchedulerLine("conv", 8, "[0.002, 0.004], 0");
  client_->PushLines({line});

  v1::LookupResponse response =
      Find(KeyLookup(WorkloadKey("conv", 32), kCpuTarget));
  ASSERT_EQ(response.outcome(), v1::OUTCOME_COMPATIBLE);
  const v1::Match& match = response.matches(0);
  EXPECT_EQ(match.distance_factor(), 4);
  EXPECT_THAT(match.measured_cost_seconds(), DoubleEq(0.003));
  EXPECT_THAT(match.estimated_cost_seconds(), DoubleEq(0.012));
  EXPECT_EQ(match.stored().record().log_line(), line);
  ASSERT_THAT(match.argument_differences(), SizeIs(1));
  EXPECT_EQ(match.argument_differences(0).index(), 0);
  EXPECT_EQ(match.argument_differences(0).wanted().dimension(), 32);
  EXPECT_EQ(match.argument_differences(0).stored().dimension(), 8);
}

TEST_F(LookupServiceTest, AutotvmTasksMatchExactlyAndByShape) {
  std::string line = AutotvmLine(2, "[1e-05, 3e-05], 0");
  client_->PushLines({line});

  v1::LookupRequest request;
  auto& task = *request.mutable_workload()->mutable_autotvm_task();
  task.set_task(std::string(kDenseTask));
  task.set_arguments_json(DenseArguments(2));
  request.mutable_target()->set_text(std::string(kGpuTarget));
  v1::LookupResponse exact = Find(request);
  ASSERT_EQ(exact.outcome(), v1::OUTCOME_EXACT);
  EXPECT_EQ(exact.matches(0).stored().record().log_line(), line);
  EXPECT_EQ(exact.matches(0).stored().target_text(), kGpuTarget);

  task.set_arguments_json(DenseArguments(6));
  v1::LookupResponse compatible = Find(request);
  ASSERT_EQ(compatible.outcome(), v1::OUTCOME_COMPATIBLE);
  EXPECT_EQ(compatible.matches(0).distance_factor(), 3);
  EXPECT_THAT(compatible.matches(0).estimated_cost_seconds(), DoubleEq(6e-05));
}

TEST_F(LookupServiceTest, AlternativesAreNamedByTheirTargetsToo) {
  client_->PushLines({AutoSchedulerLine("conv", 8, "[0.002], 0")});
  v1::LookupRequest request = KeyLookup(WorkloadKey("conv", 8), kCpuTarget);
  request.mutable_options()->set_alternatives(3);
  v1::LookupResponse response = Find(request);
  ASSERT_THAT(response.matches(0).alternatives(), SizeIs(1));
  EXPECT_EQ(response.matches(0).alternatives(0).target_text(), kCpuTarget);
}

TEST_F(LookupServiceTest, EveryMissSaysWhy) {
  EXPECT_EQ(MissReasonOf(KeyLookup(WorkloadKey("conv", 8), kCpuTarget)),
            v1::MISS_REASON_UNKNOWN_WORKLOAD);
  client_->PushLines({AutoSchedulerLine("conv", 8, "[0.002], 0"),
                      AutoSchedulerLine("broken", 8, "[1e10], 4")});
  EXPECT_EQ(MissReasonOf(KeyLookup(WorkloadKey("conv", 8), kGpuTarget)),
            v1::MISS_REASON_UNKNOWN_TARGET);
  EXPECT_EQ(MissReasonOf(KeyLookup(WorkloadKey("broken", 8), kCpuTarget)),
            v1::MISS_REASON_ONLY_FAILED_MEASUREMENTS);
  EXPECT_EQ(MissReasonOf(KeyLookup(WorkloadKey("conv", 7), kCpuTarget)),
            v1::MISS_REASON_NO_COMPATIBLE_SHAPE);
  v1::LookupRequest constrained = KeyLookup(WorkloadKey("conv", 8), kCpuTarget);
  constrained.mutable_options()->add_sources("elsewhere");
  EXPECT_EQ(MissReasonOf(constrained), v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS);
}

TEST_F(LookupServiceTest, AMissListsTheScopesThatWereTried) {
  client_->PushLines({AutoSchedulerLine("conv", 8, "[0.002], 0")});
  v1::LookupResponse response =
      Find(KeyLookup(WorkloadKey("conv", 7), kCpuTarget));
  EXPECT_THAT(response.miss().scopes_tried(),
              ElementsAre("target", "arch:core-avx2", "key:cpu"));
}

TEST_F(LookupServiceTest, AnUnknownKindOfTargetIsAnsweredWithAWarning) {
  v1::LookupResponse response =
      Find(KeyLookup(WorkloadKey("conv", 8), "npu -mcpu=v2"));
  EXPECT_EQ(response.outcome(), v1::OUTCOME_NONE);
  ASSERT_THAT(response.warnings(), SizeIs(1));
  EXPECT_EQ(response.warnings(0).code(), "UNKNOWN_TARGET_KIND");
  EXPECT_THAT(response.warnings(0).text(), HasSubstr("npu"));
}

TEST_F(LookupServiceTest, BadRequestsNameTheFaultyPart) {
  grpc::Status status = Fail(KeyLookup("[", kCpuTarget));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "MALFORMED_WORKLOAD");

  status = Fail(KeyLookup(WorkloadKey("conv", 8), ""));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "MALFORMED_TARGET");

  v1::LookupRequest request = KeyLookup(WorkloadKey("conv", 8), kCpuTarget);
  request.mutable_options()->set_max_distance_factor(0.5);
  status = Fail(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "INVALID_OPTION");

  EXPECT_EQ(ReasonOf(Fail(v1::LookupRequest())), "MALFORMED_WORKLOAD");
}

TEST_F(LookupServiceTest, ABadItemDoesNotFailItsBatch) {
  client_->PushLines({AutoSchedulerLine("conv", 8, "[0.002], 0")});
  v1::BatchLookupRequest request;
  *request.add_requests() = KeyLookup(WorkloadKey("conv", 8), kCpuTarget);
  *request.add_requests() = KeyLookup(WorkloadKey("conv", 8), "-x");
  *request.add_requests() = KeyLookup(WorkloadKey("other", 8), kCpuTarget);
  v1::BatchLookupResponse response;
  grpc::Status status = client_->BatchLookup(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_THAT(response.results(), SizeIs(3));
  EXPECT_EQ(response.results(0).answer().outcome(), v1::OUTCOME_EXACT);
  EXPECT_EQ(response.results(1).error().code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(response.results(1).error()), "MALFORMED_TARGET");
  EXPECT_EQ(response.results(2).answer().miss().reason(),
            v1::MISS_REASON_UNKNOWN_WORKLOAD);
}

TEST_F(LookupServiceTest, ABatchHasALimit) {
  v1::BatchLookupRequest request;
  for (int i = 0; i < kMaxBatchLookups; ++i) {
    *request.add_requests() = KeyLookup(WorkloadKey("conv", 8), kCpuTarget);
  }
  v1::BatchLookupResponse response;
  EXPECT_TRUE(client_->BatchLookup(request, response).ok());
  EXPECT_THAT(response.results(), SizeIs(kMaxBatchLookups));

  request.add_requests();
  grpc::Status status = client_->BatchLookup(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "BATCH_TOO_LARGE");
  EXPECT_EQ(ErrorInfoOf(status).metadata().at("limit"), "1024");
}

TEST_F(LookupServiceTest, AnItemThatNoLongerFitsIntoTheAnswerIsRefused) {
  // Each answer holds a schedule of 5 MiB twice: alone and in the line.
  v1::PushRequest push;
  push.set_source("farm");
  auto& record = *push.add_records()->mutable_record();
  auto& workload = *record.mutable_workload()->mutable_workload();
  workload.set_framework("mycompiler");
  workload.set_structural_hash("big");
  record.mutable_target()->set_text(std::string(kCpuTarget));
  record.mutable_measurement()->add_costs_seconds(0.5);
  record.set_schedule(std::string(5 << 20, 's'));
  auto pushed = client_->Push({push});
  ASSERT_TRUE(pushed.status.ok()) << pushed.status.error_message();

  v1::LookupRequest lookup;
  *lookup.mutable_workload()->mutable_workload() = workload;
  *lookup.mutable_target() = record.target();
  v1::BatchLookupRequest request;
  *request.add_requests() = lookup;
  *request.add_requests() = lookup;
  *request.add_requests() = KeyLookup(WorkloadKey("conv", 8), kCpuTarget);
  v1::BatchLookupResponse response;
  grpc::Status status = client_->BatchLookup(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_THAT(response.results(), SizeIs(3));
  EXPECT_EQ(response.results(0).answer().outcome(), v1::OUTCOME_EXACT);
  EXPECT_EQ(response.results(1).error().code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(response.results(1).error()), "ANSWER_TOO_LARGE");
  EXPECT_TRUE(response.results(2).has_answer());
  EXPECT_EQ(Find(lookup).outcome(), v1::OUTCOME_EXACT);
}

TEST_F(LookupServiceTest, AMessageThatCannotBeDecodedIsAnsweredWithItsReason) {
  v1::LookupRequest not_utf8;
  not_utf8.mutable_target()->set_text("\xff");
  for (const char* method : {"Lookup", "BatchLookup"}) {
    std::string response;
    grpc::Status status = client_->CallRaw(
        absl::StrCat("/tunedex.v1.LookupService/", method),
        "\x12\x02\x0a" + not_utf8.SerializeAsString(), response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_EQ(ReasonOf(status), "MALFORMED_MESSAGE");
  }
}

TEST_F(LookupServiceTest, ARequiredAttributeThatIsNotSetIsWarnedOf) {
  client_->PushLines({AutoSchedulerLine("conv", 8, "[0.002], 0")});
  v1::LookupRequest request;
  request.mutable_workload()->set_workload_key(WorkloadKey("conv", 8));
  request.mutable_target()->set_text(std::string(kCpuTarget));
  request.mutable_options()->add_required_attributes("mcpu");
  request.mutable_options()->add_required_attributes("acrh");
  v1::LookupResponse response;
  ASSERT_TRUE(client_->Lookup(request, response).ok());
  ASSERT_EQ(response.warnings_size(), 1);
  EXPECT_EQ(response.warnings(0).code(), "REQUIRED_ATTRIBUTE_NOT_SET");
}

}  // namespace
}  // namespace tunedex::server
