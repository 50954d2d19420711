#ifndef TUNEDEX_CLIENT_CLI_VERSION_COMMAND_H_
#define TUNEDEX_CLIENT_CLI_VERSION_COMMAND_H_

#include "client/cli/command.h"
#include "client/cli/session.h"

namespace tunedex::cli {

// Prints which client this is. Asks no server.
int RunVersion(Session& session);

// Adds `tunedex version`, which does so.
void AddVersionCommand(CLI::App& app, Action& chosen);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_VERSION_COMMAND_H_
