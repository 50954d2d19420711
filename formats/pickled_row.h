#ifndef TUNEDEX_FORMATS_PICKLED_ROW_H_
#define TUNEDEX_FORMATS_PICKLED_ROW_H_

#include "absl/strings/string_view.h"

namespace tunedex::formats {

// True for a row of AutoTVM's pickle protocol: four (0.1) or six (0.2) fields
// between tabs, the second to the fourth in base64. The row is only looked at,
// never decoded: a pickle can run any program.
bool IsPickledRow(absl::string_view line);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_PICKLED_ROW_H_
