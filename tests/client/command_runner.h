#ifndef TUNEDEX_TESTS_CLIENT_COMMAND_RUNNER_H_
#define TUNEDEX_TESTS_CLIENT_COMMAND_RUNNER_H_

#include <sstream>
#include <string>
#include <vector>

#include "client/cli/command_line.h"
#include "client/cli/console.h"

namespace tunedex::cli {

// What a run of the command left behind.
struct CommandResult {
  int status = 0;
  std::string out;
  std::string err;
};

// Runs the tunedex command in this process.
inline CommandResult RunTunedex(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  Console console{.out = out, .err = err};
  const int status = RunCommandLine(arguments, console);
  return {.status = status, .out = out.str(), .err = err.str()};
}

}  // namespace tunedex::cli

#endif  // TUNEDEX_TESTS_CLIENT_COMMAND_RUNNER_H_
