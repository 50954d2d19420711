#ifndef TUNEDEX_CLIENT_CLI_CALL_FAILURE_H_
#define TUNEDEX_CLIENT_CLI_CALL_FAILURE_H_

#include <string>

#include "absl/status/status.h"
#include "client/cli/session.h"

namespace tunedex::cli {

// One line for people about a failed call: what failed, and what to do if the
// server did not answer.
std::string ExplainFailure(const absl::Status& status, const Session& session);

// Prints the explanation, and gives the command's exit status.
int ReportFailure(const absl::Status& status, Session& session);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_CALL_FAILURE_H_
