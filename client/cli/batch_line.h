#ifndef TUNEDEX_CLIENT_CLI_BATCH_LINE_H_
#define TUNEDEX_CLIENT_CLI_BATCH_LINE_H_

#include <string>
#include <vector>

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

// A line that was read.
struct BatchLine {
  // INVALID_ARGUMENT, saying what is wrong, for a line that is no lookup.
  absl::StatusOr<v1::LookupRequest> request;
  // Fields that mean nothing here. They are allowed, since files carry notes of
  // their own, but one may be a misspelt field.
  std::vector<std::string> unknown_fields;
};

// All fields that a line may have.
inline constexpr absl::string_view kBatchFields[] = {
    "target", "workload_key", "task",       "args",    "shash",
    "hash",   "framework",    "compatible", "any_kind"};

// Reads a line of `lookup --batch`, a JSON object with a workload in one of the
// forms of client/cli/workload_choice.h and
//   "target": text or a JSON object,
//   "args": a JSON list,
//   "compatible": false for exact answers only,
//   "any_kind": true for records of all kinds of target.
BatchLine ParseBatchLine(absl::string_view line, const BatchDefaults& defaults);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_BATCH_LINE_H_
