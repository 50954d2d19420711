#ifndef TUNEDEX_CLIENT_GRPC_STATUS_H_
#define TUNEDEX_CLIENT_GRPC_STATUS_H_

#include <optional>

#include "absl/status/status.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/support/status.h"

namespace tunedex {

// What a call ended with, as an Abseil status: the codes of both are numbered
// alike, the message is kept, and every detail (google.rpc.ErrorInfo, ...) is a
// payload under its type URL.
absl::Status FromGrpcStatus(const grpc::Status& status);

// The same for a status inside a message, as one item of a batch has it.
absl::Status FromRpcStatus(const google::rpc::Status& status);

// The inverse: code, message and payloads.
google::rpc::Status ToRpcStatus(const absl::Status& status);

// The ErrorInfo of a converted status, if it has one. Only a server gives one:
// a failed connection has none.
std::optional<google::rpc::ErrorInfo> GetErrorInfo(const absl::Status& status);

}  // namespace tunedex

#endif  // TUNEDEX_CLIENT_GRPC_STATUS_H_
