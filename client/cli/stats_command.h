#ifndef TUNEDEX_CLIENT_CLI_STATS_COMMAND_H_
#define TUNEDEX_CLIENT_CLI_STATS_COMMAND_H_

#include "client/cli/command.h"

namespace tunedex::cli {

// Adds `tunedex stats`: totals of the store.
void AddStatsCommand(CLI::App& app, Action& chosen);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_STATS_COMMAND_H_
