#include "formats/pickled_row.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace tunedex::formats {
namespace {

bool IsBase64(absl::string_view field) {
  return !field.empty() && std::all_of(field.begin(), field.end(), [](char c) {
    return absl::ascii_isalnum(c) || c == '+' || c == '/' || c == '=';
  });
}

}  // namespace

bool IsPickledRow(absl::string_view line) {
  const std::vector<absl::string_view> fields =
      absl::StrSplit(line, absl::MaxSplits('\t', 6));
  if (fields.size() != 4 && fields.size() != 6) return false;
  return std::all_of(fields.begin() + 1, fields.begin() + 4, IsBase64);
}

}  // namespace tunedex::formats
