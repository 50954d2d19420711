#ifndef TUNEDEX_FORMATS_OPAQUE_LINE_H_
#define TUNEDEX_FORMATS_OPAQUE_LINE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/parsed_line.h"

namespace tunedex::formats {

// Reads the canonical line of a framework without a log format of its own,
// whose schedule is opaque; see formats/canonical_line.h. The line itself is
// not stored in the record.
absl::StatusOr<ParsedLine> ReadOpaqueLine(absl::string_view line);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_OPAQUE_LINE_H_
