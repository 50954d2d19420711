#ifndef TUNEDEX_CLIENT_CLI_BATCH_LINE_H_
#define TUNEDEX_CLIENT_CLI_BATCH_LINE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

// What holds for a batch line that does not say otherwise.
struct BatchDefaults {
  // Options, and a target if there is one.
  v1::LookupRequest request;
  // Empty: none.
  std::string framework;
};

// Reads a line of `lookup --batch`, a JSON object with a workload in one of the
// forms of client/cli/workload_choice.h and
//   "target": text or a JSON object,
//   "args": a JSON list,
//   "compatible": false for exact answers only,
//   "any_kind": true for records of all kinds of target.
// Other fields are ignored. INVALID_ARGUMENT, saying what is wrong, for
// anything else.
absl::StatusOr<v1::LookupRequest> ParseBatchLine(absl::string_view line,
                                                 const BatchDefaults& defaults);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_BATCH_LINE_H_
