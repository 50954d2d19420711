#ifndef TUNEDEX_SERVER_LOG_H_
#define TUNEDEX_SERVER_LOG_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "nlohmann/json.hpp"

namespace tunedex::server {

// How much an event matters to an operator.
enum class Severity {
  kInfo,
  kWarning,
  // Somebody should look at it.
  kError,
};

// Facts about an event: {{"listen", "127.0.0.1:7420"}, {"records", 12}}.
using LogFields = nlohmann::ordered_json;

// One event as a JSON object on one line, without its line end:
//   {"time":"2024-05-01T10:00:00.123Z","severity":"INFO","message":"ready",...}
std::string FormatLogLine(absl::Time time, Severity severity,
                          absl::string_view message, const LogFields& fields);

// Writes one event to standard error. Thread safe; lines never mix.
void Log(Severity severity, absl::string_view message,
         const LogFields& fields = LogFields::object());

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_LOG_H_
