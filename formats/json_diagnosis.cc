#include "formats/json_diagnosis.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "formats/text.h"

namespace tunedex::formats {
namespace {

absl::Status CutOff(absl::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat(
      "byte ", text.size(),
      ": the JSON ends in the middle of a value; it was probably cut off while "
      "being written"));
}

absl::Status Mismatch(size_t at, char found, absl::string_view closing) {
  const absl::string_view expected =
      closing.empty() ? "a list or object" : closing.substr(closing.size() - 1);
  return absl::InvalidArgumentError(absl::StrCat(
      "byte ", at, ": expected ", expected, ", found ", std::string(1, found)));
}

// Moves `i` from the opening quote of a string behind its closing quote.
absl::Status PassString(absl::string_view text, size_t& i) {
  for (++i; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      ++i;
      return absl::OkStatus();
    }
    if (static_cast<uint8_t>(c) < 0x20) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "byte %d: control character \\x%02x inside a string; JSON wants it "
          "escaped, or the file is not text",
          i, c));
    }
    if (c == '\\') ++i;
  }
  return CutOff(text);
}

}  // namespace

absl::Status DiagnoseJson(absl::string_view text) {
  if (absl::Status status = CheckUtf8(text); !status.ok()) return status;
  text = text.substr(0, StripBlanks(text).end() - text.begin());
  // The brackets that must still close, the innermost last.
  std::string closing;
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"') {
      if (absl::Status status = PassString(text, i); !status.ok()) {
        return status;
      }
      continue;
    }
    ++i;
    if (c == '[') closing += ']';
    if (c == '{') closing += '}';
    if (c != ']' && c != '}') continue;
    if (closing.empty() || closing.back() != c) {
      return Mismatch(i - 1, c, closing);
    }
    closing.pop_back();
    if (closing.empty() && i < text.size()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "byte ", i, ": the JSON ends here, but ",
          Quote(StripBlanks(text.substr(i))), " follows; one value a line"));
    }
  }
  return closing.empty() ? absl::OkStatus() : CutOff(text);
}

}  // namespace tunedex::formats
