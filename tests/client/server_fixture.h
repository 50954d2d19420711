#ifndef TUNEDEX_TESTS_CLIENT_SERVER_FIXTURE_H_
#define TUNEDEX_TESTS_CLIENT_SERVER_FIXTURE_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "server/server.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex {

// A real server in this process, over a real database in a folder of its own.
class ServerFixture : public ::testing::Test {
 protected:
  void SetUp() override { StartServer("127.0.0.1:0"); }

  // Stops the server, and keeps its folder and its address.
  void StopServer() {
    server_->Shutdown(absl::Seconds(5));
    server_.reset();
  }

  void StartServer(const std::string& address) {
    absl::StatusOr<std::unique_ptr<server::Server>> server =
        server::Server::Start({.data_dir = folder_.path(),
                               .listen = {.grpc = address, .metrics = ""}});
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    address_ = server_->listen_address();
  }

  const std::string& address() const { return address_; }

 private:
  testing::TemporaryFolder folder_;
  std::unique_ptr<server::Server> server_;
  std::string address_;
};

}  // namespace tunedex

#endif  // TUNEDEX_TESTS_CLIENT_SERVER_FIXTURE_H_
