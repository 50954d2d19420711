#include "client/cli/run_lookup.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/cli/batch_lookup.h"
#include "client/cli/call_failure.h"
#include "client/cli/connect.h"
#include "client/cli/console.h"
#include "client/cli/exit_codes.h"
#include "client/cli/json_output.h"
#include "client/cli/line_reader.h"
#include "client/cli/lookup_flags.h"
#include "client/cli/session.h"
#include "client/cli/table_output.h"
#include "client/cli/workload_choice.h"
#include "client/schedule_client.h"
#include "formats/limits.h"

namespace tunedex::cli {
namespace {

int ReportUsage(absl::string_view message, Session& session) {
  PrintMessage(session.console, message);
  session.console.err << "See: tunedex lookup --help\n";
  return kExitUsage;
}

void PrintWarnings(const v1::LookupResponse& answer, Console& console) {
  for (const v1::Warning& warning : answer.warnings()) {
    PrintMessage(console, absl::StrCat("warning: ", warning.code(), ": ",
                                       warning.text()));
  }
}

// Whether anything but a default for all lines is given.
bool NamesWorkload(const WorkloadChoice& choice) {
  return !choice.workload_key.empty() || !choice.task.empty() ||
         !choice.shash.empty() || !choice.hash.empty() || !choice.args.empty();
}

int RunSingle(const LookupFlags& flags, v1::LookupRequest request,
              Session& session) {
  if (flags.target.empty()) {
    return ReportUsage("--target is not given", session);
  }
  const absl::Status choice = CheckChoice(flags.workload, Spelling::kFlags);
  if (!choice.ok()) {
    return ReportUsage(choice.message(), session);
  }
  absl::StatusOr<v1::WorkloadInput> workload = MakeWorkload(flags.workload);
  if (!workload.ok()) {
    // The server would say the same.
    return ReportFailure(workload.status(), session);
  }
  *request.mutable_workload() = *std::move(workload);
  const std::unique_ptr<ScheduleClient> client = Connect(session);
  if (client == nullptr) {
    return kExitUsage;
  }
  const absl::StatusOr<v1::LookupResponse> answer = client->Lookup(request);
  if (!answer.ok()) {
    return ReportFailure(answer.status(), session);
  }
  PrintWarnings(*answer, session.console);
  session.console.out << (session.json
                              ? JsonLine(AnswerJson(*answer, StyleOf(flags)))
                              : AnswerText(*answer, session.console.colour));
  return answer->outcome() == v1::OUTCOME_NONE ? kExitNoSchedule : kExitDone;
}

int RunOpenedBatch(const LookupFlags& flags, v1::LookupRequest request,
                   int descriptor, Session& session) {
  const std::unique_ptr<ScheduleClient> client = Connect(session);
  if (client == nullptr) {
    return kExitUsage;
  }
  const std::string file = flags.batch == "-" ? "stdin" : flags.batch;
  BatchLookup batch(
      *client, file,
      {.request = std::move(request), .framework = flags.workload.framework},
      StyleOf(flags), session.console);
  LineReader lines(descriptor, formats::kMaxLogLineBytes);
  const absl::Status status = batch.Run(lines);
  if (batch.input_failed()) {
    PrintMessage(session.console, absl::StrCat(file, " ", status.message()));
    return kExitError;
  }
  return status.ok() ? kExitDone : ReportFailure(status, session);
}

int RunBatch(const LookupFlags& flags, v1::LookupRequest request,
             Session& session) {
  if (NamesWorkload(flags.workload)) {
    return ReportUsage(
        "--batch takes its workloads from the file; leave out --workload-key, "
        "--task, --shash, --hash and --args",
        session);
  }
  if (flags.batch == "-") {
    return RunOpenedBatch(flags, std::move(request), STDIN_FILENO, session);
  }
  const int descriptor = open(flags.batch.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    PrintMessage(
        session.console,
        absl::StrCat(flags.batch, " cannot be read: ", std::strerror(errno)));
    return kExitError;
  }
  const int status =
      RunOpenedBatch(flags, std::move(request), descriptor, session);
  close(descriptor);
  return status;
}

}  // namespace

int RunLookup(const LookupFlags& flags, Session& session) {
  absl::StatusOr<v1::LookupRequest> request = MakeRequest(flags);
  if (!request.ok()) {
    return ReportUsage(request.status().message(), session);
  }
  return flags.batch.empty() ? RunSingle(flags, *std::move(request), session)
                             : RunBatch(flags, *std::move(request), session);
}

}  // namespace tunedex::cli
