#ifndef TUNEDEX_CLIENT_CLI_SESSION_H_
#define TUNEDEX_CLIENT_CLI_SESSION_H_

#include <string>

#include "absl/time/time.h"
#include "client/cli/console.h"
#include "client/server_channel.h"

namespace tunedex::cli {

// What every command works with: the options before the command's name, and
// where to write.
struct Session {
  Console& console;
  // "HOST:PORT".
  std::string server = kDefaultServerAddress;
  // JSON instead of tables.
  bool json = false;
  // How long one call may take.
  absl::Duration timeout = absl::Seconds(10);
};

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_SESSION_H_
