#ifndef TUNEDEX_FORMATS_TARGET_JSON_H_
#define TUNEDEX_FORMATS_TARGET_JSON_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {

// Reads a target from JSON text ({"kind": "cuda", "arch": "sm_86"}), not yet
// normalised. All values become text: true and false are 1 and 0, numbers stay
// as written, lists are joined by commas, other objects than the host are kept
// as JSON. An object without a kind but with a tag has the tag as its kind,
// which NormalizeTarget refuses by name.
absl::StatusOr<v1::Target> ReadTargetJson(absl::string_view json);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_TARGET_JSON_H_
