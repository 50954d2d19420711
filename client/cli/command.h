#ifndef TUNEDEX_CLIENT_CLI_COMMAND_H_
#define TUNEDEX_CLIENT_CLI_COMMAND_H_

#include <functional>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "client/cli/session.h"

namespace tunedex::cli {

// Carries out a command whose flags were read; gives the exit status.
using Action = std::function<int(Session& session)>;

// Texts of a command's help.
struct CommandHelp {
  std::string name;
  // One line.
  std::string summary;
  // Complete command lines, one a line, shown first.
  std::string examples;
  // What else there is to know.
  std::string details;
};

// Adds a command without flags. When it is the one given, `chosen` is set to
// `action`.
CLI::App& AddCommand(CLI::App& app, const CommandHelp& help, Action& chosen,
                     Action action);

// Makes the help of a program or command start with examples and end with
// details.
void SetHelp(CLI::App& app, const std::string& examples,
             const std::string& details);

// Gives a flag its environment variable: TUNEDEX_TOP_K for --top-k. A flag on
// the command line wins.
CLI::Option& WithVariable(CLI::Option& option);

// Adds a flag whose text goes into a message, so has to be valid UTF-8.
CLI::Option& AddText(CLI::App& command, const std::string& flag,
                     std::string& value, const std::string& description);

// The same for a flag that may be repeated, one text each.
CLI::Option& AddTexts(CLI::App& command, const std::string& flag,
                      std::vector<std::string>& values,
                      const std::string& description);

// Refuses text that is not valid UTF-8.
CLI::Validator ValidUtf8();

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_COMMAND_H_
