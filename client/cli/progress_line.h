#ifndef TUNEDEX_CLIENT_CLI_PROGRESS_LINE_H_
#define TUNEDEX_CLIENT_CLI_PROGRESS_LINE_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/cli/console.h"

namespace tunedex::cli {

// A line on a terminal that is written over while something goes on. Writes
// nothing elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(Console& console) : console_(console) {}
  ~ProgressLine() { Clear(); }

  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Whether the line is due: a few times a second is enough.
  bool IsDue() const;

  // Shows a text in place of the one before.
  void Show(absl::string_view text);

  // Takes the line away; call it before anything else is written.
  void Clear();

 private:
  Console& console_;
  absl::Time shown_at_ = absl::InfinitePast();
  bool visible_ = false;
};

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_PROGRESS_LINE_H_
