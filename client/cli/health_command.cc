#include "client/cli/health_command.h"

#include <memory>
#include <ostream>

#include "absl/status/statusor.h"
#include "client/cli/call_failure.h"
#include "client/cli/command.h"
#include "client/cli/connect.h"
#include "client/cli/exit_codes.h"
#include "client/cli/session.h"
#include "client/schedule_client.h"
#include "nlohmann/json.hpp"

namespace tunedex::cli {
namespace {

int RunHealth(Session& session) {
  const std::unique_ptr<ScheduleClient> client = Connect(session);
  if (client == nullptr) {
    return kExitUsage;
  }
  const absl::StatusOr<bool> serving = client->CheckHealth();
  if (!serving.ok()) {
    return ReportFailure(serving.status(), session);
  }
  const char* const status = *serving ? "SERVING" : "NOT_SERVING";
  if (session.json) {
    session.console.out << nlohmann::ordered_json{{"status", status}} << "\n";
  } else {
    session.console.out << status << "\n";
  }
  return *serving ? kExitDone : kExitError;
}

}  // namespace

void AddHealthCommand(CLI::App& app, Action& chosen) {
  AddCommand(app,
             {.name = "health",
              .summary = "Tells whether the server can answer",
              .examples = "  tunedex health\n"
                          "  tunedex --server tunedex:7420 health\n",
              .details = "Exit status: 0 SERVING, 1 NOT_SERVING, 78 the server "
                         "cannot be reached."},
             chosen, RunHealth);
}

}  // namespace tunedex::cli
