#include "server/push_stream.h"

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "grpcpp/support/status.h"
#include "gtest/gtest.h"
#include "server/server.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/store.h"
#include "tests/server/gated_engine.h"
#include "tests/server/log_lines.h"
#include "tests/server/server_fixture.h"
#include "tests/server/status_reason.h"
#include "tests/server/test_client.h"
#include "tests/testing/temporary_folder.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::server {
namespace {

using ::testing::SizeIs;

v1::PushRequest OneRecord(int batch) {
  return LinesRequest({AutoSchedulerLine("conv", batch, "[0.002], 0")});
}

// A server whose commits the test holds up.
class PushStreamTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto engine = storage::OpenRocksDbEngine({.data_dir = folder_.path()});
    ASSERT_TRUE(engine.ok()) << engine.status();
    auto store = storage::Store::Create(
        std::make_unique<GatedEngine>(*std::move(engine), gates_), {});
    ASSERT_TRUE(store.ok()) << store.status();
    auto server =
        Server::Serve(*std::move(store), {.grpc = kAnyPort, .metrics = ""});
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    client_ = std::make_unique<TestClient>(server_->listen_address());
  }

  void TearDown() override { gates_.commits.Open(); }

  testing::TemporaryFolder folder_;
  Gates gates_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<TestClient> client_;
};

TEST_F(PushStreamTest, ManyRequestsBehindASlowDiskAreAllAnsweredInOrder) {
  gates_.commits.Close();
  std::thread disk([this] {
    gates_.commits.AwaitCall();
    gates_.commits.Open();
  });
  std::vector<v1::PushRequest> requests;
  for (int i = 1; i <= 100; ++i) {
    requests.push_back(OneRecord(i));
    // As many results as its position says, to tell the responses apart.
    for (int j = 1; j < i; ++j) requests.back().add_records()->set_log_line("");
  }
  auto pushed = client_->Push(requests);
  disk.join();
  ASSERT_TRUE(pushed.status.ok()) << pushed.status.error_message();
  ASSERT_THAT(pushed.responses, SizeIs(100));
  for (int i = 0; i < 100; ++i) {
    EXPECT_THAT(pushed.responses[i].results(), SizeIs(i + 1));
    EXPECT_EQ(pushed.responses[i].results(0).outcome(),
              v1::PUSH_OUTCOME_STORED);
  }
}

TEST_F(PushStreamTest, AStoreThatCannotWriteEndsTheStreamWithUnavailable) {
  gates_.commits.Open(absl::UnavailableError("disk full"));
  auto pushed = client_->Push({OneRecord(1), OneRecord(2), OneRecord(3)});
  EXPECT_THAT(pushed.responses, SizeIs(0));
  EXPECT_EQ(pushed.status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(pushed.status), "STORE_UNAVAILABLE");
  EXPECT_EQ(client_->GetStats().records(), 0);

  gates_.commits.Open();
  EXPECT_TRUE(client_->Push({OneRecord(1)}).status.ok());
  EXPECT_EQ(client_->GetStats().records(), 1);
}

TEST_F(PushStreamTest, AnEarlierResponseIsWrittenBeforeTheFailure) {
  auto call = client_->OpenPush();
  ASSERT_TRUE(call->stream->Write(OneRecord(1)));
  v1::PushResponse response;
  ASSERT_TRUE(call->stream->Read(&response));
  gates_.commits.Open(absl::UnavailableError("disk full"));
  ASSERT_TRUE(call->stream->Write(OneRecord(2)));
  EXPECT_FALSE(call->stream->Read(&response));
  EXPECT_EQ(call->stream->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(PushStreamTest, AClientMayVanishWhileItsRecordsAreCommitted) {
  gates_.commits.Close();
  auto call = client_->OpenPush();
  ASSERT_TRUE(call->stream->Write(OneRecord(1)));
  gates_.commits.AwaitCall();
  call->context.TryCancel();
  EXPECT_EQ(call->stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
  gates_.commits.Open();
  EXPECT_TRUE(client_->Push({OneRecord(2)}).status.ok());
  EXPECT_EQ(client_->GetStats().records(), 2);
}

TEST_F(PushStreamTest, ClientsThatCancelAtAnyMomentLeaveTheServerAnswering) {
  for (int i = 1; i <= 100; ++i) {
    TestClient client(server_->listen_address());
    auto call = client.OpenPush();
    for (int j = 0; j < i % 8; ++j) call->stream->Write(OneRecord(8 * i + j));
    v1::PushResponse response;
    if (i % 3 == 0 && i % 8 > 0) call->stream->Read(&response);
    if (i % 5 == 0) call->stream->WritesDone();
    call->context.TryCancel();
    call->stream->Finish();
  }
  auto pushed = client_->Push({OneRecord(100000)});
  ASSERT_TRUE(pushed.status.ok()) << pushed.status.error_message();
  EXPECT_EQ(pushed.responses.at(0).results(0).outcome(),
            v1::PUSH_OUTCOME_STORED);
}

TEST_F(PushStreamTest, AShutdownAnswersWhatIsInFlightThenEndsTheStream) {
  gates_.commits.Close();
  auto call = client_->OpenPush();
  ASSERT_TRUE(call->stream->Write(OneRecord(1)));
  gates_.commits.AwaitCall();
  std::thread shutdown([this] { server_->Shutdown(absl::Seconds(60)); });
  gates_.commits.Open();
  v1::PushResponse response;
  ASSERT_TRUE(call->stream->Read(&response));
  EXPECT_EQ(response.results(0).outcome(), v1::PUSH_OUTCOME_STORED);
  EXPECT_FALSE(call->stream->Read(&response));
  grpc::Status status = call->stream->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(status), "SERVER_STOPPING");
  shutdown.join();
}

TEST_F(PushStreamTest, AnIdleStreamDoesNotHoldUpAShutdown) {
  auto call = client_->OpenPush();
  ASSERT_TRUE(call->stream->Write(OneRecord(1)));
  v1::PushResponse response;
  ASSERT_TRUE(call->stream->Read(&response));
  absl::Time start = absl::Now();
  server_->Shutdown(absl::Seconds(50));
  EXPECT_LT(absl::Now() - start, absl::Seconds(40));
  EXPECT_EQ(ReasonOf(call->stream->Finish()), "SERVER_STOPPING");
}

TEST_F(PushStreamTest, AShutdownWithoutGraceStillWaitsForTheCommit) {
  gates_.commits.Close();
  auto call = client_->OpenPush();
  ASSERT_TRUE(call->stream->Write(OneRecord(1)));
  gates_.commits.AwaitCall();
  std::thread shutdown([this] { server_->Shutdown(absl::ZeroDuration()); });
  EXPECT_FALSE(call->stream->Finish().ok());
  gates_.commits.Open();
  shutdown.join();
  auto engine = storage::OpenRocksDbEngine({.data_dir = folder_.path()});
  ASSERT_TRUE(engine.ok()) << engine.status();
  EXPECT_EQ((*engine)->ReadTotals()->records(), 1);
}

}  // namespace
}  // namespace tunedex::server
