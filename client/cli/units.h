#ifndef TUNEDEX_CLIENT_CLI_UNITS_H_
#define TUNEDEX_CLIENT_CLI_UNITS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tunedex::cli {

// A run time in the unit that suits it: "12.34 us", "1.718 ms", "2.5 s".
std::string FormatCost(double seconds);

// A size in the unit that suits it: "512 B", "12.3 MiB".
std::string FormatBytes(uint64_t bytes);

// A number for people: "4", "1.5".
std::string FormatNumber(double number);

// Seconds since the Unix epoch as UTC: "2020-12-04T20:03:34+00:00". Empty for
// 0: the log does not say.
std::string FormatTimestamp(double seconds);

// Microseconds since the Unix epoch as UTC, with as many digits of a second as
// there are.
std::string FormatMicros(int64_t micros);

// Reads a point in time, as seconds since the Unix epoch: such a number, or
// "2024-05-31", or RFC 3339 ("2024-05-31T12:00:00Z"). INVALID_ARGUMENT for
// anything else, and for a time that is not after the epoch.
absl::StatusOr<double> ParseTimePoint(absl::string_view text);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_UNITS_H_
