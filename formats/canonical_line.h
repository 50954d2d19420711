#ifndef TUNEDEX_FORMATS_CANONICAL_LINE_H_
#define TUNEDEX_FORMATS_CANONICAL_LINE_H_

#include <string>

#include "absl/status/statusor.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::formats {

// Writes the one log line of a record that was pushed in structured form: an
// auto_scheduler v0.6 line, an AutoTVM 0.2 line, or for any other framework
//   {"framework":F,"workload":[hash,arguments...],"target":T,
//    "schedule":BASE64,"result":[costs,error,all_cost,timestamp],
//    "log_version":V,"compiler_version":V,"code_hash":H}
// without blanks, versions only where set. ParseLogLine reads all three, and
// gives the record as it was pushed. JSON that the caller gives (schedules and
// arguments of TVM's own frameworks) keeps its blanks, unless line breaks force
// it to be written without.
//
// INVALID_ARGUMENT, naming the field, for what cannot be written so: an empty
// schedule or one that is not JSON (auto_scheduler, autotvm), a flat workload
// of autotvm, a fixed positive integer of auto_scheduler, a version that the
// format has no place for.
absl::StatusOr<std::string> FormatCanonicalLine(
    const v1::StructuredRecord& record);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_CANONICAL_LINE_H_
