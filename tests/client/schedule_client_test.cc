#include "client/schedule_client.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/grpc_status.h"
#include "client/record_pusher.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "grpcpp/server_context.h"
#include "gtest/gtest.h"
#include "tests/client/log_lines.h"
#include "tests/client/scripted_server.h"
#include "tests/client/server_fixture.h"

namespace tunedex {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<ScheduleClient> ClientOf(const std::string& address) {
  return *ScheduleClient::Create({.server_address = address});
}

v1::LookupRequest RequestFor(int batch) {
  v1::LookupRequest request;
  request.mutable_workload()->set_workload_key(WorkloadKey(batch));
  request.mutable_target()->set_text(kTarget);
  return request;
}

class ScheduleClientTest : public ServerFixture {
 protected:
  // Stores a schedule for each batch size from 1 on; returns the id of the
  // first.
  std::string PushBatches(int count) {
    std::string first_id;
    auto pusher = RecordPusher::Create(
        {.server_address = address()},
        [&](const v1::PushRequest&, const v1::PushResponse& response) {
          if (first_id.empty()) {
            first_id = response.results(0).record_id();
          }
        });
    v1::PushRequest request;
    request.set_source("test");
    for (int batch = 1; batch <= count; ++batch) {
      request.add_records()->set_log_line(LogLine(batch, batch * 1e-4));
    }
    EXPECT_EQ((*pusher)->Send(request), absl::OkStatus());
    EXPECT_EQ((*pusher)->Finish(), absl::OkStatus());
    return first_id;
  }
};

TEST_F(ScheduleClientTest, FindsAScheduleAndItsRecord) {
  const std::string id = PushBatches(1);
  const auto client = ClientOf(address());
  const absl::StatusOr<v1::LookupResponse> answer =
      client->Lookup(RequestFor(1));
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->outcome(), v1::OUTCOME_EXACT);
  EXPECT_EQ(answer->matches(0).stored().record().log_line(), LogLine(1, 1e-4));
  const absl::StatusOr<v1::StoredRecord> record = client->GetRecord(id);
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(record->record().log_line(), LogLine(1, 1e-4));
  EXPECT_EQ(client->GetStats()->records(), 1);
}

TEST_F(ScheduleClientTest, ErrorsOfTheServerKeepTheirCodeAndReason) {
  const auto client = ClientOf(address());
  const absl::Status unknown =
      client->GetRecord("00112233445566778899aabbccddeeff").status();
  EXPECT_EQ(unknown.code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(GetErrorInfo(unknown).has_value());
  EXPECT_EQ(client->GetRecord("no id").status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(ScheduleClientTest, ALargeBatchIsSplitAndAnsweredInOrder) {
  PushBatches(100);
  std::vector<v1::LookupRequest> requests;
  for (int i = 0; i < 600; ++i) {
    requests.push_back(RequestFor(i % 100 + 1));
  }
  requests[300].mutable_workload()->set_workload_key("[malformed");
  const absl::StatusOr<std::vector<v1::BatchLookupResult>> results =
      ClientOf(address())->BatchLookup(requests);
  ASSERT_TRUE(results.ok()) << results.status();
  ASSERT_EQ(results->size(), 600);
  for (int i = 0; i < 600; ++i) {
    const v1::BatchLookupResult& result = (*results)[i];
    if (i == 300) {
      EXPECT_EQ(result.error().code(), grpc::StatusCode::INVALID_ARGUMENT);
      continue;
    }
    ASSERT_EQ(result.answer().outcome(), v1::OUTCOME_EXACT) << i;
    EXPECT_EQ(result.answer().matches(0).stored().record().log_line(),
              LogLine(i % 100 + 1, (i % 100 + 1) * 1e-4));
  }
}

TEST_F(ScheduleClientTest, AnEmptyBatchNeedsNoServer) {
  StopServer();
  EXPECT_TRUE(ClientOf(address())->BatchLookup({})->empty());
}

TEST_F(ScheduleClientTest, TellsWhetherTheServerServes) {
  const auto client = ClientOf(address());
  EXPECT_TRUE(client->CheckHealth().value());
  StopServer();
  EXPECT_EQ(client->CheckHealth().status().code(),
            absl::StatusCode::kUnavailable);
}

TEST_F(ScheduleClientTest, ComesBackWhenTheServerDoes) {
  PushBatches(1);
  const auto client = ClientOf(address());
  StopServer();
  EXPECT_EQ(client->Lookup(RequestFor(1)).status().code(),
            absl::StatusCode::kUnavailable);
  StartServer(address());
  absl::SleepFor(absl::Seconds(1));
  EXPECT_EQ(client->Lookup(RequestFor(1))->outcome(), v1::OUTCOME_EXACT);
}

// Is unavailable a number of times, and finds answers too large for a batch.
class ScriptedLookup final : public v1::LookupService::Service {
 public:
  grpc::Status Lookup(grpc::ServerContext*, const v1::LookupRequest*,
                      v1::LookupResponse* response) override {
    if (failures_left-- > 0) {
      return grpc::Status(grpc::StatusCode::UNAVAILABLE, "not now");
    }
    response->set_outcome(v1::OUTCOME_NONE);
    response->mutable_miss()->add_scopes_tried("alone");
    return grpc::Status::OK;
  }

  grpc::Status BatchLookup(grpc::ServerContext*,
                           const v1::BatchLookupRequest* request,
                           v1::BatchLookupResponse* response) override {
    google::rpc::ErrorInfo info;
    info.set_reason("ANSWER_TOO_LARGE");
    for (int i = 0; i < request->requests_size(); ++i) {
      v1::BatchLookupResult& result = *response->add_results();
      if (i != 1) {
        result.mutable_answer()->set_outcome(v1::OUTCOME_NONE);
        continue;
      }
      result.mutable_error()->set_code(grpc::StatusCode::RESOURCE_EXHAUSTED);
      result.mutable_error()->add_details()->PackFrom(info);
    }
    return grpc::Status::OK;
  }

  std::atomic<int> failures_left = 0;
};

TEST(ScheduleClientScriptTest, UnavailableIsTriedAgain) {
  ScriptedLookup service;
  const ScriptedServer server(service);
  const auto client = ClientOf(server.address());
  service.failures_left = 3;
  EXPECT_TRUE(client->Lookup({}).ok());
  service.failures_left = 4;
  EXPECT_EQ(client->Lookup({}).status(), absl::UnavailableError("not now"));
  EXPECT_EQ(service.failures_left, 0) << "four tries and no more";
}

TEST(ScheduleClientScriptTest, AnAnswerTooLargeForABatchIsAskedForAlone) {
  ScriptedLookup service;
  const ScriptedServer server(service);
  const auto client = ClientOf(server.address());
  const std::vector<v1::LookupRequest> requests(3);
  const auto results = client->BatchLookup(requests);
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ((*results)[0].answer().miss().scopes_tried_size(), 0);
  EXPECT_EQ((*results)[1].answer().miss().scopes_tried(0), "alone");
  service.failures_left = 4;
  EXPECT_EQ((*client->BatchLookup(requests))[1].error().message(), "not now");
}

// Answers batches of a few lookups, and never any other.
class SlowBatches final : public v1::LookupService::Service {
 public:
  explicit SlowBatches(int answered_size) : answered_size_(answered_size) {}

  grpc::Status BatchLookup(grpc::ServerContext* context,
                           const v1::BatchLookupRequest* request,
                           v1::BatchLookupResponse* response) override {
    ++calls;
    while (request->requests_size() > answered_size_ &&
           !context->IsCancelled()) {
      absl::SleepFor(absl::Milliseconds(1));
    }
    for (const v1::LookupRequest& lookup : request->requests()) {
      response->add_results()
          ->mutable_answer()
          ->mutable_miss()
          ->add_scopes_tried(lookup.workload().workload_key());
    }
    return grpc::Status::OK;
  }

  std::atomic<int> calls = 0;

 private:
  const int answered_size_;
};

TEST(ScheduleClientScriptTest, ABatchThatTakesTooLongIsAskedForInParts) {
  SlowBatches service(/*answered_size=*/16);
  const ScriptedServer server(service);
  const auto client =
      ScheduleClient::Create({.server_address = server.address(),
                              .call_timeout = absl::Milliseconds(500)});
  std::vector<v1::LookupRequest> requests(250);
  for (size_t i = 0; i < requests.size(); ++i) {
    requests[i].mutable_workload()->set_workload_key(absl::StrCat("k", i));
  }
  const auto results = (*client)->BatchLookup(requests);
  ASSERT_TRUE(results.ok()) << results.status();
  ASSERT_EQ(results->size(), requests.size());
  for (size_t i = 0; i < requests.size(); ++i) {
    EXPECT_EQ((*results)[i].answer().miss().scopes_tried(0),
              absl::StrCat("k", i));
  }
}

TEST(ScheduleClientScriptTest, AServerThatHangsIsGivenUpAfterThreeTimeouts) {
  SlowBatches service(/*answered_size=*/0);
  const ScriptedServer server(service);
  const auto client =
      ScheduleClient::Create({.server_address = server.address(),
                              .call_timeout = absl::Milliseconds(100)});
  const std::vector<v1::LookupRequest> requests(250);
  EXPECT_EQ((*client)->BatchLookup(requests).status().code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(service.calls, 3);
}

TEST(ScheduleClientScriptTest, ACallEndsAtItsDeadline) {
  class SlowLookup final : public v1::LookupService::Service {
    grpc::Status Lookup(grpc::ServerContext* context, const v1::LookupRequest*,
                        v1::LookupResponse*) override {
      while (!context->IsCancelled()) {
        absl::SleepFor(absl::Milliseconds(10));
      }
      return grpc::Status::OK;
    }
  } service;
  const ScriptedServer server(service);
  const auto client =
      ScheduleClient::Create({.server_address = server.address(),
                              .call_timeout = absl::Milliseconds(100)});
  EXPECT_EQ((*client)->Lookup({}).status().code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST(ScheduleClientAddressTest, AnAddressNeedsAPort) {
  for (const char* address : {"", "localhost", "localhost:", ":7420"}) {
    const absl::Status status =
        ScheduleClient::Create({.server_address = address}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr("HOST:PORT"));
  }
}

}  // namespace
}  // namespace tunedex
