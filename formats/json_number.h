#ifndef TUNEDEX_FORMATS_JSON_NUMBER_H_
#define TUNEDEX_FORMATS_JSON_NUMBER_H_

#include "absl/strings/string_view.h"

namespace tunedex::formats {

// How the JSON grammar sees a piece of text.
enum class NumberGrammar {
  kNotANumber,
  // Without fraction and exponent.
  kInteger,
  kReal,
};

NumberGrammar NumberGrammarOf(absl::string_view text);

// Gives the double nearest to a number of the JSON grammar; false if the number
// is too large for one.
bool ParseDouble(absl::string_view number, double& value);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_JSON_NUMBER_H_
