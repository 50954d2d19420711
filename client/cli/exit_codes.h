#ifndef TUNEDEX_CLIENT_CLI_EXIT_CODES_H_
#define TUNEDEX_CLIENT_CLI_EXIT_CODES_H_

#include "absl/status/status.h"

namespace tunedex::cli {

// Exit status of the tunedex command; scripts rely on these numbers.
inline constexpr int kExitDone = 0;
inline constexpr int kExitError = 1;
inline constexpr int kExitUsage = 2;
// A single lookup found no schedule.
inline constexpr int kExitNoSchedule = 3;
// Some lines were rejected; the others are done.
inline constexpr int kExitSomeRejected = 4;

// Exit status after a failed call: 64 and the gRPC code, so 78 for UNAVAILABLE.
inline int ExitCodeOfCall(const absl::Status& status) {
  return 64 + static_cast<int>(status.code());
}

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_EXIT_CODES_H_
