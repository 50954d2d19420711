// A server that stops answers the lookups that are in flight.

#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/time/time.h"
#include "grpcpp/support/status.h"
#include "gtest/gtest.h"
#include "server/server.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/store.h"
#include "tests/server/gated_engine.h"
#include "tests/server/log_lines.h"
#include "tests/server/test_client.h"
#include "tests/testing/temporary_folder.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::server {
namespace {

class DrainTest : public ::testing::Test {
 protected:
  DrainTest() {
    auto engine = storage::OpenRocksDbEngine({.data_dir = folder_.path()});
    auto store = storage::Store::Create(
        std::make_unique<GatedEngine>(*std::move(engine), gates_), {});
    server_ =
        Server::Serve(*std::move(store), {.grpc = "127.0.0.1:0", .metrics = ""})
            .value();
    client_ = std::make_unique<TestClient>(server_->listen_address());
    client_->PushLines({AutoSchedulerLine("conv", 8, "[0.002], 0")});
  }

  static v1::LookupRequest Request() {
    v1::LookupRequest request;
    request.mutable_workload()->set_workload_key(WorkloadKey("conv", 8));
    request.mutable_target()->set_text(std::string(kCpuTarget));
    return request;
  }

  // Stops the server while `call` is at work in the store, and lets the store
  // go on only when the server has long begun to stop.
  template <typename Call>
  void StopDuring(Call call) {
    gates_.lookups.Close();
    std::thread calling(call);
    gates_.lookups.AwaitCall();
    std::thread stopping([this] { server_->Shutdown(absl::Seconds(60)); });
    // New connections are refused only once the server stops.
    v1::GetRecordResponse ignored;
    while (TestClient(server_->listen_address())
               .GetRecord(std::string(32, '0'), ignored)
               .error_code() != grpc::StatusCode::UNAVAILABLE) {
    }
    gates_.lookups.Open();
    stopping.join();
    calling.join();
  }

  testing::TemporaryFolder folder_;
  Gates gates_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<TestClient> client_;
};

TEST_F(DrainTest, ALookupInFlightIsAnswered) {
  grpc::Status status;
  v1::LookupResponse response;
  StopDuring([&] { status = client_->Lookup(Request(), response); });
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.outcome(), v1::OUTCOME_EXACT);
}

TEST_F(DrainTest, ABatchInFlightIsAnsweredInFull) {
  v1::BatchLookupRequest request;
  for (int i = 0; i < 100; ++i) *request.add_requests() = Request();
  grpc::Status status;
  v1::BatchLookupResponse response;
  StopDuring([&] { status = client_->BatchLookup(request, response); });
  EXPECT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), 100);
  for (const v1::BatchLookupResult& result : response.results()) {
    EXPECT_EQ(result.answer().outcome(), v1::OUTCOME_EXACT);
  }
}

}  // namespace
}  // namespace tunedex::server
