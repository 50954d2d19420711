#include "client/cli/import_command.h"

#include <pwd.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "client/cli/call_failure.h"
#include "client/cli/command.h"
#include "client/cli/console.h"
#include "client/cli/exit_codes.h"
#include "client/cli/import_counts.h"
#include "client/cli/import_report.h"
#include "client/cli/log_import.h"
#include "client/cli/session.h"
#include "client/record_pusher.h"

namespace tunedex::cli {
namespace {

constexpr char kExamples[] =
    R"(  tunedex import matmul.json
  tunedex import --source farm-7 --model t4 logs/ more.log
  tunedex import -o json logs/ > counts.json
)";

constexpr char kDetails[] =
    R"(Takes auto_scheduler and AutoTVM logs and canonical lines; each line tells its format. Of a
folder all logs are taken, at any depth, sorted by name; what is hidden or no log is left out.
Importing again changes nothing. What is rejected goes to standard error as FILE:LINE: reason, the
counts to standard output.

Exit status: 0 done, 4 some lines were rejected (the others are stored), 1 no log was found or none
could be read, 78 the server was lost (the counts hold what was acknowledged), 64 + gRPC code for
another failed call.)";

struct ImportFlags {
  std::vector<std::string> files;
  std::string source;
  std::string model;
  double retry_seconds = 10;
};

// user@host.
std::string DefaultSource() {
  const passwd* user = getpwuid(geteuid());
  char host[256] = "localhost";
  gethostname(host, sizeof(host) - 1);
  return absl::StrCat(user != nullptr ? user->pw_name : absl::StrCat(geteuid()),
                      "@", host);
}

// Why nothing was imported.
std::string NothingRead(const ImportFlags& flags, const ImportCounts& counts) {
  // What was given by name and could not be read is among the rejects.
  return counts.rejected() > 0 ? "no file could be read"
                               : absl::StrCat("no log was found in ",
                                              absl::StrJoin(flags.files, ", "));
}

int RunImport(const ImportFlags& flags, Session& session) {
  RecordPusherOptions options;
  options.server_address = session.server;
  options.retry_time = absl::Seconds(flags.retry_seconds);
  options.response_timeout = session.timeout;
  const absl::StatusOr<std::unique_ptr<LogImport>> log_import =
      LogImport::Create(std::move(options),
                        flags.source.empty() ? DefaultSource() : flags.source,
                        flags.model, session.console);
  if (!log_import.ok()) {
    PrintMessage(session.console, log_import.status().message());
    return kExitUsage;
  }
  const absl::Status status = (*log_import)->Run(flags.files);
  const ImportCounts& counts = (*log_import)->counts();
  ReportImport(counts, session);
  if (!status.ok()) {
    return ReportFailure(status, session);
  }
  if ((*log_import)->files_read() == 0) {
    PrintMessage(session.console, NothingRead(flags, counts));
    return kExitError;
  }
  return counts.rejected() > 0 ? kExitSomeRejected : kExitDone;
}

}  // namespace

void AddImportCommand(CLI::App& app, Action& chosen) {
  const auto flags = std::make_shared<ImportFlags>();
  CLI::App& command = AddCommand(
      app,
      {.name = "import",
       .summary = "Pushes the records of log files",
       .examples = kExamples,
       .details = kDetails},
      chosen, [flags](Session& session) { return RunImport(*flags, session); });
  command.add_option("FILE", flags->files, "Log files and folders")
      ->required()
      ->option_text("...");
  AddText(command, "--source", "NAME", flags->source,
          "Who pushes; by default user@host");
  AddText(command, "--model", "NAME", flags->model,
          "Model of the device, for records that name none");
  WithVariable(*command
                    .add_option("--retry-seconds", flags->retry_seconds,
                                "How long a lost server is looked for; "
                                "10 by default, 0 not at all")
                    ->type_name("SECONDS")
                    ->check(InRange(0.0, 1e9)));
}

}  // namespace tunedex::cli
