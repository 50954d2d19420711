#ifndef TUNEDEX_FORMATS_LINE_FORMAT_H_
#define TUNEDEX_FORMATS_LINE_FORMAT_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tunedex::formats {

// Whose log a line is from.
enum class LineFormat {
  kAutoScheduler,
  // AutoTVM 0.2.
  kAutotvm,
  // AutoTVM 0.1.
  kAutotvmLegacy,
  // The canonical line of any other framework.
  kOpaque,
};

// Sees from the content which format a line, a JSON object, has. The usual
// order of keys is recognised at once, without parsing; a fault in the rest of
// the line is left to the reader of the format.
//
// INVALID_ARGUMENT for a line of none of them.
absl::StatusOr<LineFormat> DetectLineFormat(absl::string_view line);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_LINE_FORMAT_H_
