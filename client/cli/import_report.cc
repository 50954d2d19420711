#include "client/cli/import_report.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/console.h"
#include "client/cli/import_counts.h"
#include "client/cli/json_output.h"
#include "client/cli/session.h"
#include "client/cli/table_output.h"

namespace tunedex::cli {
namespace {

// A log may bring hundreds of warnings of one code, each with a text of its
// own; more than these tell a person nothing new.
constexpr size_t kShownOfACode = 3;

void PrintWarnings(const ImportCounts& counts, Console& console) {
  std::map<std::string, std::vector<const ImportCounts::Warning*>> by_code;
  for (const ImportCounts::Warning& warning : counts.warnings()) {
    by_code[warning.code].push_back(&warning);
  }
  for (const auto& [code, warnings] : by_code) {
    for (size_t i = 0; i < warnings.size() && i < kShownOfACode; ++i) {
      PrintMessage(console,
                   absl::StrCat("warning: ", code, ": ", warnings[i]->text,
                                " (lines: ", warnings[i]->count, ")"));
    }
    if (warnings.size() > kShownOfACode) {
      PrintMessage(console,
                   absl::StrCat("... and ", warnings.size() - kShownOfACode,
                                " more of this code; -o json lists them"));
    }
  }
}

}  // namespace

void ReportImport(const ImportCounts& counts, Session& session) {
  Console& console = session.console;
  if (session.json) {
    console.out << JsonLine(ImportJson(counts));
  } else {
    console.out << ImportText(counts);
    PrintWarnings(counts, console);
  }
  const int64_t kept = ImportCounts::kMaxKept;
  if (session.json && counts.rejected() > kept) {
    PrintMessage(console, absl::StrCat("note: the JSON lists the first ", kept,
                                       " of ", counts.rejected(), " rejects"));
  }
  if (counts.warnings_left_out() > 0) {
    PrintMessage(console, absl::StrCat("note: ", counts.warnings_left_out(),
                                       " more warnings are not listed"));
  }
}

}  // namespace tunedex::cli
