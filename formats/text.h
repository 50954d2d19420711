#ifndef TUNEDEX_FORMATS_TEXT_H_
#define TUNEDEX_FORMATS_TEXT_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tunedex::formats {

// True for the white space of JSON.
constexpr bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Takes such white space off both ends.
absl::string_view StripBlanks(absl::string_view text);

// Position of the first byte that is not part of valid UTF-8, or npos.
size_t FindInvalidUtf8(absl::string_view text);

// Position of the first ASCII control character, or npos.
size_t FindControlCharacter(absl::string_view text);

// `text` between backquotes for use in a message: always valid UTF-8 without
// control characters (such bytes are written \x0a), and cut off after about 80
// bytes.
std::string Quote(absl::string_view text);

// INVALID_ARGUMENT, naming the byte and showing its neighbours escaped, if
// `text` is not valid UTF-8.
absl::Status CheckUtf8(absl::string_view text);

// INVALID_ARGUMENT, naming the byte, if `text` is not valid UTF-8 or has
// control characters.
absl::Status CheckPlainText(absl::string_view text);

// The same status with "prefix: " before its message.
absl::Status WithPrefix(absl::string_view prefix, const absl::Status& status);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_TEXT_H_
