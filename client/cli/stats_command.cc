#include "client/cli/stats_command.h"

#include <memory>
#include <ostream>

#include "absl/status/statusor.h"
#include "client/cli/call_failure.h"
#include "client/cli/command.h"
#include "client/cli/connect.h"
#include "client/cli/exit_codes.h"
#include "client/cli/json_output.h"
#include "client/cli/session.h"
#include "client/cli/table_output.h"
#include "client/schedule_client.h"

namespace tunedex::cli {
namespace {

int RunStats(Session& session) {
  const std::unique_ptr<ScheduleClient> client = Connect(session);
  if (client == nullptr) {
    return kExitUsage;
  }
  const absl::StatusOr<v1::GetStatsResponse> stats = client->GetStats();
  if (!stats.ok()) {
    return ReportFailure(stats.status(), session);
  }
  session.console.out << (session.json ? JsonLine(StatsJson(*stats))
                                       : StatsText(*stats));
  return kExitDone;
}

}  // namespace

void AddStatsCommand(CLI::App& app, Action& chosen) {
  AddCommand(app,
             {.name = "stats",
              .summary = "Shows how much is stored",
              .examples = "  tunedex stats\n  tunedex stats -o json\n",
              .details = ""},
             chosen, RunStats);
}

}  // namespace tunedex::cli
