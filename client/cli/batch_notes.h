#ifndef TUNEDEX_CLIENT_CLI_BATCH_NOTES_H_
#define TUNEDEX_CLIENT_CLI_BATCH_NOTES_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "client/cli/console.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::cli {

// What a batch has to say beside its answers. A file repeats itself, so each
// thing is said once, and there is a limit to how many.
class BatchNotes {
 public:
  static constexpr size_t kMaxFields = 20;
  static constexpr size_t kMaxWarnings = 100;

  // `file` names the input. The console must outlive this.
  BatchNotes(Console& console, std::string file);

  // Says that a field of a line means nothing.
  void AddUnknownField(int64_t line, const std::string& field);

  // Passes on a warning about a line.
  void AddWarning(int64_t line, const v1::Warning& warning);

  // "FILE:LINE: message".
  std::string Locate(int64_t line, absl::string_view message) const;

 private:
  // Texts that were said, and how many there may be.
  struct Said {
    size_t limit;
    std::set<std::string> texts = {};
    bool full = false;
  };

  bool IsNew(const std::string& text, Said& said);

  Console& console_;
  const std::string file_;
  Said fields_ = {.limit = kMaxFields};
  Said warnings_ = {.limit = kMaxWarnings};
};

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_BATCH_NOTES_H_
