#ifndef TUNEDEX_FORMATS_CHECKS_H_
#define TUNEDEX_FORMATS_CHECKS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "tunedex/v1/record.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {

// What every workload and record must hold, in whichever form it came. All
// errors are INVALID_ARGUMENT and name the field.

// A name of lower-case letters, digits and underscores that starts with a
// letter.
absl::Status CheckFramework(absl::string_view framework);

// Text of 1 to kMaxHashBytes bytes without control characters.
absl::Status CheckStructuralHash(absl::string_view structural_hash);

// Text of at most kMaxVersionBytes bytes each, without control characters.
absl::Status CheckVersions(const v1::Versions& versions);

// A workload that came in structured form; its arguments are brought into the
// one form of their values.
absl::Status NormalizeWorkload(v1::Workload& workload);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_CHECKS_H_
