#ifndef TUNEDEX_FORMATS_JSON_DIAGNOSIS_H_
#define TUNEDEX_FORMATS_JSON_DIAGNOSIS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tunedex::formats {

// Says why text that the parser refused is not JSON as a whole: invalid UTF-8,
// a control character inside a string, an end in the middle of a value, or
// content after the value. OK if it is none of these; the fault is then local
// to one value. Bytes are counted from 0.
absl::Status DiagnoseJson(absl::string_view text);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_JSON_DIAGNOSIS_H_
