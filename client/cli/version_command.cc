#include "client/cli/version_command.h"

#include <ostream>

#include "client/cli/command.h"
#include "client/cli/exit_codes.h"
#include "client/cli/session.h"
#include "client/version.h"
#include "nlohmann/json.hpp"

namespace tunedex::cli {

int RunVersion(Session& session) {
  if (session.json) {
    session.console.out << nlohmann::ordered_json{{"version", kClientVersion}}
                        << "\n";
  } else {
    session.console.out << "tunedex " << kClientVersion << "\n";
  }
  return kExitDone;
}

void AddVersionCommand(CLI::App& app, Action& chosen) {
  AddCommand(app,
             {.name = "version",
              .summary = "Prints the version of this program",
              .examples = "  tunedex version\n  tunedex version -o json\n",
              .details = "`tunedex stats` shows the server's version."},
             chosen, RunVersion);
}

}  // namespace tunedex::cli
