#include "formats/text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

namespace tunedex::formats {
namespace {

// Longest text that a message quotes, in bytes.
constexpr size_t kMaxQuotedBytes = 80;
// How much a message shows on either side of a bad byte.
constexpr size_t kContextBytes = 24;

bool IsControl(char c) { return static_cast<uint8_t>(c) < 0x20 || c == 0x7f; }

// Length of the UTF-8 sequence at the start of `text`, 0 if it is not valid: no
// overlong forms, no surrogates, nothing above U+10FFFF.
size_t SequenceLength(absl::string_view text) {
  const auto byte = [text](size_t i) -> uint8_t {
    return i < text.size() ? static_cast<uint8_t>(text[i]) : 0;
  };
  const auto continues = [&byte](size_t i) { return (byte(i) >> 6) == 0b10; };
  const uint8_t first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && byte(1) < 0xa0;
    const bool surrogate = first == 0xed && byte(1) > 0x9f;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool overlong = first == 0xf0 && byte(1) < 0x90;
    const bool too_large = first == 0xf4 && byte(1) > 0x8f;
    return continues(1) && continues(2) && continues(3) && !overlong &&
                   !too_large
               ? 4
               : 0;
  }
  return 0;
}

}  // namespace

absl::string_view StripBlanks(absl::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

size_t FindInvalidUtf8(absl::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const size_t length = SequenceLength(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return absl::string_view::npos;
}

size_t FindControlCharacter(absl::string_view text) {
  const auto* const found = std::find_if(text.begin(), text.end(), IsControl);
  return found == text.end() ? absl::string_view::npos : found - text.begin();
}

std::string Quote(absl::string_view text) {
  std::string quoted = "`";
  while (!text.empty() && quoted.size() < kMaxQuotedBytes) {
    const size_t length = SequenceLength(text);
    if (length == 0 || IsControl(text.front())) {
      absl::StrAppendFormat(&quoted, "\\x%02x",
                            static_cast<uint8_t>(text.front()));
      text.remove_prefix(1);
    } else {
      quoted.append(text.data(), length);
      text.remove_prefix(length);
    }
  }
  if (!text.empty()) quoted += "...";
  quoted += '`';
  return quoted;
}

absl::Status CheckUtf8(absl::string_view text) {
  const size_t bad = FindInvalidUtf8(text);
  if (bad == absl::string_view::npos) return absl::OkStatus();
  size_t from = bad - std::min(bad, kContextBytes);
  // Begins with a whole character, so that only the bad bytes are escaped.
  while (from < bad && (static_cast<uint8_t>(text[from]) >> 6) == 0b10) ++from;
  return absl::InvalidArgumentError(
      absl::StrCat("byte ", bad, ": invalid UTF-8 in ",
                   Quote(text.substr(from, bad - from + kContextBytes))));
}

absl::Status CheckPlainText(absl::string_view text) {
  const bool is_printable_ascii = std::all_of(
      text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
  if (is_printable_ascii) return absl::OkStatus();
  if (absl::Status status = CheckUtf8(text); !status.ok()) return status;
  const size_t bad = FindControlCharacter(text);
  if (bad == absl::string_view::npos) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("byte ", bad, ": control character in ", Quote(text)));
}

absl::Status WithPrefix(absl::string_view prefix, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(),
                      absl::StrCat(prefix, ": ", status.message()));
}

}  // namespace tunedex::formats
