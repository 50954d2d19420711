#include "client/cli/get_command.h"

#include <memory>
#include <ostream>
#include <string>

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

int RunGet(const std::string& record_id, Session& session) {
  const std::unique_ptr<ScheduleClient> client = Connect(session);
  if (client == nullptr) {
    return kExitUsage;
  }
  const absl::StatusOr<v1::StoredRecord> stored = client->GetRecord(record_id);
  if (!stored.ok()) {
    return ReportFailure(stored.status(), session);
  }
  session.console.out << (session.json ? JsonLine(RecordJson(*stored))
                                       : RecordText(*stored));
  return kExitDone;
}

}  // namespace

void AddGetCommand(CLI::App& app, Action& chosen) {
  const auto record_id = std::make_shared<std::string>();
  CLI::App& command = AddCommand(
      app,
      {.name = "get",
       .summary = "Shows one record",
       .examples = "  tunedex get 0f4c5e2a9b6d71883a5c4e1f20b7d96e\n"
                   "  tunedex get -o json 0f4c5e2a9b6d71883a5c4e1f20b7d96e\n",
       .details = "Exit status: 69 no record has this id, 67 it is no id."},
      chosen,
      [record_id](Session& session) { return RunGet(*record_id, session); });
  command.add_option("ID", *record_id, "Record id, 32 hexadecimal digits")
      ->required()
      ->option_text(" ")
      ->check(ValidUtf8());
}

}  // namespace tunedex::cli
