#include "server/metrics.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/address.h"
#include "tests/server/http_get.h"
#include "tunedex/v1/ingest_service.pb.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::server {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const Address kAnyPort = {.host = "127.0.0.1", .port = 0};

TEST(MetricsTest, WhatHappenedIsCounted) {
  Metrics metrics;
  auto port = metrics.Expose(kAnyPort);
  ASSERT_TRUE(port.ok()) << port.status();
  v1::LookupResponse exact;
  exact.set_outcome(v1::OUTCOME_EXACT);
  v1::LookupResponse none;
  none.set_outcome(v1::OUTCOME_NONE);
  none.mutable_miss()->set_reason(v1::MISS_REASON_UNKNOWN_TARGET);
  metrics.CountLookup(absl::OkStatus(), exact, absl::Microseconds(20));
  metrics.CountLookup(absl::OkStatus(), none, absl::Microseconds(20));
  metrics.CountLookup(absl::InvalidArgumentError("x"), {},
                      absl::Microseconds(20));
  v1::PushResponse pushed;
  pushed.add_results()->set_outcome(v1::PUSH_OUTCOME_STORED);
  pushed.add_results()->set_outcome(v1::PUSH_OUTCOME_STORED);
  metrics.CountPush(pushed);
  metrics.SetStoreRecords(17);

  std::string text = HttpGet(*port, "/metrics");
  EXPECT_THAT(text, StartsWith("HTTP/1.1 200"));
  for (const char* line :
       {"tunedex_lookups_total{outcome=\"exact\"} 1",
        "tunedex_lookups_total{outcome=\"none\"} 1",
        "tunedex_lookups_total{outcome=\"error\"} 1",
        "tunedex_lookups_total{outcome=\"compatible\"} 0",
        "tunedex_misses_total{reason=\"unknown_target\"} 1",
        "tunedex_pushed_records_total{outcome=\"stored\"} 2",
        "tunedex_lookup_seconds_count 3", "tunedex_store_records 17",
        "tunedex_build_info{version=\"0.1.0\"} 1"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(MetricsTest, ATakenAddressIsRefusedByName) {
  Metrics first;
  auto port = first.Expose(kAnyPort);
  ASSERT_TRUE(port.ok()) << port.status();
  Metrics second;
  auto status = second.Expose({.host = "127.0.0.1", .port = *port}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("127.0.0.1"));
}

TEST(MetricsTest, AnIpv6AddressIsRefusedWithTheCause) {
  Metrics metrics;
  auto status = metrics.Expose({.host = "[::1]", .port = 0}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("IPv4 only"));
}

TEST(MetricsTest, IdleConnectionsDoNotShutOthersOut) {
  Metrics metrics;
  auto port = metrics.Expose(kAnyPort);
  ASSERT_TRUE(port.ok()) << port.status();
  std::vector<int> idle;
  for (int i = 0; i < 4; ++i) {
    idle.push_back(socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in address = {.sin_family = AF_INET,
                           .sin_port = htons(*port),
                           .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    ASSERT_EQ(connect(idle.back(), reinterpret_cast<sockaddr*>(&address),
                      sizeof(address)),
              0);
  }
  EXPECT_THAT(HttpGet(*port, "/metrics"), StartsWith("HTTP/1.1 200"));
  for (int connection : idle) close(connection);
}

}  // namespace
}  // namespace tunedex::server
