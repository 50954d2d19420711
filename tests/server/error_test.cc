#include "server/error.h"

#include <string>

#include "absl/status/status.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/support/status.h"
#include "gtest/gtest.h"
#include "tests/server/status_reason.h"

namespace tunedex::server {
namespace {

TEST(ErrorTest, CodeMessageReasonAndFactsReachTheClient) {
  grpc::Status status = ToGrpcStatus(
      WithReason(absl::InvalidArgumentError("too many"), reason::kBatchTooLarge,
                 {{"limit", "1024"}, {"given", "2000"}}));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(), "too many");
  google::rpc::ErrorInfo info = ErrorInfoOf(status);
  EXPECT_EQ(info.reason(), "BATCH_TOO_LARGE");
  EXPECT_EQ(info.domain(), "tunedex");
  EXPECT_EQ(info.metadata().at("limit"), "1024");
  EXPECT_EQ(info.metadata().at("given"), "2000");
}

TEST(ErrorTest, TheDetailsRepeatCodeAndMessage) {
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(
      ToGrpcStatus(absl::NotFoundError("gone")).error_details()));
  EXPECT_EQ(details.code(), 5);
  EXPECT_EQ(details.message(), "gone");
}

TEST(ErrorTest, TheFirstReasonStays) {
  absl::Status status =
      WithReason(absl::InvalidArgumentError("x"), reason::kMalformedTarget);
  status = WithReason(status, reason::kMalformedWorkload);
  EXPECT_EQ(ReasonOf(ToRpcStatus(status)), "MALFORMED_TARGET");
}

TEST(ErrorTest, OkStaysOk) {
  EXPECT_TRUE(WithReason(absl::OkStatus(), reason::kMalformedTarget).ok());
  EXPECT_TRUE(ToGrpcStatus(absl::OkStatus()).ok());
  EXPECT_EQ(ToRpcStatus(absl::OkStatus()).ByteSizeLong(), 0);
}

TEST(ErrorTest, AnErrorWithoutReasonIsNamedAfterItsCode) {
  EXPECT_EQ(ReasonOf(ToRpcStatus(absl::InternalError("oops"))), "INTERNAL");
}

TEST(ErrorTest, StoreErrorsGetTheReasonOfTheirCode) {
  auto reason_of = [](const absl::Status& status) {
    return ReasonOf(
        ToRpcStatus(WithStoreReason(status, reason::kInvalidOption)));
  };
  EXPECT_EQ(reason_of(absl::InvalidArgumentError("")), "INVALID_OPTION");
  EXPECT_EQ(reason_of(absl::NotFoundError("")), "UNKNOWN_RECORD");
  EXPECT_EQ(reason_of(absl::UnavailableError("")), "STORE_UNAVAILABLE");
  EXPECT_EQ(reason_of(absl::DataLossError("")), "STORE_DAMAGED");
  EXPECT_EQ(reason_of(absl::InternalError("")), "INTERNAL");
}

TEST(ErrorTest, ALongMessageIsCutBetweenCharacters) {
  // 1,023 bytes, then a character of two bytes across the limit of 1,024.
  std::string head(1023, 'x');
  google::rpc::Status status =
      ToRpcStatus(absl::InternalError(head + "\xC3\xA9" + "tail"));
  EXPECT_EQ(status.message(), head + "...");
}

}  // namespace
}  // namespace tunedex::server
