#include "client/grpc_status.h"

#include <optional>

#include "absl/status/status.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"

namespace tunedex {
namespace {

google::rpc::Status TooLarge() {
  google::rpc::ErrorInfo info;
  info.set_reason("ANSWER_TOO_LARGE");
  google::rpc::Status status;
  status.set_code(grpc::StatusCode::RESOURCE_EXHAUSTED);
  status.set_message("too large");
  status.add_details()->PackFrom(info);
  return status;
}

TEST(GrpcStatusTest, CodeAndMessageAreKept) {
  const absl::Status status = FromGrpcStatus(
      grpc::Status(grpc::StatusCode::UNAVAILABLE, "server gone"));
  EXPECT_EQ(status, absl::UnavailableError("server gone"));
  EXPECT_TRUE(FromGrpcStatus(grpc::Status::OK).ok());
}

TEST(GrpcStatusTest, ErrorInfoIsKeptAsPayload) {
  const absl::Status status =
      FromGrpcStatus(grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED,
                                  "too large", TooLarge().SerializeAsString()));
  const std::optional<google::rpc::ErrorInfo> info = GetErrorInfo(status);
  ASSERT_TRUE(info.has_value());
  EXPECT_EQ(info->reason(), "ANSWER_TOO_LARGE");
}

TEST(GrpcStatusTest, DetailsThatAreNotAMessageAreLeftOut) {
  const absl::Status status = FromGrpcStatus(
      grpc::Status(grpc::StatusCode::INTERNAL, "broken", "\xff\xff"));
  EXPECT_EQ(status, absl::InternalError("broken"));
  EXPECT_FALSE(GetErrorInfo(status).has_value());
}

TEST(GrpcStatusTest, RpcStatusComesBackAsItWas) {
  EXPECT_EQ(ToRpcStatus(FromRpcStatus(TooLarge())).SerializeAsString(),
            TooLarge().SerializeAsString());
}

}  // namespace
}  // namespace tunedex
