#include "server/error.h"

#include <cstddef>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/support/status.h"

namespace tunedex::server {
namespace {

constexpr absl::string_view kDomain = "tunedex";
constexpr absl::string_view kErrorInfoUrl =
    "type.googleapis.com/google.rpc.ErrorInfo";

// Message and details travel in HTTP/2 trailers, of which clients accept 8 KiB
// in all; beyond that they show RESOURCE_EXHAUSTED instead of the error.
constexpr size_t kMaxMessageTextBytes = 1024;

// Cuts between characters, so that UTF-8 stays UTF-8.
std::string Shortened(absl::string_view text) {
  if (text.size() <= kMaxMessageTextBytes) return std::string(text);
  size_t end = kMaxMessageTextBytes;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return absl::StrCat(text.substr(0, end), "...");
}

// The reason of a status that got none on its way: better than an error that a
// program cannot tell from others.
std::string DefaultErrorInfo(absl::StatusCode code) {
  google::rpc::ErrorInfo info;
  info.set_reason(absl::StatusCodeToString(code));
  info.set_domain(std::string(kDomain));
  return info.SerializeAsString();
}

}  // namespace

absl::Status WithReason(absl::Status status, absl::string_view reason,
                        const std::map<std::string, std::string>& facts) {
  if (status.ok() || status.GetPayload(kErrorInfoUrl).has_value()) {
    return status;
  }
  google::rpc::ErrorInfo info;
  info.set_reason(std::string(reason));
  info.set_domain(std::string(kDomain));
  info.mutable_metadata()->insert(facts.begin(), facts.end());
  status.SetPayload(kErrorInfoUrl, absl::Cord(info.SerializeAsString()));
  return status;
}

absl::Status WithStoreReason(absl::Status status,
                             absl::string_view invalid_argument) {
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
      return WithReason(status, invalid_argument);
    case absl::StatusCode::kNotFound:
      return WithReason(status, reason::kUnknownRecord);
    case absl::StatusCode::kUnavailable:
      return WithReason(status, reason::kStoreUnavailable);
    case absl::StatusCode::kDataLoss:
      return WithReason(status, reason::kStoreDamaged);
    default:
      return status;
  }
}

google::rpc::Status ToRpcStatus(const absl::Status& status) {
  google::rpc::Status result;
  if (status.ok()) return result;
  result.set_code(static_cast<int>(status.code()));
  result.set_message(Shortened(status.message()));
  status.ForEachPayload(
      [&result](absl::string_view type_url, const absl::Cord& payload) {
        auto* detail = result.add_details();
        detail->set_type_url(std::string(type_url));
        detail->set_value(std::string(payload));
      });
  if (!status.GetPayload(kErrorInfoUrl).has_value()) {
    auto* detail = result.add_details();
    detail->set_type_url(std::string(kErrorInfoUrl));
    detail->set_value(DefaultErrorInfo(status.code()));
  }
  return result;
}

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  google::rpc::Status details = ToRpcStatus(status);
  return grpc::Status(static_cast<grpc::StatusCode>(details.code()),
                      details.message(), details.SerializeAsString());
}

}  // namespace tunedex::server
