#include "client/cli/call_failure.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/cli/console.h"
#include "client/cli/exit_codes.h"
#include "client/cli/session.h"
#include "client/grpc_status.h"

namespace tunedex::cli {

std::string ExplainFailure(const absl::Status& status, const Session& session) {
  const bool said_by_server = GetErrorInfo(status).has_value();
  if (absl::IsUnavailable(status) && !said_by_server) {
    return absl::StrCat("cannot reach ", session.server, ": ", status.message(),
                        "; is tunedexd running there?");
  }
  if (absl::IsDeadlineExceeded(status) && !said_by_server) {
    return absl::StrCat("no answer from ", session.server, " within ",
                        absl::FormatDuration(session.timeout),
                        "; is tunedexd running there? --timeout waits longer");
  }
  return absl::StrCat(status.message(), " (",
                      absl::StatusCodeToString(status.code()), ")");
}

int ReportFailure(const absl::Status& status, Session& session) {
  PrintMessage(session.console, ExplainFailure(status, session));
  return ExitCodeOfCall(status);
}

}  // namespace tunedex::cli
