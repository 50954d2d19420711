#include "client/cli/import_counts.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::cli {

void ImportCounts::AddReject(Reject reject) {
  ++rejected_;
  if (rejects_.size() < kMaxKept) {
    rejects_.push_back(std::move(reject));
  }
}

void ImportCounts::AddResult(const v1::PushResult& result,
                             const LineOrigin& origin) {
  switch (result.outcome()) {
    case v1::PUSH_OUTCOME_STORED:
      ++stored_;
      break;
    case v1::PUSH_OUTCOME_DUPLICATE:
      ++duplicates_;
      break;
    case v1::PUSH_OUTCOME_COMMENT:
      AddComment();
      break;
    default:
      AddReject({.origin = origin, .reason = result.error().message()});
      return;
  }
  failed_measurements_ += result.failed_measurement();
  for (const v1::Warning& warning : result.warnings()) {
    AddWarning(warning);
  }
}

void ImportCounts::AddWarning(const v1::Warning& warning) {
  const std::pair<std::string, std::string> key(warning.code(), warning.text());
  auto found = warning_index_.find(key);
  if (found == warning_index_.end()) {
    if (warnings_.size() == kMaxKept) {
      ++warnings_left_out_;
      return;
    }
    found = warning_index_.emplace(key, warnings_.size()).first;
    warnings_.push_back({.code = warning.code(), .text = warning.text()});
  }
  ++warnings_[found->second].count;
}

std::vector<Reject> ImportCounts::SortedRejects() const {
  std::vector<Reject> sorted = rejects_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Reject& a, const Reject& b) {
                     return std::tie(a.origin.file_index, a.origin.line) <
                            std::tie(b.origin.file_index, b.origin.line);
                   });
  return sorted;
}

}  // namespace tunedex::cli
