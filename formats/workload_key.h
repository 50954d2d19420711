#ifndef TUNEDEX_FORMATS_WORKLOAD_KEY_H_
#define TUNEDEX_FORMATS_WORKLOAD_KEY_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {

// Reads an auto_scheduler workload key: JSON text of [hash, arguments...] with
// nested lists flattened depth first, so that flat and nested keys of one
// workload are equal. Every positive integer is a dimension, all else is fixed.
// Text that does not start with '[' or '{' is a hash without arguments.
//
// INVALID_ARGUMENT, with the position, if text that starts with '[' or '{' is
// not a list whose first element is a string, or if a limit of formats/limits.h
// is exceeded.
absl::StatusOr<v1::Workload> ParseWorkloadKey(absl::string_view key);

// Reads an AutoTVM task: its name is the hash; inside ["TENSOR", shape, dtype]
// the shape's positive integers are dimensions and every other value is fixed,
// because another stride is another operator.
//
// INVALID_ARGUMENT, with the position, if `arguments_json` is not a JSON list
// of lists and scalars, or the name is empty.
absl::StatusOr<v1::Workload> ParseAutotvmTask(absl::string_view task,
                                              absl::string_view arguments_json);

// Reads the arguments of a workload of any framework from a JSON list:
// "autotvm" by the rule of ParseAutotvmTask, every other framework by the rule
// of ParseWorkloadKey, where {"fixed": N} is an integer that must be equal.
absl::StatusOr<v1::Workload> ParseWorkload(absl::string_view framework,
                                           absl::string_view structural_hash,
                                           absl::string_view arguments_json);

// Brings a request's workload into one form: whichever form was given, the
// result is complete, within the limits, and every argument is what its type
// says (a dimension is positive, a real number finite).
absl::StatusOr<v1::Workload> ReadWorkloadInput(const v1::WorkloadInput& input);

// The JSON text of the arguments as a flat list, and the inverse of
// ParseWorkload for frameworks other than autotvm. An integer that is fixed
// although positive is written {"fixed":N}, which tells it from a dimension;
// what people are shown has plain numbers.
std::string FormatArguments(const v1::Workload& workload);

// True for the key form of auto_scheduler before shapes were separated from the
// hash: a JSON list with a hash and no arguments (TVM pull request 7317).
bool IsOldWorkloadKey(absl::string_view key);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_WORKLOAD_KEY_H_
