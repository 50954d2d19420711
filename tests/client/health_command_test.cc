// `tunedex health` against a server that does not serve.

#include "client/cli/health_command.h"

#include "grpc/health/v1/health.grpc.pb.h"
#include "grpcpp/server_context.h"
#include "gtest/gtest.h"
#include "tests/client/command_runner.h"
#include "tests/client/scripted_server.h"

namespace tunedex::cli {
namespace {

using ::grpc::health::v1::Health;
using ::grpc::health::v1::HealthCheckRequest;
using ::grpc::health::v1::HealthCheckResponse;

class NotServing final : public Health::Service {
  grpc::Status Check(grpc::ServerContext*, const HealthCheckRequest*,
                     HealthCheckResponse* response) override {
    response->set_status(HealthCheckResponse::NOT_SERVING);
    return grpc::Status::OK;
  }
};

TEST(HealthCommandTest, AServerThatDoesNotServeIsAnError) {
  NotServing service;
  const ScriptedServer server(service);
  const CommandResult result =
      RunTunedex({"health", "--server", server.address()});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, "NOT_SERVING\n");
}

}  // namespace
}  // namespace tunedex::cli
