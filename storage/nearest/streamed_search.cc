#include "storage/nearest/streamed_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "storage/distance.h"
#include "storage/nearest/indexed_best.h"

namespace tunedex::storage {
namespace {

constexpr size_t kBatch = 1000;

}  // namespace

StreamedSearch::StreamedSearch(const Engine& engine, GroupKey group,
                               const Shape& wanted,
                               const SearchOptions& options)
    : engine_(engine),
      group_(std::move(group)),
      wanted_(wanted),
      options_(options) {}

absl::StatusOr<std::optional<StreamedSearch::Found>> StreamedSearch::Next() {
  if (best_.empty() && !all_read_) {
    const absl::Status read = Read();
    if (!read.ok()) return read;
  }
  if (best_.empty()) return std::nullopt;
  last_ = std::move(best_.back());
  best_.pop_back();
  return last_;
}

absl::Status StreamedSearch::Read() {
  absl::Status failure;
  const absl::Status scanned = engine_.ScanGroup(
      group_, [&](absl::string_view arguments, const BestEntry& entry) {
        failure = Consider(arguments, entry);
        return failure.ok();
      });
  if (!scanned.ok()) return scanned;
  if (!failure.ok()) return failure;
  all_read_ = best_.size() < kBatch;
  std::sort_heap(best_.begin(), best_.end(), ComesBefore);
  std::reverse(best_.begin(), best_.end());
  return absl::OkStatus();
}

absl::Status StreamedSearch::Consider(absl::string_view arguments,
                                      const BestEntry& entry) {
  Found found;
  found.best = ToIndexedBest(entry);
  if (found.best.removed()) return absl::OkStatus();
  const absl::Status decoded = DecodeShape(arguments, shape_);
  if (!decoded.ok()) return decoded;
  found.distance_factor = DistanceFactor(wanted_, shape_);
  if (std::isinf(found.distance_factor) ||
      !Admits(options_, found.distance_factor)) {
    return absl::OkStatus();
  }
  found.estimated_cost_seconds =
      found.best.cost_seconds * found.distance_factor;
  if (last_.has_value() && !ComesBefore(*last_, found)) {
    return absl::OkStatus();
  }
  if (best_.size() == kBatch) {
    if (!ComesBefore(found, best_.front())) return absl::OkStatus();
    std::pop_heap(best_.begin(), best_.end(), ComesBefore);
    best_.pop_back();
  }
  found.arguments = std::string(arguments);
  best_.push_back(std::move(found));
  std::push_heap(best_.begin(), best_.end(), ComesBefore);
  return absl::OkStatus();
}

}  // namespace tunedex::storage
