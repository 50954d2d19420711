#ifndef TUNEDEX_TESTS_SERVER_LOG_LINES_H_
#define TUNEDEX_TESTS_SERVER_LOG_LINES_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace tunedex::server {

inline constexpr absl::string_view kCpuTarget =
    "llvm -keys=cpu -mcpu=core-avx2";

// An auto_scheduler v0.6 line of the workload [hash, [batch, 64], "float32"].
// `result` is the list of costs and the error number: "[0.002, 0.004], 0".
inline std::string AutoSchedulerLine(absl::string_view hash, int batch,
                                     absl::string_view result,
                                     absl::string_view target = kCpuTarget) {
  return absl::StrCat(
      R"({"i": [["[\")", hash, R"(\", [)", batch, R"(, 64], \"float32\"]", ")",
      target,
      R"(", [6, 64, 64, 0, 0, 0, 0, 0], "", 1, []], )"
      R"([[], [["SP", 2, 0, 64, [1, 8], 1], ["AN", 2, 0, 3]]]], "r": [)",
      result, R"(, 0.5, 1614689820], "v": "v0.6"})");
}

// The workload key of such a line.
inline std::string WorkloadKey(absl::string_view hash, int batch) {
  return absl::StrCat(R"([")", hash, R"(", [)", batch, R"(, 64], "float32"])");
}

inline constexpr absl::string_view kGpuTarget =
    "cuda -keys=cuda,gpu -arch=sm_75 -max_num_threads=1024 -model=t4";
inline constexpr absl::string_view kDenseTask = "dense_small_batch.gpu";

// The arguments of a dense operator of AutoTVM.
inline std::string DenseArguments(int batch) {
  return absl::StrCat(R"([["TENSOR", [)", batch,
                      R"(, 512], "float32"], ["TENSOR", [1000, 512], )"
                      R"("float32"], null, "float32"])");
}

// An AutoTVM 0.2 line of this operator.
inline std::string AutotvmLine(int batch, absl::string_view result) {
  return absl::StrCat(
      R"({"input": [")", kGpuTarget, R"(", ")", kDenseTask, R"(", )",
      DenseArguments(batch),
      R"(, {}], "config": {"index": 5, "code_hash": null, "entity": )"
      R"([["tile_k", "sp", [-1, 4]]]}, "result": [)",
      result, R"(, 0.9, 1600000000.5], "version": 0.2, )",
      R"("tvm_version": "0.8.dev0"})");
}

}  // namespace tunedex::server

#endif  // TUNEDEX_TESTS_SERVER_LOG_LINES_H_
