#include "client/server_channel.h"

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
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

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::Channel>> OpenServerChannel(
    const std::string& server_address) {
  const size_t colon = server_address.rfind(':');
  if (colon == std::string::npos || colon == 0 ||
      colon + 1 == server_address.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the server address \"", server_address,
                     "\" is not of the form HOST:PORT"));
  }
  return grpc::CreateCustomChannel(server_address,
                                   grpc::InsecureChannelCredentials(),
                                   MakeChannelArguments());
}

}  // namespace tunedex
