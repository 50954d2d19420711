#ifndef TUNEDEX_FORMATS_TARGET_H_
#define TUNEDEX_FORMATS_TARGET_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {

// Reads a target from a target string ("cuda -arch=sm_86") or from JSON text
// ({"kind": "cuda", ...}). Options are separated by spaces; ' quotes and
// \ escapes. -name=value, -name value and a bare -name (which means 1) are
// read. Unknown attributes and unknown kinds are kept: logs outlive the options
// of compilers. The result is normalised as by NormalizeTarget.
//
// INVALID_ARGUMENT, naming the option, for an empty name or value, a repeated
// option, a word that is no option, no kind at all, or a registered tag
// ("vendor/name"), which Tunedex does not expand.
absl::StatusOr<v1::Target> ParseTarget(absl::string_view text);

// Completes a structured target: gives it the keys that TVM 0.11 and later
// would (the given keys; arm_cpu and cpu by the ARM rule; the device; without
// given keys the kind's defaults; no repeats), drops the model "unknown", the
// host and empty attributes, takes "model", "device" and "keys" out of the
// attributes, and reads the old attribute "target" as "mtriple".
//
// INVALID_ARGUMENT for an empty or malformed kind.
absl::Status NormalizeTarget(v1::Target& target);

// Either form of a request's target, read and normalised.
absl::StatusOr<v1::Target> ReadTargetInput(const v1::TargetInput& input);

// The canonical text of a normalised target: kind, -keys=, then all set
// attributes in the order of their names. Equal targets have equal texts, and
// ParseTarget reads it back.
std::string FormatTarget(const v1::Target& target);

// False for a kind that TVM does not know: its records are stored and found by
// their own keys, but there are no default keys for it.
bool IsKnownTargetKind(absl::string_view kind);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_TARGET_H_
