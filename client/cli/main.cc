// The tunedex command: puts logs into a Tunedex server and asks it for
// schedules.

#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include "client/cli/command_line.h"
#include "client/cli/console.h"

int main(int argc, char** argv) {
  // A reader that has gone away shows as a failed write, not as a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  tunedex::cli::Console console = tunedex::cli::StandardConsole();
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return tunedex::cli::RunCommandLine(arguments, console);
}
