#include "client/cli/lookup_flags.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cli/json_output.h"
#include "client/cli/units.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

absl::StatusOr<v1::LookupRequest> MakeRequest(const LookupFlags& flags) {
  v1::LookupRequest request;
  if (!flags.target.empty()) {
    request.mutable_target()->set_text(flags.target);
  }
  v1::LookupOptions& options = *request.mutable_options();
  options.set_exact_only(flags.exact);
  options.set_max_distance_factor(flags.max_distance_factor);
  options.set_top_k(flags.top_k);
  options.set_alternatives(flags.alternatives);
  options.set_any_kind(flags.any_kind);
  options.mutable_scopes()->Add(flags.scopes.begin(), flags.scopes.end());
  options.mutable_required_attributes()->Add(flags.required_attributes.begin(),
                                             flags.required_attributes.end());
  options.set_log_version(flags.log_version);
  options.set_compiler_version(flags.compiler_version);
  options.set_code_hash(flags.code_hash);
  options.mutable_sources()->Add(flags.sources.begin(), flags.sources.end());
  options.mutable_excluded_sources()->Add(flags.excluded_sources.begin(),
                                          flags.excluded_sources.end());
  if (!flags.since.empty()) {
    const absl::StatusOr<double> since = ParseTimePoint(flags.since);
    if (!since.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--since: ", since.status().message()));
    }
    options.set_since_seconds(*since);
  }
  options.set_explain(flags.explain);
  return request;
}

AnswerStyle StyleOf(const LookupFlags& flags) {
  return {.as_list = flags.top_k > 0,
          .with_alternatives = flags.alternatives > 0,
          .with_rejected = flags.explain};
}

}  // namespace tunedex::cli
