#ifndef TUNEDEX_FORMATS_LOG_TARGET_H_
#define TUNEDEX_FORMATS_LOG_TARGET_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {

// ParseTarget for the lines of a log, which mostly repeat the target of the
// line before: remembers the last one of the calling thread.
absl::StatusOr<v1::Target> ParseLogTarget(absl::string_view text);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_LOG_TARGET_H_
