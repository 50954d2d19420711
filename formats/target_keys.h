#ifndef TUNEDEX_FORMATS_TARGET_KEYS_H_
#define TUNEDEX_FORMATS_TARGET_KEYS_H_

#include "absl/strings/string_view.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {

// True for a kind that TVM registers.
bool IsRegisteredTargetKind(absl::string_view kind);

// Completes the keys of a target whose other fields are normalised, as TVM 0.11
// and later do: the given keys, arm_cpu and cpu by the ARM rule, the device,
// and without any given key the defaults of the kind; no repeats.
void CompleteTargetKeys(v1::Target& target);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_TARGET_KEYS_H_
