#ifndef TUNEDEX_FORMATS_PARSED_LINE_H_
#define TUNEDEX_FORMATS_PARSED_LINE_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::formats {

// What a log line says.
struct ParsedLine {
  // Complete; its log_line is the line given to ParseLogLine, after
  // StripLineEnd.
  v1::TuningRecord record;
  // OLD_WORKLOAD_KEY, LEGACY_FORMAT, UNKNOWN_TARGET_KIND.
  std::vector<v1::Warning> warnings;

  void AddWarning(absl::string_view code, absl::string_view text) {
    v1::Warning& warning = warnings.emplace_back();
    warning.set_code(code.data(), code.size());
    warning.set_text(text.data(), text.size());
  }
};

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_PARSED_LINE_H_
