#ifndef TUNEDEX_CLIENT_CLI_CONNECT_H_
#define TUNEDEX_CLIENT_CLI_CONNECT_H_

#include <memory>

#include "client/cli/session.h"
#include "client/schedule_client.h"

namespace tunedex::cli {

// A client for the session's server. Null, after a message, for an address that
// is not HOST:PORT: the command then ends with kExitUsage.
std::unique_ptr<ScheduleClient> Connect(Session& session);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_CONNECT_H_
