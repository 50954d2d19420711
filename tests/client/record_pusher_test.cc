#include "client/record_pusher.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/schedule_client.h"
#include "gmock/gmock.h"
#include "grpcpp/server_context.h"
#include "gtest/gtest.h"
#include "tests/client/log_lines.h"
#include "tests/client/scripted_server.h"
#include "tests/client/server_fixture.h"

namespace tunedex {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;

v1::PushRequest RequestOf(int batch) {
  v1::PushRequest request;
  request.set_source("test");
  request.add_records()->set_log_line(LogLine(batch));
  return request;
}

// Collects the outcome of the first record of each request.
struct Outcomes {
  RecordPusher::ResultCallback Callback() {
    return [this](const v1::PushRequest& request,
                  const v1::PushResponse& response) {
      lines.push_back(request.records(0).log_line());
      outcomes.push_back(response.results(0).outcome());
    };
  }

  std::vector<std::string> lines;
  std::vector<v1::PushOutcome> outcomes;
};

using RecordPusherTest = ServerFixture;

TEST_F(RecordPusherTest, ResultsComeInTheOrderOfTheRequests) {
  Outcomes results;
  auto pusher =
      *RecordPusher::Create({.server_address = address()}, results.Callback());
  for (int batch = 1; batch <= 20; ++batch) {
    ASSERT_EQ(pusher->Send(RequestOf(batch)), absl::OkStatus());
  }
  ASSERT_EQ(pusher->Finish(), absl::OkStatus());
  ASSERT_THAT(results.outcomes, SizeIs(20));
  EXPECT_THAT(results.outcomes, Each(v1::PUSH_OUTCOME_STORED));
  for (int batch = 1; batch <= 20; ++batch) {
    EXPECT_EQ(results.lines[batch - 1], LogLine(batch));
  }
}

TEST_F(RecordPusherTest, KeepsNoMoreThanSoManyRequestsInFlight) {
  Outcomes results;
  auto pusher = *RecordPusher::Create(
      {.server_address = address(), .max_in_flight = 1}, results.Callback());
  for (int batch = 1; batch <= 5; ++batch) {
    ASSERT_EQ(pusher->Send(RequestOf(batch)), absl::OkStatus());
    EXPECT_THAT(results.outcomes, SizeIs(batch));
  }
}

TEST_F(RecordPusherTest, GoesOnAfterFinish) {
  Outcomes results;
  auto pusher =
      *RecordPusher::Create({.server_address = address()}, results.Callback());
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(pusher->Send(RequestOf(1)), absl::OkStatus());
    ASSERT_EQ(pusher->Finish(), absl::OkStatus());
  }
  EXPECT_THAT(results.outcomes,
              ElementsAre(v1::PUSH_OUTCOME_STORED, v1::PUSH_OUTCOME_DUPLICATE));
}

TEST_F(RecordPusherTest, GoesOnWithARestartedServer) {
  Outcomes results;
  auto pusher =
      *RecordPusher::Create({.server_address = address()}, results.Callback());
  ASSERT_EQ(pusher->Send(RequestOf(1)), absl::OkStatus());
  StopServer();
  StartServer(address());
  ASSERT_EQ(pusher->Send(RequestOf(2)), absl::OkStatus());
  ASSERT_EQ(pusher->Finish(), absl::OkStatus());
  EXPECT_THAT(results.lines, ElementsAre(LogLine(1), LogLine(2)));
  const auto client = *ScheduleClient::Create({.server_address = address()});
  EXPECT_EQ(client->GetStats()->records(), 2);
}

TEST_F(RecordPusherTest, ReconnectsWhileItWaits) {
  Outcomes results;
  std::vector<absl::Duration> pauses;
  bool restarted = false;
  auto pusher = *RecordPusher::Create({.server_address = address(),
                                       .sleep =
                                           [&](absl::Duration pause) {
                                             pauses.push_back(pause);
                                             if (pauses.size() == 3) {
                                               StartServer(address());
                                               restarted = true;
                                             }
                                             absl::SleepFor(pause);
                                           }},
                                      results.Callback());
  StopServer();
  ASSERT_EQ(pusher->Send(RequestOf(1)), absl::OkStatus());
  ASSERT_EQ(pusher->Finish(), absl::OkStatus());
  EXPECT_TRUE(restarted);
  EXPECT_THAT(results.outcomes, ElementsAre(v1::PUSH_OUTCOME_STORED));
  EXPECT_THAT(pauses,
              Each(AllOf(Ge(absl::Milliseconds(100)), Le(absl::Seconds(1)))));
}

TEST_F(RecordPusherTest, ALossIsToldOnceHoweverOftenItIsTriedAgain) {
  int losses = 0;
  int sleeps = 0;
  Outcomes results;
  auto pusher = *RecordPusher::Create({.server_address = address(),
                                       .on_lost = [&losses] { ++losses; },
                                       .sleep =
                                           [&](absl::Duration pause) {
                                             if (++sleeps % 3 == 0) {
                                               StartServer(address());
                                             }
                                             absl::SleepFor(pause);
                                           }},
                                      results.Callback());
  for (int loss = 1; loss <= 2; ++loss) {
    StopServer();
    sleeps = 0;
    ASSERT_EQ(pusher->Send(RequestOf(loss)), absl::OkStatus());
    ASSERT_EQ(pusher->Finish(), absl::OkStatus());
    EXPECT_EQ(losses, loss);
  }
}

TEST_F(RecordPusherTest, WithoutRetryTimeALostServerFailsAtOnce) {
  StopServer();
  Outcomes results;
  auto pusher = *RecordPusher::Create(
      {.server_address = address(),
       .retry_time = absl::ZeroDuration(),
       .on_lost = [] { FAIL() << "it is not tried again"; },
       .sleep = [](absl::Duration) { FAIL() << "nothing to wait for"; }},
      results.Callback());
  absl::Status status = pusher->Send(RequestOf(1));
  status.Update(pusher->Finish());
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(pusher->Send(RequestOf(2)), status) << "stays failed";
  EXPECT_THAT(results.outcomes, IsEmpty());
}

TEST_F(RecordPusherTest, GivesUpAfterTheRetryTime) {
  StopServer();
  absl::Time now = absl::UnixEpoch();
  int sleeps = 0;
  auto pusher = *RecordPusher::Create({.server_address = address(),
                                       .retry_time = absl::Seconds(2),
                                       .now = [&] { return now; },
                                       .sleep =
                                           [&](absl::Duration pause) {
                                             now += pause;
                                             ++sleeps;
                                           }},
                                      Outcomes().Callback());
  pusher->Send(RequestOf(1)).IgnoreError();
  EXPECT_EQ(pusher->Finish().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(now, absl::UnixEpoch() + absl::Seconds(2));
  EXPECT_EQ(sleeps, 5) << "0.1, 0.2, 0.4, 0.8 and the rest";
}

TEST_F(RecordPusherTest, ARefusedRequestIsNotTriedAgain) {
  auto pusher = *RecordPusher::Create({.server_address = address()},
                                      Outcomes().Callback());
  v1::PushRequest request = RequestOf(1);
  request.clear_source();
  absl::Status status = pusher->Send(request);
  status.Update(pusher->Finish());
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
}

using Stream = grpc::ServerReaderWriter<v1::PushResponse, v1::PushRequest>;

// Carries out one script a call, and the last one from then on.
class ScriptedIngest final : public v1::IngestService::Service {
 public:
  using Script = std::function<grpc::Status(grpc::ServerContext&, Stream&)>;

  explicit ScriptedIngest(std::vector<Script> scripts)
      : scripts_(std::move(scripts)) {}

  grpc::Status Push(grpc::ServerContext* context, Stream* stream) override {
    const size_t call = std::min(calls_++, scripts_.size() - 1);
    return scripts_[call](*context, *stream);
  }

 private:
  const std::vector<Script> scripts_;
  size_t calls_ = 0;
};

// Answers so many requests, each with results of about so many bytes.
grpc::Status AnswerRequests(Stream& stream, int count, size_t bytes = 0) {
  v1::PushRequest request;
  while (count-- > 0 && stream.Read(&request)) {
    v1::PushResponse response;
    for (int i = 0; i < request.records_size(); ++i) {
      response.add_results()->set_record_id(std::string(bytes, 'x'));
    }
    stream.Write(response);
  }
  return grpc::Status::OK;
}

grpc::Status AnswerAll(grpc::ServerContext&, Stream& stream) {
  return AnswerRequests(stream, /*count=*/1 << 30);
}

TEST(RecordPusherScriptTest, WhatWasNotAcknowledgedIsSentAgain) {
  ScriptedIngest service({[](grpc::ServerContext&, Stream& stream) {
                            AnswerRequests(stream, /*count=*/2);
                            v1::PushRequest unanswered;
                            stream.Read(&unanswered);
                            return grpc::Status::OK;
                          },
                          AnswerAll});
  const ScriptedServer server(service);
  Outcomes results;
  auto pusher = *RecordPusher::Create({.server_address = server.address()},
                                      results.Callback());
  for (int batch = 1; batch <= 6; ++batch) {
    ASSERT_EQ(pusher->Send(RequestOf(batch)), absl::OkStatus());
  }
  ASSERT_EQ(pusher->Finish(), absl::OkStatus());
  EXPECT_THAT(results.lines, ElementsAre(LogLine(1), LogLine(2), LogLine(3),
                                         LogLine(4), LogLine(5), LogLine(6)));
}

TEST(RecordPusherScriptTest, AServerThatDoesNotAnswerCountsAsLost) {
  const auto stall = [](grpc::ServerContext& context, Stream&) {
    while (!context.IsCancelled()) {
      absl::SleepFor(absl::Milliseconds(10));
    }
    return grpc::Status::CANCELLED;
  };
  ScriptedIngest service({stall, AnswerAll});
  const ScriptedServer server(service);
  Outcomes results;
  auto pusher =
      *RecordPusher::Create({.server_address = server.address(),
                             .response_timeout = absl::Milliseconds(300)},
                            results.Callback());
  ASSERT_EQ(pusher->Send(RequestOf(1)), absl::OkStatus());
  EXPECT_EQ(pusher->Finish(), absl::OkStatus());
  EXPECT_THAT(results.outcomes, SizeIs(1));
}

TEST(RecordPusherScriptTest, AStalledServerFailsWithoutRetryTime) {
  ScriptedIngest service({[](grpc::ServerContext& context, Stream&) {
    while (!context.IsCancelled()) {
      absl::SleepFor(absl::Milliseconds(10));
    }
    return grpc::Status::CANCELLED;
  }});
  const ScriptedServer server(service);
  auto pusher =
      *RecordPusher::Create({.server_address = server.address(),
                             .retry_time = absl::ZeroDuration(),
                             .response_timeout = absl::Milliseconds(100)},
                            Outcomes().Callback());
  pusher->Send(RequestOf(1)).IgnoreError();
  EXPECT_EQ(pusher->Finish(), absl::UnavailableError("no answer within 100ms"));
}

TEST(RecordPusherScriptTest, LargeRequestsAndAnswersDoNotBlockEachOther) {
  ScriptedIngest service({[](grpc::ServerContext&, Stream& stream) {
    return AnswerRequests(stream, /*count=*/1 << 30, /*bytes=*/1 << 20);
  }});
  const ScriptedServer server(service);
  Outcomes results;
  auto pusher = *RecordPusher::Create({.server_address = server.address()},
                                      results.Callback());
  v1::PushRequest request;
  request.add_records()->set_log_line(std::string(4 << 20, 'x'));
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(pusher->Send(request), absl::OkStatus());
  }
  ASSERT_EQ(pusher->Finish(), absl::OkStatus());
  EXPECT_THAT(results.outcomes, SizeIs(10));
}

TEST(RecordPusherScriptTest, AnAnswerThatFitsNoRequestIsAnError) {
  ScriptedIngest service({[](grpc::ServerContext&, Stream& stream) {
    v1::PushRequest request;
    stream.Read(&request);
    stream.Write(v1::PushResponse());
    return grpc::Status::OK;
  }});
  const ScriptedServer server(service);
  auto pusher = *RecordPusher::Create({.server_address = server.address()},
                                      Outcomes().Callback());
  pusher->Send(RequestOf(1)).IgnoreError();
  EXPECT_EQ(pusher->Finish().code(), absl::StatusCode::kInternal);
}

TEST(RecordPusherScriptTest, MayBeDroppedWithRequestsInFlight) {
  ScriptedIngest service({AnswerAll});
  const ScriptedServer server(service);
  Outcomes results;
  auto pusher = *RecordPusher::Create({.server_address = server.address()},
                                      results.Callback());
  EXPECT_EQ(pusher->Send(RequestOf(1)), absl::OkStatus());
}

}  // namespace
}  // namespace tunedex
