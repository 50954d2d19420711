#include "client/cli/import_command.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/cli/call_failure.h"
#include "client/cli/command.h"
#include "client/cli/console.h"
#include "client/cli/exit_codes.h"
#include "client/cli/import_counts.h"
#include "client/cli/json_output.h"
#include "client/cli/log_import.h"
#include "client/cli/session.h"
#include "client/cli/table_output.h"
#include "client/record_pusher.h"

namespace tunedex::cli {
namespace {

constexpr char kExamples[] =
    R"(  tunedex import matmul.json
  tunedex import --source farm-7 --model t4 logs/ more.log
  tunedex import -o json logs/ > counts.json
)";

constexpr char kDetails[] =
    R"(Takes auto_scheduler and AutoTVM logs and canonical lines; each line tells its format. Of a folder
all logs are taken, at any depth, sorted by name; what is hidden or no log is left out. Importing again changes
nothing. What is rejected goes to standard error as FILE:LINE: reason, the counts to standard output.

Exit status: 0 done, 4 some lines were rejected (the others are stored), 1 no file could be read,
78 the server was lost (the counts hold what was acknowledged), 64 + gRPC code for another failed call.)";

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

void PrintCounts(const ImportCounts& counts, Session& session) {
  Console& console = session.console;
  if (session.json) {
    console.out << JsonLine(ImportJson(counts));
  } else {
    console.out << ImportText(counts);
    for (const ImportCounts::Warning& warning : counts.warnings()) {
      PrintMessage(console,
                   absl::StrCat("warning: ", warning.code, ": ", warning.text,
                                " (lines: ", warning.count, ")"));
    }
  }
  const int64_t kept = ImportCounts::kMaxKept;
  if (session.json && counts.rejected() > kept) {
    PrintMessage(console, absl::StrCat("note: the JSON lists the first ", kept,
                                       " of ", counts.rejected(), " rejects"));
  }
  if (counts.warnings_left_out() > 0) {
    PrintMessage(console, absl::StrCat("note: ", counts.warnings_left_out(),
                                       " more warnings are not listed"));
  }
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
  PrintCounts(counts, session);
  if (!status.ok()) {
    return ReportFailure(status, session);
  }
  if ((*log_import)->files_read() == 0) {
    PrintMessage(session.console, "no file could be read");
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
  AddText(command, "--source", flags->source,
          "Who pushes; by default user@host");
  AddText(command, "--model", flags->model,
          "Model of the device, for records that name none");
  WithVariable(*command
                    .add_option("--retry-seconds", flags->retry_seconds,
                                "How long a lost server is looked for; "
                                "10 by default, 0 not at all")
                    ->check(CLI::Range(0.0, 1e9)));
}

}  // namespace tunedex::cli
