#ifndef TUNEDEX_CLIENT_CLI_LOOKUP_FLAGS_H_
#define TUNEDEX_CLIENT_CLI_LOOKUP_FLAGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/json_output.h"
#include "client/cli/workload_choice.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

// The flags of `tunedex lookup`; empty or 0: not given.
struct LookupFlags {
  // File of lookups, "-" for standard input.
  std::string batch;
  std::string target;
  WorkloadChoice workload;
  bool exact = false;
  uint32_t top_k = 0;
  uint32_t alternatives = 0;
  double max_distance_factor = 0;
  std::vector<std::string> sources;
  std::vector<std::string> excluded_sources;
  std::vector<std::string> required_attributes;
  bool any_kind = false;
  std::vector<std::string> scopes;
  std::string log_version;
  std::string compiler_version;
  std::string code_hash;
  std::string since;
  bool explain = false;
};

// A request with the options and the target of the flags, without a workload.
// INVALID_ARGUMENT for a time that cannot be read.
absl::StatusOr<v1::LookupRequest> MakeRequest(const LookupFlags& flags);

// How answers are printed.
AnswerStyle StyleOf(const LookupFlags& flags);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_LOOKUP_FLAGS_H_
