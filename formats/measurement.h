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
// The costs of a failed measurement do not matter: they may be null, NaN or
// infinite, and outside the range of a double.
absl::Status ReadMeasurement(JsonValue& result, v1::Measurement& measurement);

// The same without the check.
absl::Status ReadUncheckedMeasurement(JsonValue& result,
                                      v1::Measurement& measurement);

// MetaSchedule has no error numbers: it marks a failure by run times of 1e10
// only, and a record without run times was not measured. Gives both the error
// number 8 (unknown).
void MarkMetaScheduleFailure(v1::Measurement& measurement);

// Appends what ReadMeasurement reads, without blanks.
void AppendMeasurementJson(const v1::Measurement& measurement,
                           std::string& json);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_MEASUREMENT_H_
