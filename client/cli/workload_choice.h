#ifndef TUNEDEX_CLIENT_CLI_WORKLOAD_CHOICE_H_
#define TUNEDEX_CLIENT_CLI_WORKLOAD_CHOICE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::cli {

// The ways in which a person can name a workload, by flags or by the fields of
// a batch line; empty: not given.
struct WorkloadChoice {
  // An auto_scheduler key.
  std::string workload_key;
  // An AutoTVM task, which needs args.
  std::string task;
  // A MetaSchedule structural hash.
  std::string shash;
  // A workload of any framework, which it needs; args are optional.
  std::string hash;
  std::string framework;
  // JSON list.
  std::string args;
};

// How the parts of a choice are spelled in messages.
enum class Spelling {
  // --workload-key
  kFlags,
  // "workload_key"
  kFields,
};

// INVALID_ARGUMENT, saying what is missing or too much, unless the choice names
// exactly one workload.
absl::Status CheckChoice(const WorkloadChoice& choice, Spelling spelling);

// The workload of a checked choice, as it goes into a request. INVALID_ARGUMENT
// for one of the form hash that cannot be read; all other forms are read by the
// server.
absl::StatusOr<v1::WorkloadInput> MakeWorkload(const WorkloadChoice& choice);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_WORKLOAD_CHOICE_H_
