#ifndef TUNEDEX_FORMATS_ARGUMENTS_H_
#define TUNEDEX_FORMATS_ARGUMENTS_H_

#include <string>

#include "absl/status/status.h"
#include "formats/json.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {

// Which integers of an argument list are dimensions.
enum class ArgumentRule {
  // Every positive one; the rule of auto_scheduler keys.
  kPositiveIntegers,
  // The same, where {"fixed": N} is an integer that must be equal.
  kPositiveIntegersUnlessFixed,
  // Positive ones in the shape of ["TENSOR", shape, dtype]; the rule of
  // AutoTVM.
  kTensorShapes,
};

// Reads one element of an argument list, flattened depth first, to the end of
// the workload's arguments.
absl::Status AppendArguments(ArgumentRule rule, JsonValue& element,
                             v1::Workload& workload);

// Checks an argument that came in structured form and brings it into the one
// form of its value (-0.0 becomes 0.0).
absl::Status NormalizeArgument(v1::Argument& argument);

// Appends the JSON of an argument. A fixed integer that is positive is written
// {"fixed":N} if `mark_fixed`, else as N.
void AppendArgumentJson(const v1::Argument& argument, bool mark_fixed,
                        std::string& json);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_ARGUMENTS_H_
