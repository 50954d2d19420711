#ifndef TUNEDEX_CLIENT_SERVER_CHANNEL_H_
#define TUNEDEX_CLIENT_SERVER_CHANNEL_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "grpcpp/channel.h"

namespace tunedex {

// Where a client looks unless told otherwise; tunedexd's own default.
inline constexpr char kDefaultServerAddress[] = "127.0.0.1:7420";

// INVALID_ARGUMENT, saying what is wrong, for an address that is not HOST:PORT
// with a port from 1 to 65535. gRPC would take a URL for a name to resolve.
absl::Status CheckServerAddress(absl::string_view server_address);

// Opens a channel to "HOST:PORT" as all Tunedex clients use it: a unary call
// that ends with UNAVAILABLE is tried four times within about a second, a lost
// connection is looked for again at the same pace, and answers may have any
// size. Connects with the first call, so a server that is not there is no error
// here.
//
// Fails as CheckServerAddress does.
absl::StatusOr<std::shared_ptr<grpc::Channel>> OpenServerChannel(
    const std::string& server_address);

}  // namespace tunedex

#endif  // TUNEDEX_CLIENT_SERVER_CHANNEL_H_
