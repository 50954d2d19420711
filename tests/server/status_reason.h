#ifndef TUNEDEX_TESTS_SERVER_STATUS_REASON_H_
#define TUNEDEX_TESTS_SERVER_STATUS_REASON_H_

#include <string>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/support/status.h"

namespace tunedex::server {

// The ErrorInfo of an error; an empty one if it carries none.
inline google::rpc::ErrorInfo ErrorInfoOf(const google::rpc::Status& status) {
  google::rpc::ErrorInfo info;
  for (const auto& detail : status.details()) {
    if (detail.type_url() == "type.googleapis.com/google.rpc.ErrorInfo") {
      info.ParseFromString(detail.value());
    }
  }
  return info;
}

inline google::rpc::ErrorInfo ErrorInfoOf(const grpc::Status& status) {
  google::rpc::Status details;
  details.ParseFromString(status.error_details());
  return ErrorInfoOf(details);
}

// The reason of an error of the domain "tunedex".
template <typename AnyStatus>
std::string ReasonOf(const AnyStatus& status) {
  google::rpc::ErrorInfo info = ErrorInfoOf(status);
  return info.domain() == "tunedex" ? info.reason() : "";
}

}  // namespace tunedex::server

#endif  // TUNEDEX_TESTS_SERVER_STATUS_REASON_H_
