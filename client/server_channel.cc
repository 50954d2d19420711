#include "client/server_channel.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "grpc/impl/codegen/grpc_types.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/support/channel_arguments.h"

namespace tunedex {
namespace {

// The push stream is not named here: what it has to send again only its owner
// knows (client/record_pusher.h).
constexpr char kServiceConfig[] = R"({
  "methodConfig": [{
    "name": [
      {"service": "tunedex.v1.LookupService"},
      {"service": "tunedex.v1.AdminService"},
      {"service": "grpc.health.v1.Health"}
    ],
    "retryPolicy": {
      "maxAttempts": 4,
      "initialBackoff": "0.1s",
      "maxBackoff": "1s",
      "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]
    }
  }]
})";

// A request above this is sent but not kept for another try; the largest batch
// is below it.
constexpr int kRetryBufferBytes = 8 << 20;

// gRPC's own pace of reconnecting, from 1 s to 2 min, would leave a retried
// call without a connection to try.
constexpr int kMinReconnectMillis = 100;
constexpr int kMaxReconnectMillis = 1000;

grpc::ChannelArguments MakeChannelArguments() {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(kServiceConfig);
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetInt(GRPC_ARG_PER_RPC_RETRY_BUFFER_SIZE, kRetryBufferBytes);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kMinReconnectMillis);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kMaxReconnectMillis);
  return arguments;
}

bool IsPort(absl::string_view text) {
  int port;
  return std::all_of(text.begin(), text.end(), absl::ascii_isdigit) &&
         absl::SimpleAtoi(text, &port) && port >= 1 && port <= 65535;
}

}  // namespace

absl::Status CheckServerAddress(absl::string_view server_address) {
  const auto error = [server_address](absl::string_view what) {
    return absl::InvalidArgumentError(
        absl::StrCat("the server address \"", server_address,
                     "\" is not of the form HOST:PORT", what));
  };
  const size_t scheme = server_address.find("://");
  if (scheme != absl::string_view::npos) {
    return error(
        absl::StrCat("; leave out ", server_address.substr(0, scheme + 3)));
  }
  const size_t colon = server_address.rfind(':');
  if (colon == absl::string_view::npos || colon == 0) {
    return error("");
  }
  if (!IsPort(server_address.substr(colon + 1))) {
    return error("; the port is a number from 1 to 65535");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> OpenServerChannel(
    const std::string& server_address) {
  if (const absl::Status status = CheckServerAddress(server_address);
      !status.ok()) {
    return status;
  }
  return grpc::CreateCustomChannel(server_address,
                                   grpc::InsecureChannelCredentials(),
                                   MakeChannelArguments());
}

}  // namespace tunedex
