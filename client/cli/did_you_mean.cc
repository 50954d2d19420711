#include "client/cli/did_you_mean.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace tunedex::cli {
namespace {

constexpr size_t kMostEdits = 2;

// How many letters have to be put in, taken out or replaced.
size_t EditDistance(absl::string_view a, absl::string_view b) {
  // From the first i letters of a to the first j of b, one row for each i.
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string DidYouMean(absl::string_view word,
                       const std::vector<std::string>& known) {
  const std::string* nearest = nullptr;
  size_t edits = kMostEdits + 1;
  for (const std::string& candidate : known) {
    // A word may be as long as the system allows.
    if (word.size() > candidate.size() + kMostEdits) {
      continue;
    }
    const size_t distance = EditDistance(word, candidate);
    if (distance < edits) {
      nearest = &candidate;
      edits = distance;
    }
  }
  return nearest == nullptr ? ""
                            : absl::StrCat("; did you mean ", *nearest, "?");
}

}  // namespace tunedex::cli
