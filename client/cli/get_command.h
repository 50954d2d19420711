#ifndef TUNEDEX_CLIENT_CLI_GET_COMMAND_H_
#define TUNEDEX_CLIENT_CLI_GET_COMMAND_H_

#include "client/cli/command.h"

namespace tunedex::cli {

// Adds `tunedex get`: shows one record.
void AddGetCommand(CLI::App& app, Action& chosen);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_GET_COMMAND_H_
