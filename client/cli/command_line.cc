#include "client/cli/command_line.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
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
#include "client/cli/usage_error.h"
#include "client/cli/version_command.h"
#include "client/server_channel.h"

namespace tunedex::cli {
namespace {

constexpr char kExamples[] =
    R"(  tunedex import logs/
  tunedex lookup --target "cuda -arch=sm_86" \
      --workload-key '["matmul_add", 512, 512, 512, "float32"]'
  tunedex --server tunedex:7420 -o json stats
)";

constexpr char kDetails[] =
    R"(Every flag has an environment variable: TUNEDEX_TOP_K stands for --top-k; that of lookup's
--source is TUNEDEX_LOOKUP_SOURCE. The flags above may also follow the command. `tunedex COMMAND
--help` or `tunedex help COMMAND` tells more.

Exit status: 0 done, 1 error, 2 usage, 3 no schedule found, 4 some lines were rejected,
64 + gRPC code for a failed call (78 the server cannot be reached).)";

// The options before the command's name, as CLI11 reads them.
struct GlobalFlags {
  std::string output = "table";
  double timeout_seconds = 10;
};

void AddGlobalFlags(CLI::App& app, Session& session, GlobalFlags& flags) {
  AddText(app, "--server", "HOST:PORT", session.server,
          absl::StrCat("Where the server is; by default ", session.server))
      .check(Checked(CheckServerAddress));
  WithVariable(
      *app.add_option("-o,--output", flags.output, "Form of the output")
           ->type_name("table|json")
           ->check(CLI::IsMember({"table", "json"}).description("")));
  WithVariable(*app.add_option("--timeout", flags.timeout_seconds,
                               "How long a call may take; by default 10")
                    ->type_name("SECONDS")
                    ->check(InRange(0.001, 1e9)));
  app.set_version_flag("--version", /*versionString=*/"",
                       "Prints the version of this program");
}

void AddCommands(CLI::App& app, Action& chosen) {
  AddImportCommand(app, chosen);
  AddLookupCommand(app, chosen);
  AddGetCommand(app, chosen);
  AddStatsCommand(app, chosen);
  AddHealthCommand(app, chosen);
  AddVersionCommand(app, chosen);
}

// Takes `help lookup` for `lookup --help`.
std::vector<std::string> WithHelpAsFlag(std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.push_back("--help");
  }
  return arguments;
}

int ReportUsage(const CLI::App& app, const CLI::ParseError& error,
                Console& console) {
  for (const std::string& line : ExplainUsage(app, error)) {
    PrintMessage(console, line);
  }
  const CLI::App* command = GivenCommand(app);
  console.err << "See: " << app.get_name()
              << (command == nullptr ? "" : " " + command->get_name())
              << " --help\n";
  return kExitUsage;
}

int PrintHelp(const CLI::App& app, const CLI::ParseError& error,
              Console& console) {
  const CLI::App* command = GivenCommand(app);
  if (command == nullptr && app.remaining_size() > 0) {
    return ReportUsage(app, error, console);
  }
  console.out << (command == nullptr ? app.help()
                                     : command->help(app.get_name()));
  return kExitDone;
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
    std::vector<std::string> words = WithHelpAsFlag(arguments);
    // CLI11 takes them off from the back.
    std::reverse(words.begin(), words.end());
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp& call) {
    return FlushOutput(PrintHelp(app, call, console), console);
  } catch (const CLI::CallForVersion&) {
    chosen = RunVersion;
  } catch (const CLI::ParseError& error) {
    return ReportUsage(app, error, console);
  }
  session.json = flags.output == "json";
  session.timeout = absl::Seconds(flags.timeout_seconds);
  return FlushOutput(chosen(session), console);
}

}  // namespace tunedex::cli
