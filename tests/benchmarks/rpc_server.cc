// rpc_server FOLDER: what rpc_benchmark measures, in one process: a server over
// the stored data set, and an echo service that gives the same answers without
// looking anything up. Prints "ready listen=HOST:PORT echo=HOST:PORT" and
// serves until it is killed.

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/server_channel.h"
#include "grpcpp/client_context.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server_builder.h"
#include "server/server.h"
#include "tests/benchmarks/echo_service.h"
#include "tests/benchmarks/rpc_requests.h"
#include "tunedex/v1/lookup_service.grpc.pb.h"

namespace tunedex::benchmarks {
namespace {

constexpr char kAnyPort[] = "127.0.0.1:0";

// What the real server answers.
std::unique_ptr<EchoService> LearnAnswers(const std::string& address) {
  const auto stub =
      v1::LookupService::NewStub(OpenServerChannel(address).value());
  std::vector<v1::LookupResponse> single;
  for (const v1::LookupRequest& request : SingleRequests()) {
    grpc::ClientContext context;
    if (!stub->Lookup(&context, request, &single.emplace_back()).ok()) abort();
  }
  std::vector<v1::BatchLookupResponse> batches;
  for (const v1::BatchLookupRequest& request : BatchRequests()) {
    grpc::ClientContext context;
    if (!stub->BatchLookup(&context, request, &batches.emplace_back()).ok()) {
      abort();
    }
  }
  return std::make_unique<EchoService>(std::move(single), std::move(batches));
}

int Main(const char* data_dir) {
  const absl::StatusOr<std::unique_ptr<server::Server>> server =
      server::Server::Start(
          {.data_dir = data_dir, .listen = {.grpc = kAnyPort, .metrics = ""}});
  if (!server.ok()) {
    std::cerr << server.status() << "\n";
    return EXIT_FAILURE;
  }
  const auto echo = LearnAnswers((*server)->listen_address());
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(kAnyPort, grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(echo.get());
  const auto echo_server = builder.BuildAndStart();
  std::cout << "ready listen=" << (*server)->listen_address()
            << " echo=127.0.0.1:" << port << std::endl;
  while (true) pause();
}

}  // namespace
}  // namespace tunedex::benchmarks

int main(int argc, char** argv) {
  return argc == 2 ? tunedex::benchmarks::Main(argv[1]) : 2;
}
