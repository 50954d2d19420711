#ifndef TUNEDEX_CLIENT_CLI_COMMAND_LINE_H_
#define TUNEDEX_CLIENT_CLI_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "client/cli/console.h"

namespace tunedex::cli {

// Reads the arguments (without the program's name), carries out the command
// they give, and returns the exit status (client/cli/exit_codes.h).
int RunCommandLine(const std::vector<std::string>& arguments, Console& console);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_COMMAND_LINE_H_
