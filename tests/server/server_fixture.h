#ifndef TUNEDEX_TESTS_SERVER_SERVER_FIXTURE_H_
#define TUNEDEX_TESTS_SERVER_SERVER_FIXTURE_H_

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "server/server.h"
#include "tests/server/test_client.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::server {

inline constexpr char kAnyPort[] = "127.0.0.1:0";

// A real server in this process, over a real database in a folder of its own,
// with a client. Restart keeps the folder.
class ServerFixture : public ::testing::Test {
 protected:
  void SetUp() override { StartServer(); }

  void StartServer() {
    auto server =
        Server::Start({.data_dir = folder_.path(),
                       .listen = {.grpc = kAnyPort, .metrics = metrics_}});
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    client_ = std::make_unique<TestClient>(server_->listen_address());
  }

  void RestartServer() {
    server_->Shutdown(absl::Seconds(10));
    server_.reset();
    StartServer();
  }

  // Without an endpoint for metrics, which takes 2 s to stop.
  std::string metrics_;
  testing::TemporaryFolder folder_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<TestClient> client_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_TESTS_SERVER_SERVER_FIXTURE_H_
