#include "server/address.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tunedex::server {
namespace {

using ::testing::HasSubstr;

void ExpectRead(const std::string& text, const std::string& host, int port) {
  auto address = ParseAddress(text);
  ASSERT_TRUE(address.ok()) << address.status();
  EXPECT_EQ(address->host, host);
  EXPECT_EQ(address->port, port);
  EXPECT_EQ(address->ToString(), text);
}

void ExpectRefused(const std::string& text, const std::string& message) {
  auto address = ParseAddress(text);
  ASSERT_FALSE(address.ok()) << text;
  EXPECT_EQ(address.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(address.status().message()), HasSubstr(message));
}

TEST(AddressTest, NamesAndBothKindsOfIpAddressesAreRead) {
  ExpectRead("127.0.0.1:0", "127.0.0.1", 0);
  ExpectRead("[::1]:0", "[::1]", 0);
  ExpectRead("localhost:7420", "localhost", 7420);
  ExpectRead("build-farm_2.example.org:65535", "build-farm_2.example.org",
             65535);
}

TEST(AddressTest, AMissingPartIsNamed) {
  ExpectRefused("", "the port is missing");
  ExpectRefused("localhost", "the port is missing");
  ExpectRefused(":7420", "the host is missing");
  ExpectRefused("localhost:", "the port must be a number");
}

TEST(AddressTest, APortMustBeAPlainNumberInRange) {
  for (const char* text :
       {"localhost:65536", "localhost:-1", "localhost:+1", "localhost: 1",
        "localhost:http", "localhost:99999999999999999999"}) {
    ExpectRefused(text, "the port must be a number from 0 to 65535");
  }
}

TEST(AddressTest, AHostThatNoServerCouldHaveIsRefused) {
  for (const char* text : {"::1:7420", "[]:1", "[::1:7420", "a b:1", "[x]:1",
                           "http://localhost:7420", "a/b:1"}) {
    ExpectRefused(text, "the host must be");
  }
}

TEST(AddressTest, ControlCharactersAreEscapedInTheMessage) {
  ExpectRefused("a\n:1", "\"a\\n:1\"");
}

}  // namespace
}  // namespace tunedex::server
