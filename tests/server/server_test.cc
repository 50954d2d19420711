#include "server/server.h"

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "grpcpp/support/status.h"
#include "gtest/gtest.h"
#include "server/address.h"
#include "tests/server/http_get.h"
#include "tests/server/log_lines.h"
#include "tests/server/server_fixture.h"
#include "tests/server/test_client.h"
#include "tests/testing/temporary_folder.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::server {
namespace {

using ::testing::HasSubstr;

class ServerTest : public ServerFixture {
 protected:
  // Starts a second server in a folder of its own.
  absl::Status StartOther(const std::string& listen,
                          const std::string& metrics_listen) {
    testing::TemporaryFolder folder;
    return Server::Start(
               {.data_dir = folder.path(),
                .listen = {.grpc = listen, .metrics = metrics_listen}})
        .status();
  }
};

TEST_F(ServerTest, HealthIsServingForTheServerAndForEachService) {
  const std::string kServing("\x08\x01", 2);
  for (const char* name :
       {"", "tunedex.v1.LookupService", "tunedex.v1.IngestService",
        "tunedex.v1.AdminService"}) {
    // HealthCheckRequest: field 1, the name.
    std::string request = std::string("\x0a") +
                          static_cast<char>(std::string(name).size()) + name;
    std::string response;
    grpc::Status status =
        client_->CallRaw("/grpc.health.v1.Health/Check", request, response);
    ASSERT_TRUE(status.ok()) << name << ": " << status.error_message();
    EXPECT_EQ(response, kServing) << name;
  }
}

TEST_F(ServerTest, ReflectionListsTheServices) {
  // ServerReflectionRequest: field 7, list_services.
  std::string response;
  grpc::Status status = client_->CallRaw(
      "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
      std::string("\x3a\x01*"), response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(response, HasSubstr("tunedex.v1.LookupService"));
  EXPECT_THAT(response, HasSubstr("tunedex.v1.IngestService"));
  EXPECT_THAT(response, HasSubstr("tunedex.v1.AdminService"));
  EXPECT_THAT(response, HasSubstr("grpc.health.v1.Health"));
}

TEST_F(ServerTest, MetricsShowTheWork) {
  metrics_ = kAnyPort;
  RestartServer();
  client_->PushLines({AutoSchedulerLine("conv", 8, "[0.002], 0"), "# comment"});
  v1::LookupResponse response;
  client_->Lookup(KeyLookup(WorkloadKey("conv", 8), kCpuTarget), response);
  auto address = ParseAddress(server_->metrics_address());
  ASSERT_TRUE(address.ok()) << address.status();
  std::string text = HttpGet(address->port, "/metrics");
  EXPECT_THAT(text, HasSubstr("tunedex_lookups_total{outcome=\"exact\"} 1"));
  EXPECT_THAT(text,
              HasSubstr("tunedex_pushed_records_total{outcome=\"comment\"} 1"));
  EXPECT_THAT(text, HasSubstr("tunedex_store_records 1"));
  EXPECT_THAT(text, HasSubstr("tunedex_index_shapes 1"));
  EXPECT_THAT(text, HasSubstr("tunedex_index_loads_total 1"));
}

TEST_F(ServerTest, ARestartKeepsTheRecords) {
  std::string line = AutoSchedulerLine("conv", 8, "[0.002], 0");
  client_->PushLines({line});
  RestartServer();
  EXPECT_EQ(server_->records_at_start(), 1);
  v1::LookupResponse response;
  ASSERT_TRUE(
      client_->Lookup(KeyLookup(WorkloadKey("conv", 8), kCpuTarget), response)
          .ok());
  ASSERT_EQ(response.outcome(), v1::OUTCOME_EXACT);
  EXPECT_EQ(response.matches(0).stored().record().log_line(), line);
}

TEST_F(ServerTest, AfterAShutdownNobodyAnswersAndTheFolderIsFree) {
  server_->Shutdown(absl::Seconds(10));
  v1::LookupResponse response;
  EXPECT_EQ(
      client_->Lookup(KeyLookup(WorkloadKey("conv", 8), kCpuTarget), response)
          .error_code(),
      grpc::StatusCode::UNAVAILABLE);
  // A second shutdown has nothing left to do.
  server_->Shutdown(absl::Seconds(10));
  StartServer();
}

TEST_F(ServerTest, ATakenAddressIsRefused) {
  metrics_ = kAnyPort;
  RestartServer();
  absl::Status status = StartOther(server_->listen_address(), "");
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("cannot listen on " + server_->listen_address()));

  status = StartOther(kAnyPort, server_->metrics_address());
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(
      std::string(status.message()),
      HasSubstr("cannot serve metrics on " + server_->metrics_address()));
}

TEST_F(ServerTest, AMalformedAddressIsRefusedWithTheNameOfItsOption) {
  absl::Status status = StartOther("localhost", "");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("listen: "));
  status = StartOther(kAnyPort, "localhost:x");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("metrics_listen: "));
}

TEST_F(ServerTest, AFolderInUseIsRefused) {
  absl::Status status =
      Server::Start({.data_dir = folder_.path(),
                     .listen = {.grpc = kAnyPort, .metrics = ""}})
          .status();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr(folder_.path()));
}

}  // namespace
}  // namespace tunedex::server
