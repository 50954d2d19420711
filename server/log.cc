#include "server/log.h"

#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "nlohmann/json.hpp"

namespace tunedex::server {
namespace {

const char* Name(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return "INFO";
    case Severity::kWarning:
      return "WARNING";
    case Severity::kError:
      return "ERROR";
  }
  return "INFO";
}

}  // namespace

std::string FormatLogLine(absl::Time time, Severity severity,
                          absl::string_view message, const LogFields& fields) {
  LogFields line = {
      {"time",
       absl::FormatTime("%Y-%m-%d%ET%H:%M:%E3SZ", time, absl::UTCTimeZone())},
      {"severity", Name(severity)},
      {"message", std::string(message)},
  };
  // Without any, they are null.
  if (fields.is_object()) line.update(fields);
  // Bytes that are no UTF-8 are replaced: a log must not fail.
  return line.dump(/*indent=*/-1, /*indent_char=*/' ', /*ensure_ascii=*/false,
                   LogFields::error_handler_t::replace);
}

void Log(Severity severity, absl::string_view message,
         const LogFields& fields) {
  std::string line =
      absl::StrCat(FormatLogLine(absl::Now(), severity, message, fields), "\n");
  // One call, so that the lines of several threads do not mix.
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace tunedex::server
