#include "client/cli/progress_line.h"

#include <ostream>

#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/cli/console.h"

namespace tunedex::cli {
namespace {

constexpr absl::Duration kBetween = absl::Milliseconds(200);
// Back to the first column, and erase the line.
constexpr absl::string_view kErase = "\r\033[K";

}  // namespace

bool ProgressLine::IsDue() const {
  return console_.progress && absl::Now() - shown_at_ >= kBetween;
}

void ProgressLine::Show(absl::string_view text) {
  if (!console_.progress) {
    return;
  }
  console_.err << kErase << text << std::flush;
  shown_at_ = absl::Now();
  visible_ = true;
}

void ProgressLine::Clear() {
  if (visible_) {
    console_.err << kErase << std::flush;
    visible_ = false;
  }
}

}  // namespace tunedex::cli
