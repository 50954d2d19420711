#include "client/cli/command_line.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/cli/command.h"
#include "client/cli/console.h"
#include "client/cli/exit_codes.h"
#include "client/cli/get_command.h"
#include "client/cli/health_command.h"
#include "client/cli/import_command.h"
#include "client/cli/lookup_command.h"
#include "client/cli/session.h"
#include "client/cli/stats_command.h"
#include "client/cli/version_command.h"

namespace tunedex::cli {
namespace {

constexpr char kExamples[] =
    R"(  tunedex import logs/
  tunedex lookup --target "cuda -arch=sm_86" --workload-key '["matmul_add", 512, 512, 512, "float32"]'
  tunedex --server tunedex:7420 -o json stats
)";

constexpr char kDetails[] =
    R"(Every flag has an environment variable: TUNEDEX_TOP_K stands for --top-k. The flags above may also
follow the command. `tunedex COMMAND --help` tells more.

Exit status: 0 done, 1 error, 2 usage, 3 no schedule found, 4 some lines were rejected,
64 + gRPC code for a failed call (78 the server cannot be reached).)";

// The options before the command's name, as CLI11 reads them.
struct GlobalFlags {
  std::string output = "table";
  double timeout_seconds = 10;
};

void AddGlobalFlags(CLI::App& app, Session& session, GlobalFlags& flags) {
  AddText(app, "--server", session.server,
          absl::StrCat("Server as HOST:PORT; by default ", session.server));
  WithVariable(*app.add_option("-o,--output", flags.output,
                               "Form of the output: table or json")
                    ->check(CLI::IsMember({"table", "json"})));
  WithVariable(
      *app.add_option("--timeout", flags.timeout_seconds,
                      "How many seconds a call may take; by default 10")
           ->check(CLI::Range(0.001, 1e9)));
}

void AddCommands(CLI::App& app, Action& chosen) {
  AddImportCommand(app, chosen);
  AddLookupCommand(app, chosen);
  AddGetCommand(app, chosen);
  AddStatsCommand(app, chosen);
  AddHealthCommand(app, chosen);
  AddVersionCommand(app, chosen);
}

// The command that was given; null if none was.
const CLI::App* GivenCommand(const CLI::App& app) {
  const std::vector<CLI::App*> commands = app.get_subcommands();
  return commands.empty() ? nullptr : commands.front();
}

std::string HelpText(const CLI::App& app) {
  const CLI::App* command = GivenCommand(app);
  return command == nullptr ? app.help() : command->help(app.get_name());
}

// What is wrong with the arguments. Without a command, CLI11 only says that one
// is missing, even if there is a misspelt one.
std::string UsageMessage(const CLI::App& app, const CLI::ParseError& error) {
  if (GivenCommand(app) != nullptr || error.get_name() != "RequiredError") {
    return error.what();
  }
  const std::vector<std::string> unknown = app.remaining();
  if (unknown.empty()) {
    return "no command is given";
  }
  return absl::StrCat("unknown ",
                      unknown.front()[0] == '-' ? "flag " : "command ",
                      unknown.front());
}

int ReportUsage(const CLI::App& app, const CLI::ParseError& error,
                Console& console) {
  PrintMessage(console, UsageMessage(app, error));
  const CLI::App* command = GivenCommand(app);
  console.err << "See: " << app.get_name()
              << (command == nullptr ? "" : " " + command->get_name())
              << " --help\n";
  return kExitUsage;
}

// The exit status, unless the output could not be written.
int FlushOutput(int status, Console& console) {
  console.out.flush();
  if (console.out.good()) {
    return status;
  }
  PrintMessage(console, "the output is closed or full");
  return std::max(status, kExitError);
}

}  // namespace

int RunCommandLine(const std::vector<std::string>& arguments,
                   Console& console) {
  Session session{.console = console};
  GlobalFlags flags;
  Action chosen;
  CLI::App app("Finds tuned schedules of ML compilers.", "tunedex");
  SetHelp(app, kExamples, kDetails);
  app.require_subcommand(1);
  AddGlobalFlags(app, session, flags);
  AddCommands(app, chosen);
  try {
    // CLI11 takes them off from the back.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    console.out << HelpText(app);
    return FlushOutput(kExitDone, console);
  } catch (const CLI::ParseError& error) {
    return ReportUsage(app, error, console);
  }
  session.json = flags.output == "json";
  session.timeout = absl::Seconds(flags.timeout_seconds);
  return FlushOutput(chosen(session), console);
}

}  // namespace tunedex::cli
