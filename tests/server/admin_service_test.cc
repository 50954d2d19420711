#include "server/admin_service.h"

#include <string>

#include "grpcpp/support/status.h"
#include "gtest/gtest.h"
#include "server/version.h"
#include "tests/server/log_lines.h"
#include "tests/server/server_fixture.h"
#include "tests/server/status_reason.h"
#include "tests/server/test_client.h"
#include "tunedex/v1/admin_service.pb.h"

namespace tunedex::server {
namespace {

class AdminServiceTest : public ServerFixture {};

TEST_F(AdminServiceTest, ARecordIsShownByItsId) {
  std::string line = AutoSchedulerLine("conv", 8, "[0.002], 0");
  std::string id = client_->PushLines({line}).at(0).record_id();
  v1::GetRecordResponse response;
  grpc::Status status = client_->GetRecord(id, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.stored().record_id(), id);
  EXPECT_EQ(response.stored().record().log_line(), line);
  EXPECT_EQ(response.stored().target_text(), kCpuTarget);
  EXPECT_EQ(response.stored().cost_seconds(), 0.002);
}

TEST_F(AdminServiceTest, AnUnknownIdIsNotFound) {
  v1::GetRecordResponse response;
  grpc::Status status = client_->GetRecord(std::string(32, 'a'), response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(ReasonOf(status), "UNKNOWN_RECORD");
}

TEST_F(AdminServiceTest, TextThatIsNoIdIsInvalid) {
  v1::GetRecordResponse response;
  for (const char* id : {"", "xyz", "0123"}) {
    grpc::Status status = client_->GetRecord(id, response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << id;
    EXPECT_EQ(ReasonOf(status), "MALFORMED_RECORD_ID") << id;
  }
}

TEST_F(AdminServiceTest, StatsCountWhatIsStored) {
  EXPECT_EQ(client_->GetStats().records(), 0);
  client_->PushLines({AutoSchedulerLine("conv", 8, "[0.002], 0"),
                      AutoSchedulerLine("conv", 8, "[0.003], 0"),
                      AutoSchedulerLine("conv", 16, "[1e10], 4")});
  client_->PushLines({AutotvmLine(2, "[1e-05], 0")}, "other farm");
  v1::GetStatsResponse stats = client_->GetStats();
  EXPECT_EQ(stats.records(), 4);
  EXPECT_EQ(stats.workloads(), 3);
  EXPECT_EQ(stats.targets(), 2);
  EXPECT_EQ(stats.sources(), 2);
  EXPECT_EQ(stats.failed_measurements(), 1);
  EXPECT_GT(stats.revision(), 0);
  EXPECT_GT(stats.bytes_on_disk(), 0);
  EXPECT_EQ(stats.server_version(), kVersion);
}

}  // namespace
}  // namespace tunedex::server
