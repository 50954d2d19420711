#include "formats/json_output.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

namespace tunedex::formats {
namespace {

// The two-character escape of `c`, or nothing.
absl::string_view ShortEscape(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return {};
  }
}

}  // namespace

void AppendJsonString(absl::string_view text, std::string& json) {
  json += '"';
  for (const char c : text) {
    if (const absl::string_view escape = ShortEscape(c); !escape.empty()) {
      json.append(escape.data(), escape.size());
    } else if (static_cast<uint8_t>(c) < 0x20) {
      absl::StrAppendFormat(&json, "\\u%04x", c);
    } else {
      json += c;
    }
  }
  json += '"';
}

void AppendJsonDouble(double value, std::string& json) {
  if (std::isnan(value)) {
    json += "NaN";
  } else if (std::isinf(value)) {
    json += value < 0 ? "-Infinity" : "Infinity";
  } else if (value == 0 && std::signbit(value)) {
    // "-0" would be the integer 0.
    json += "-0.0";
  } else {
    // The longest shortest form has 24 characters.
    std::array<char, 32> digits;
    const auto result =
        std::to_chars(digits.data(), digits.data() + digits.size(), value);
    json.append(digits.data(), result.ptr);
  }
}

void AppendJsonReal(double value, std::string& json) {
  const size_t begin = json.size();
  AppendJsonDouble(value, json);
  if (json.find_first_of(".e", begin) == std::string::npos) json += ".0";
}

}  // namespace tunedex::formats
