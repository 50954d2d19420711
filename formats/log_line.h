#ifndef TUNEDEX_FORMATS_LOG_LINE_H_
#define TUNEDEX_FORMATS_LOG_LINE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/parsed_line.h"

namespace tunedex::formats {

// Takes off one line end (LF, CRLF, or the CR that a reader of lines leaves)
// and a byte-order mark, so that all spellings of one line give one record id.
absl::string_view StripLineEnd(absl::string_view line);

// True for a line without a record: blank, or a comment, whose first character
// but blanks is '#'.
bool IsComment(absl::string_view line);

// Reads one line of an auto_scheduler log (v0.2 to v0.6), an AutoTVM log (0.2,
// or 0.1 as a legacy record under "task#template"), or a canonical line of
// formats/canonical_line.h; the format is seen from the content.
//
// INVALID_ARGUMENT for anything else, saying what is wrong and at which byte or
// element: torn or invalid JSON, invalid UTF-8 (the bytes escaped), wrong
// types, costs that are empty, negative or not finite with error number 0, an
// error number outside 0 to 2^31-1, a pickled row, a line above the limits.
absl::StatusOr<ParsedLine> ParseLogLine(absl::string_view line);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_LOG_LINE_H_
