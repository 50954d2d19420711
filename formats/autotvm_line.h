#ifndef TUNEDEX_FORMATS_AUTOTVM_LINE_H_
#define TUNEDEX_FORMATS_AUTOTVM_LINE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/parsed_line.h"

namespace tunedex::formats {

// Reads a line of an AutoTVM 0.2 log:
//   {"input":[target,task,args,kwargs],
//    "config":{"index":N,"code_hash":null,"entity":[[name,kind,value]]},
//    "result":[costs,error_no,all_cost,timestamp],
//    "version":0.2,"tvm_version":"0.8.dev0"}
// Other keys are checked to be JSON and ignored, as upstream does. The line
// itself is not stored in the record.
absl::StatusOr<ParsedLine> ReadAutotvmLine(absl::string_view line);

// Reads a line of an AutoTVM 0.1 log as a legacy record, whose structural hash
// is "task#template":
//   {"i":[target,task,args,kwargs,workload,
//         {"i":N,"t":template,"c":code_hash,"e":[[name,kind,value]]}],
//    "r":[costs,error_no,all_cost,timestamp],"v":0.1}
absl::StatusOr<ParsedLine> ReadLegacyAutotvmLine(absl::string_view line);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_AUTOTVM_LINE_H_
