#include "client/cli/table.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/cli/console.h"

namespace tunedex::cli {

void Table::Add(absl::string_view name, absl::string_view value) {
  rows_.emplace_back(std::string(name), value.empty() ? "-" : Printable(value));
}

std::string Table::ToString() const {
  size_t width = 0;
  for (const auto& [name, value] : rows_) {
    width = std::max(width, name.size());
  }
  std::string text;
  for (const auto& [name, value] : rows_) {
    absl::StrAppend(&text, name, std::string(width - name.size() + 2, ' '),
                    value, "\n");
  }
  return text;
}

}  // namespace tunedex::cli
