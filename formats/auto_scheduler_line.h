#ifndef TUNEDEX_FORMATS_AUTO_SCHEDULER_LINE_H_
#define TUNEDEX_FORMATS_AUTO_SCHEDULER_LINE_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "formats/parsed_line.h"

namespace tunedex::formats {

// Reads a line of an auto_scheduler log, v0.2 to v0.6:
//   {"i":[[key,target,hardware,host,layout,names],[stages,steps]],
//    "r":[costs,error_no,all_cost,timestamp],"v":"v0.6"}
// where everything behind the target may be missing, as in older versions. The
// line itself is not stored in the record.
absl::StatusOr<ParsedLine> ReadAutoSchedulerLine(absl::string_view line);

// Checks the form of a schedule: [stages, steps] without stages, each step a
// list that begins with its code.
absl::Status ReadAutoSchedulerState(JsonValue& state);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_AUTO_SCHEDULER_LINE_H_
