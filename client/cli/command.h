#ifndef TUNEDEX_CLIENT_CLI_COMMAND_H_
#define TUNEDEX_CLIENT_CLI_COMMAND_H_

#include <functional>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/cli/session.h"

namespace tunedex::cli {

// Carries out a command whose flags were read; gives the exit status.
using Action = std::function<int(Session& session)>;

// Texts of a command's help.
struct CommandHelp {
  std::string name;
  // One line.
  std::string summary;
  // Complete command lines, shown first.
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

// Adds a flag whose text goes into a message, so has to be valid UTF-8. `type`
// stands for the text in the help, such as "NAME".
CLI::Option& AddText(CLI::App& command, const std::string& flag,
                     const std::string& type, std::string& value,
                     const std::string& description);

// The same for a flag that may be repeated, one text each.
CLI::Option& AddTexts(CLI::App& command, const std::string& flag,
                      const std::string& type, std::vector<std::string>& values,
                      const std::string& description);

// Refuses text of which `check` is not OK, with the message of its status.
CLI::Validator Checked(std::function<absl::Status(absl::string_view)> check);

// Refuses text that is not valid UTF-8.
CLI::Validator ValidUtf8();

// Refuses numbers outside a range. CLI11's own check shows the C++ type in the
// help.
template <typename Number>
CLI::Validator InRange(Number least, Number greatest) {
  return CLI::Range(least, greatest).description("");
}

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_COMMAND_H_
