#include "server/log.h"

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace tunedex::server {
namespace {

const absl::Time kTime = absl::FromUnixMillis(1714557600123);

TEST(LogTest, AnEventIsOneJsonObjectWithItsFieldsInOrder) {
  EXPECT_EQ(FormatLogLine(kTime, Severity::kInfo, "ready",
                          {{"listen", "127.0.0.1:7420"}, {"records", 12}}),
            R"({"time":"2024-05-01T10:00:00.123Z","severity":"INFO",)"
            R"("message":"ready","listen":"127.0.0.1:7420","records":12})");
}

TEST(LogTest, ASingleFieldIsAField) {
  EXPECT_EQ(FormatLogLine(kTime, Severity::kError, "failed", {{"why", "disk"}}),
            R"({"time":"2024-05-01T10:00:00.123Z","severity":"ERROR",)"
            R"("message":"failed","why":"disk"})");
}

TEST(LogTest, LineEndsAndBadBytesDoNotTearTheLine) {
  EXPECT_EQ(FormatLogLine(kTime, Severity::kWarning, "a\nb\xff", {}),
            "{\"time\":\"2024-05-01T10:00:00.123Z\",\"severity\":\"WARNING\","
            "\"message\":\"a\\nb\xEF\xBF\xBD\"}");
}

}  // namespace
}  // namespace tunedex::server
