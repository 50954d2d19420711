#ifndef TUNEDEX_FORMATS_MEASUREMENT_H_
#define TUNEDEX_FORMATS_MEASUREMENT_H_

#include <string>

#include "absl/status/status.h"
#include "formats/json.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::formats {

// Checks what every measurement must hold: an error number from 0 to 2^31-1,
// finite times, and with error number 0 at least one cost, all of them and
// their mean finite and none negative. INVALID_ARGUMENT otherwise.
absl::Status CheckMeasurement(const v1::Measurement& measurement);

// Reads and checks [costs, error_no, all_cost, timestamp], as every log has it.
// The costs of a failed measurement may be NaN, Infinity or -Infinity.
absl::Status ReadMeasurement(JsonValue& result, v1::Measurement& measurement);

// Appends what ReadMeasurement reads, without blanks.
void AppendMeasurementJson(const v1::Measurement& measurement,
                           std::string& json);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_MEASUREMENT_H_
