#include "client/grpc_status.h"

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/any.pb.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/support/status.h"

namespace tunedex {
namespace {

constexpr char kErrorInfoUrl[] = "type.googleapis.com/google.rpc.ErrorInfo";

}  // namespace

absl::Status FromRpcStatus(const google::rpc::Status& status) {
  absl::Status result(static_cast<absl::StatusCode>(status.code()),
                      status.message());
  for (const google::protobuf::Any& detail : status.details()) {
    result.SetPayload(detail.type_url(), absl::Cord(detail.value()));
  }
  return result;
}

absl::Status FromGrpcStatus(const grpc::Status& status) {
  // The details repeat code and message; what counts is the call's own status.
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details())) {
    details.Clear();
  }
  details.set_code(status.error_code());
  details.set_message(status.error_message());
  return FromRpcStatus(details);
}

google::rpc::Status ToRpcStatus(const absl::Status& status) {
  google::rpc::Status result;
  result.set_code(static_cast<int>(status.code()));
  result.set_message(std::string(status.message()));
  status.ForEachPayload(
      [&result](absl::string_view type_url, const absl::Cord& value) {
        google::protobuf::Any& detail = *result.add_details();
        detail.set_type_url(std::string(type_url));
        detail.set_value(std::string(value));
      });
  return result;
}

std::optional<google::rpc::ErrorInfo> GetErrorInfo(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kErrorInfoUrl);
  google::rpc::ErrorInfo info;
  if (!payload.has_value() || !info.ParseFromString(std::string(*payload))) {
    return std::nullopt;
  }
  return info;
}

}  // namespace tunedex
