#include "client/cli/batch_notes.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "client/cli/batch_line.h"
#include "client/cli/console.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::cli {

BatchNotes::BatchNotes(Console& console, std::string file)
    : console_(console), file_(std::move(file)) {}

void BatchNotes::AddUnknownField(int64_t line, const std::string& field) {
  if (!IsNew(field, fields_)) {
    return;
  }
  PrintMessage(
      console_,
      absl::StrCat(
          "note: ",
          Locate(line, absl::StrCat("the field \"", field,
                                    "\" is not known and is ignored; "
                                    "known are ",
                                    absl::StrJoin(kBatchFields, ", ")))));
}

void BatchNotes::AddWarning(int64_t line, const v1::Warning& warning) {
  const std::string text = absl::StrCat(warning.code(), ": ", warning.text());
  if (IsNew(text, warnings_)) {
    console_.err << Locate(line, absl::StrCat("warning: ", Printable(text)))
                 << "\n";
  }
}

std::string BatchNotes::Locate(int64_t line, absl::string_view message) const {
  return absl::StrCat(Printable(file_), ":", line, ": ", message);
}

// False too for what is above the limit; that there is more is said once.
bool BatchNotes::IsNew(const std::string& text, Said& said) {
  if (said.texts.size() < said.limit) {
    return said.texts.insert(text).second;
  }
  if (!said.full && said.texts.count(text) == 0) {
    said.full = true;
    PrintMessage(
        console_,
        absl::StrCat("note: ", &said == &fields_ ? "more fields are not known"
                                                 : "there are more warnings"));
  }
  return false;
}

}  // namespace tunedex::cli
