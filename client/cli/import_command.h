#ifndef TUNEDEX_CLIENT_CLI_IMPORT_COMMAND_H_
#define TUNEDEX_CLIENT_CLI_IMPORT_COMMAND_H_

#include "client/cli/command.h"

namespace tunedex::cli {

// Adds `tunedex import`: pushes the records of log files.
void AddImportCommand(CLI::App& app, Action& chosen);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_IMPORT_COMMAND_H_
