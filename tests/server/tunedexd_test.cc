// Runs the real program as its own process.

#include <signal.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "grpcpp/support/status.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/server/child_process.h"
#include "tests/server/log_lines.h"
#include "tests/server/test_client.h"
#include "tests/testing/temporary_folder.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::server {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::string Program() {
  return absl::StrCat(std::getenv("TEST_SRCDIR"), "/",
                      std::getenv("TEST_WORKSPACE"), "/server/tunedexd");
}

class TunedexdTest : public ::testing::Test {
 protected:
  std::vector<std::string> Arguments() const {
    return {Program(), "--data_dir=" + folder_.path(), "--listen=127.0.0.1:0",
            "--metrics_listen=127.0.0.1:0"};
  }

  // Starts the program and reads its ready line.
  void Start() {
    process_ = std::make_unique<ChildProcess>(Arguments());
    std::string line = process_->ReadLine();
    std::vector<std::string> words = absl::StrSplit(line, ' ');
    ASSERT_THAT(
        words,
        ElementsAre("tunedexd", "ready", StartsWith("listen=127.0.0.1:"),
                    StartsWith("metrics=127.0.0.1:"), StartsWith("records=")));
    address_ = std::string(absl::StripPrefix(words[2], "listen="));
    records_ = std::string(absl::StripPrefix(words[4], "records="));
    client_ = std::make_unique<TestClient>(address_);
  }

  testing::TemporaryFolder folder_;
  std::unique_ptr<ChildProcess> process_;
  std::unique_ptr<TestClient> client_;
  std::string address_;
  std::string records_;
};

TEST_F(TunedexdTest, AnswersUntilTerminatedAndExitsWithZero) {
  Start();
  EXPECT_EQ(records_, "0");
  client_->PushLines({AutoSchedulerLine("conv", 8, "[0.002], 0")});
  process_->Signal(SIGTERM);
  EXPECT_EQ(process_->ReadOutput(), "");
  std::string log = process_->ReadErrors();
  EXPECT_EQ(process_->Wait(), 0);

  std::vector<std::string> messages;
  for (absl::string_view line : absl::StrSplit(log, '\n', absl::SkipEmpty())) {
    auto event = nlohmann::json::parse(line.begin(), line.end(), nullptr,
                                       /*allow_exceptions=*/false);
    ASSERT_TRUE(event.is_object()) << line;
    EXPECT_TRUE(event.contains("time") && event.contains("severity")) << line;
    messages.push_back(event["message"]);
  }
  EXPECT_THAT(messages,
              ElementsAre("starting", "ready", "shutting down", "stopped"));
}

TEST_F(TunedexdTest, AnInterruptEndsItTheSameWay) {
  Start();
  process_->Signal(SIGINT);
  EXPECT_EQ(process_->Wait(), 0);
}

TEST_F(TunedexdTest, AnOpenPushStreamIsToldAndDoesNotHoldUpTheEnd) {
  Start();
  auto call = client_->OpenPush();
  ASSERT_TRUE(call->stream->Write(
      LinesRequest({AutoSchedulerLine("conv", 8, "[0.002], 0")})));
  v1::PushResponse response;
  ASSERT_TRUE(call->stream->Read(&response));
  process_->Signal(SIGTERM);
  EXPECT_FALSE(call->stream->Read(&response));
  EXPECT_EQ(call->stream->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(process_->Wait(), 0);
}

TEST_F(TunedexdTest, WhatWasAcknowledgedSurvivesAKill) {
  Start();
  client_->PushLines({AutoSchedulerLine("conv", 8, "[0.002], 0"),
                      AutoSchedulerLine("conv", 16, "[0.002], 0")});
  process_->Signal(SIGKILL);
  EXPECT_EQ(process_->Wait(), 128 + SIGKILL);
  Start();
  EXPECT_EQ(records_, "2");
}

TEST_F(TunedexdTest, AMissingDataFolderIsAUsageError) {
  ChildProcess process({Program()});
  EXPECT_THAT(process.ReadErrors(), HasSubstr("--data_dir is missing"));
  EXPECT_EQ(process.Wait(), 2);
}

TEST_F(TunedexdTest, AStrayArgumentIsAUsageError) {
  ChildProcess process({Program(), "--data_dir=" + folder_.path(), "serve"});
  EXPECT_THAT(process.ReadErrors(), HasSubstr("\"serve\""));
  EXPECT_EQ(process.Wait(), 2);
}

TEST_F(TunedexdTest, ATakenAddressIsOneClearLine) {
  Start();
  testing::TemporaryFolder other;
  ChildProcess process({Program(), "--data_dir=" + other.path(),
                        "--listen=" + address_,
                        "--metrics_listen=127.0.0.1:0"});
  EXPECT_EQ(process.ReadOutput(), "");
  std::vector<std::string> lines =
      absl::StrSplit(process.ReadErrors(), '\n', absl::SkipEmpty());
  EXPECT_EQ(process.Wait(), 1);
  // The first is the log's "starting".
  ASSERT_THAT(lines, SizeIs(2));
  EXPECT_THAT(lines[1],
              StartsWith("tunedexd: cannot listen on " + address_ + ": "));
}

TEST_F(TunedexdTest, AFolderInUseIsOneClearLineThatNamesItsHolder) {
  Start();
  ChildProcess process(Arguments());
  std::vector<std::string> lines =
      absl::StrSplit(process.ReadErrors(), '\n', absl::SkipEmpty());
  EXPECT_EQ(process.Wait(), 1);
  ASSERT_THAT(lines, SizeIs(2));
  EXPECT_THAT(lines[1], StartsWith("tunedexd: data folder "));
  EXPECT_THAT(lines[1], HasSubstr(folder_.path()));
  EXPECT_THAT(lines[1], HasSubstr(absl::StrCat("in use by process ",
                                               process_->id(), " on host ")));
}

TEST_F(TunedexdTest, TheVersionIsPrinted) {
  ChildProcess process({Program(), "--version"});
  EXPECT_EQ(process.ReadOutput(), "tunedexd 0.1.0\n");
  EXPECT_EQ(process.Wait(), 0);
}

}  // namespace
}  // namespace tunedex::server
