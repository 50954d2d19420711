#include "formats/log_target.h"

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/target.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {
namespace {

// Longer texts are not worth their memory.
constexpr size_t kMaxRememberedBytes = 1 << 10;

struct Remembered {
  std::string text;
  v1::Target target;
};

}  // namespace

absl::StatusOr<v1::Target> ParseLogTarget(absl::string_view text) {
  thread_local Remembered last;
  // No target is empty.
  if (!text.empty() && text == last.text) return last.target;
  absl::StatusOr<v1::Target> target = ParseTarget(text);
  if (target.ok() && text.size() <= kMaxRememberedBytes) {
    last = {std::string(text), *target};
  }
  return target;
}

}  // namespace tunedex::formats
