#ifndef TUNEDEX_TESTS_CLIENT_LOG_LINES_H_
#define TUNEDEX_TESTS_CLIENT_LOG_LINES_H_

#include <string>

#include "absl/strings/str_cat.h"

namespace tunedex {

inline constexpr char kTarget[] = "llvm -keys=cpu -mcpu=core-avx2";

// An auto_scheduler v0.6 line of the workload ["dense", [batch, 64],
// "float32"].
inline std::string LogLine(int batch, double cost = 0.002,
                           int error_number = 0) {
  return absl::StrCat(
      R"({"i": [["[\"dense\", [)", batch, R"(, 64], \"float32\"]", ")", kTarget,
      R"(", [6, 64, 64, 0, 0, 0, 0, 0], "", 1, []], )"
      R"([[], [["SP", 2, 0, 64, [1, 8], 1], ["AN", 2, 0, 3]]]], "r": [[)",
      cost, "], ", error_number, R"(, 0.5, 1614689820], "v": "v0.6"})");
}

// The workload key of such a line.
inline std::string WorkloadKey(int batch) {
  return absl::StrCat(R"(["dense", [)", batch, R"(, 64], "float32"])");
}

}  // namespace tunedex

#endif  // TUNEDEX_TESTS_CLIENT_LOG_LINES_H_
