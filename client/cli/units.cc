#include "client/cli/units.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace tunedex::cli {
namespace {

bool ParseCalendarTime(absl::string_view text, absl::Time& time) {
  for (const char* format : {"%Y-%m-%d", absl::RFC3339_full}) {
    if (absl::ParseTime(format, text, absl::UTCTimeZone(), &time,
                        /*err=*/nullptr)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string FormatCost(double seconds) {
  const double size = std::abs(seconds);
  if (size == 0 || size >= 1) {
    return absl::StrFormat("%.4g s", seconds);
  }
  if (size >= 1e-3) {
    return absl::StrFormat("%.4g ms", seconds * 1e3);
  }
  if (size >= 1e-6) {
    return absl::StrFormat("%.4g us", seconds * 1e6);
  }
  return absl::StrFormat("%.4g ns", seconds * 1e9);
}

std::string FormatBytes(uint64_t bytes) {
  if (bytes < 1024) {
    return absl::StrCat(bytes, " B");
  }
  double size = static_cast<double>(bytes);
  std::string unit;
  for (const char* next : {"KiB", "MiB", "GiB", "TiB"}) {
    if (size < 1024) {
      break;
    }
    size /= 1024;
    unit = next;
  }
  return absl::StrFormat("%.1f %s", size, unit);
}

std::string FormatNumber(double number) {
  return absl::StrFormat("%.6g", number);
}

std::string FormatTimestamp(double seconds) {
  if (seconds == 0) {
    return "";
  }
  return absl::FormatTime(absl::RFC3339_sec,
                          absl::UnixEpoch() + absl::Seconds(seconds),
                          absl::UTCTimeZone());
}

std::string FormatMicros(int64_t micros) {
  return absl::FormatTime(absl::RFC3339_full, absl::FromUnixMicros(micros),
                          absl::UTCTimeZone());
}

absl::StatusOr<double> ParseTimePoint(absl::string_view text) {
  double seconds;
  absl::Time time;
  if (!absl::SimpleAtod(text, &seconds)) {
    if (!ParseCalendarTime(text, time)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", text,
          "\" is no time: write seconds since 1970, YYYY-MM-DD or RFC 3339 "
          "(2024-05-31T12:00:00Z)"));
    }
    seconds = absl::ToDoubleSeconds(time - absl::UnixEpoch());
  }
  if (!std::isfinite(seconds) || seconds <= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" is not a time after 1970"));
  }
  return seconds;
}

}  // namespace tunedex::cli
