#include "formats/json_number.h"

#include <charconv>
#include <cmath>
#include <system_error>

#include "absl/strings/charconv.h"
#include "absl/strings/string_view.h"

namespace tunedex::formats {
namespace {

// Moves `p` behind a run of digits; false if there is none.
bool PassDigits(const char*& p, const char* end) {
  const char* const begin = p;
  while (p != end && *p >= '0' && *p <= '9') ++p;
  return p != begin;
}

}  // namespace

NumberGrammar NumberGrammarOf(absl::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  if (p != end && *p == '-') ++p;
  const bool leading_zero = p != end && *p == '0';
  const char* const digits = p;
  if (!PassDigits(p, end)) return NumberGrammar::kNotANumber;
  if (leading_zero && p - digits > 1) return NumberGrammar::kNotANumber;
  if (p == end) return NumberGrammar::kInteger;
  if (*p == '.' && !PassDigits(++p, end)) return NumberGrammar::kNotANumber;
  if (p != end && (*p == 'e' || *p == 'E')) {
    if (++p != end && (*p == '+' || *p == '-')) ++p;
    if (!PassDigits(p, end)) return NumberGrammar::kNotANumber;
  }
  return p == end ? NumberGrammar::kReal : NumberGrammar::kNotANumber;
}

bool ParseDouble(absl::string_view number, double& value) {
  if (std::from_chars(number.begin(), number.end(), value).ec == std::errc()) {
    return true;
  }
  // The standard does not say whether it was too large or too small; Abseil
  // gives the nearest double in either case.
  absl::from_chars(number.begin(), number.end(), value);
  return std::abs(value) < 1;
}

}  // namespace tunedex::formats
