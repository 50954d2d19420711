#ifndef TUNEDEX_CLIENT_CLI_HEALTH_COMMAND_H_
#define TUNEDEX_CLIENT_CLI_HEALTH_COMMAND_H_

#include "client/cli/command.h"

namespace tunedex::cli {

// Adds `tunedex health`: whether the server can answer.
void AddHealthCommand(CLI::App& app, Action& chosen);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_HEALTH_COMMAND_H_
