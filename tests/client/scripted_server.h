#ifndef TUNEDEX_TESTS_CLIENT_SCRIPTED_SERVER_H_
#define TUNEDEX_TESTS_CLIENT_SCRIPTED_SERVER_H_

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "gtest/gtest.h"

namespace tunedex {

// Serves one service on a free port, for what a real server does not do when a
// test wants it to.
class ScriptedServer {
 public:
  // The service must outlive the server.
  explicit ScriptedServer(grpc::Service& service) {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service);
    builder.SetMaxReceiveMessageSize(-1);
    server_ = builder.BuildAndStart();
    EXPECT_NE(server_, nullptr);
    address_ = absl::StrCat("127.0.0.1:", port);
  }
  ~ScriptedServer() {
    server_->Shutdown(absl::ToChronoTime(absl::Now() + absl::Seconds(1)));
  }

  const std::string& address() const { return address_; }

 private:
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
};

}  // namespace tunedex

#endif  // TUNEDEX_TESTS_CLIENT_SCRIPTED_SERVER_H_
