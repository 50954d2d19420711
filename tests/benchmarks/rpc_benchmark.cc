// What a lookup over gRPC costs beside the call itself: the rate of lookups
// against that of an echo service (rpc_server.cc) in the same process that
// decodes the same requests and serialises the same answers. Both are asked by
// the same threads over channels of the same settings, in turn, and compared
// round by round.

#include <algorithm>
#include <atomic>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/server_channel.h"
#include "grpcpp/client_context.h"
#include "gtest/gtest.h"
#include "tests/benchmarks/report.h"
#include "tests/benchmarks/rpc_requests.h"
#include "tests/e2e/programs.h"
#include "tests/testing/stores.h"
#include "tests/testing/temporary_folder.h"
#include "tunedex/v1/lookup_service.grpc.pb.h"

namespace tunedex::benchmarks {
namespace {

using Stub = v1::LookupService::Stub;

constexpr int kThreads = 4;
constexpr int kRounds = 61;
constexpr absl::Duration kRound = absl::Milliseconds(100);

// Both kinds of call by one name.
v1::LookupResponse Call(Stub& stub, const v1::LookupRequest& request) {
  grpc::ClientContext context;
  v1::LookupResponse response;
  EXPECT_TRUE(stub.Lookup(&context, request, &response).ok());
  return response;
}

v1::BatchLookupResponse Call(Stub& stub,
                             const v1::BatchLookupRequest& request) {
  grpc::ClientContext context;
  v1::BatchLookupResponse response;
  EXPECT_TRUE(stub.BatchLookup(&context, request, &response).ok());
  return response;
}

// Calls a second, all threads together.
template <typename Request>
double Rate(Stub& stub, const std::vector<Request>& requests) {
  static std::atomic<size_t> next = 0;
  std::atomic<int64_t> calls = 0;
  const absl::Time start = absl::Now();
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      while (absl::Now() < start + kRound) {
        Call(stub, requests[next++ % requests.size()]);
        ++calls;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return static_cast<double>(calls) /
         absl::ToDoubleSeconds(absl::Now() - start);
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <typename Request>
void Compare(const std::string& what, double wanted, Stub& lookup, Stub& echo,
             const std::vector<Request>& requests, Report& report) {
  // Caches fill, connections open.
  Rate(lookup, requests);
  Rate(echo, requests);
  std::vector<double> lookups;
  std::vector<double> echoes;
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    lookups.push_back(Rate(lookup, requests));
    echoes.push_back(Rate(echo, requests));
    ratios.push_back(lookups.back() / echoes.back());
  }
  report.Note(what, Median(lookups), "calls/s");
  report.Note(what + ", echo", Median(echoes), "calls/s");
  report.AtLeast(what + " / echo", Median(ratios), wanted);
}

// The same questions to both must give as many bytes.
template <typename Request>
double BytesOf(Stub& stub, const std::vector<Request>& requests) {
  double bytes = 0;
  for (const Request& request : requests) {
    bytes += static_cast<double>(Call(stub, request).ByteSizeLong());
  }
  return bytes / static_cast<double>(requests.size());
}

std::unique_ptr<Stub> Connect(const e2e::ServerProcess& server,
                              const std::string& name) {
  return v1::LookupService::NewStub(
      OpenServerChannel(server.AddressOf(name)).value());
}

int Main() {
  const testing::TemporaryFolder folder;
  RpcData().PushTo(*testing::OpenStore(folder.path()));
  const e2e::ServerProcess server(
      {e2e::Runfile("tests/benchmarks/rpc_server"), folder.path()});
  const auto lookup = Connect(server, "listen");
  const auto echo = Connect(server, "echo");
  const auto single = SingleRequests();
  const auto batches = BatchRequests();

  Report report;
  report.Note("bytes of a batch", BytesOf(*lookup, batches));
  report.Note("bytes of a batch, echo", BytesOf(*echo, batches));
  Compare("single lookups", 0.8, *lookup, *echo, single, report);
  Compare("batches of 64", 0.6, *lookup, *echo, batches, report);
  return report.ExitStatus();
}

}  // namespace
}  // namespace tunedex::benchmarks

int main() {
  // What goes wrong ends the benchmark.
  testing::GTEST_FLAG(throw_on_failure) = true;
  return tunedex::benchmarks::Main();
}
