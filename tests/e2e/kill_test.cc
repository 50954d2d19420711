// What was acknowledged survives kill -9.

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/record_pusher.h"
#include "client/schedule_client.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/e2e/programs.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::e2e {
namespace {

using ::nlohmann::json;
using ::tunedex::testing::TemporaryFolder;

constexpr int kRecords = 20000;
constexpr int kRecordsOfARequest = 50;

std::string Line(int i) {
  return absl::StrCat(R"({"i": [["[\"h\", )", 1 + i % 100,
                      R"(]", "llvm -keys=cpu"], [[], [["CI", )", i,
                      R"(]]]], "r": [[0.001], 0, 0.1, 1], "v": "v0.6"})");
}

// Pushes all records, and collects the ids of those acknowledged, until the
// server is gone.
std::vector<std::string> PushUntilKilled(const std::string& address,
                                         std::atomic<int>& acknowledged) {
  std::vector<std::string> ids;
  auto pusher = RecordPusher::Create(
      {.server_address = address, .retry_time = absl::ZeroDuration()},
      [&](const v1::PushRequest&, const v1::PushResponse& response) {
        for (const v1::PushResult& result : response.results()) {
          EXPECT_EQ(result.outcome(), v1::PUSH_OUTCOME_STORED);
          ids.push_back(result.record_id());
        }
        acknowledged = static_cast<int>(ids.size());
      });
  EXPECT_TRUE(pusher.ok()) << pusher.status();
  absl::Status sent;
  for (int i = 0; i < kRecords && sent.ok(); i += kRecordsOfARequest) {
    v1::PushRequest request;
    request.set_source("test");
    for (int j = i; j < i + kRecordsOfARequest; ++j) {
      request.add_records()->set_log_line(Line(j));
    }
    sent = (*pusher)->Send(std::move(request));
  }
  EXPECT_FALSE(sent.ok()) << "the import ended before the server was killed";
  return ids;
}

TEST(KillTest, EveryAcknowledgedRecordIsThereAfterAKillDuringAnImport) {
  const TemporaryFolder folder;
  auto server = std::make_unique<ServerProcess>(folder.path());
  std::atomic<int> acknowledged = 0;
  std::vector<std::string> ids;
  std::thread pusher([&, address = server->address()] {
    ids = PushUntilKilled(address, acknowledged);
  });
  while (acknowledged < kRecords / 20) std::this_thread::yield();
  server->Kill();
  pusher.join();
  ASSERT_GE(ids.size(), kRecords / 20);
  ASSERT_LT(ids.size(), kRecords);

  server = std::make_unique<ServerProcess>(folder.path());
  auto client =
      ScheduleClient::Create({.server_address = server->address()}).value();
  for (const std::string& id : ids) {
    const absl::StatusOr<v1::StoredRecord> stored = client->GetRecord(id);
    ASSERT_TRUE(stored.ok()) << id << ": " << stored.status();
  }

  // Importing again completes the rest.
  std::string log;
  for (int i = 0; i < kRecords; ++i) absl::StrAppend(&log, Line(i), "\n");
  const std::string file = folder.Write("all.json", log);
  const Outcome imported = Tunedex(
      server->address(), {"import", "--source", "test", "-o", "json", file});
  ASSERT_EQ(imported.status, 0) << imported.errors;
  const json counts = json::parse(imported.output);
  EXPECT_EQ(counts["accepted"], kRecords);
  EXPECT_GE(counts["duplicates"], ids.size());
  EXPECT_EQ(client->GetStats()->records(), kRecords);
}

}  // namespace
}  // namespace tunedex::e2e
