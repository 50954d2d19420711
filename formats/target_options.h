#ifndef TUNEDEX_FORMATS_TARGET_OPTIONS_H_
#define TUNEDEX_FORMATS_TARGET_OPTIONS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tunedex::formats {

// A target string taken apart.
struct TargetOptions {
  struct Option {
    // Without dashes.
    std::string name;
    std::string value;
  };
  std::string kind;
  // In the order of the text; no name twice.
  std::vector<Option> options;
};

// Splits a target string ("cuda -arch=sm_86 -libs cudnn") into its kind and its
// options. Words are separated by spaces; ' quotes and \ escapes. -name=value,
// -name value (a next word that does not start with a dash) and a bare -name,
// which means 1.
//
// INVALID_ARGUMENT, naming the option, for an empty name or value, a repeated
// option, a word that is no option, an open quote, or no kind.
absl::StatusOr<TargetOptions> SplitTargetOptions(absl::string_view text);

// Appends `value` so that SplitTargetOptions reads it back, quoted if needed.
void AppendOptionValue(absl::string_view value, std::string& text);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_TARGET_OPTIONS_H_
