#ifndef TUNEDEX_CLIENT_CLI_VERSION_COMMAND_H_
#define TUNEDEX_CLIENT_CLI_VERSION_COMMAND_H_

#include "client/cli/command.h"

namespace tunedex::cli {

// Adds `tunedex version`: which client this is. Asks no server.
void AddVersionCommand(CLI::App& app, Action& chosen);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_VERSION_COMMAND_H_
