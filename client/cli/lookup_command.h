#ifndef TUNEDEX_CLIENT_CLI_LOOKUP_COMMAND_H_
#define TUNEDEX_CLIENT_CLI_LOOKUP_COMMAND_H_

#include "client/cli/command.h"

namespace tunedex::cli {

// Adds `tunedex lookup`: the best schedule of one workload, or of each line of
// a file.
void AddLookupCommand(CLI::App& app, Action& chosen);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_LOOKUP_COMMAND_H_
