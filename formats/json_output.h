#ifndef TUNEDEX_FORMATS_JSON_OUTPUT_H_
#define TUNEDEX_FORMATS_JSON_OUTPUT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace tunedex::formats {

// Appends `text`, which is valid UTF-8, as a JSON string. Only what JSON
// demands is escaped.
void AppendJsonString(absl::string_view text, std::string& json);

// Appends the shortest number that reads back as `value`; values that are not
// finite as Python writes them: NaN, Infinity, -Infinity.
void AppendJsonDouble(double value, std::string& json);

// The same for a finite value that must read back as a real number: never
// without a point or an exponent.
void AppendJsonReal(double value, std::string& json);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_JSON_OUTPUT_H_
