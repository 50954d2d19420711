#include "storage/nearest/group_index.h"

#include <cstdint>
#include <utility>

#include "absl/types/span.h"
#include "storage/nearest/merge.h"

namespace tunedex::storage {
namespace {

// Each segment has at least this many times the rows of the next newer one. A
// larger number means fewer segments for a search, and more copying.
constexpr size_t kGrowth = 16;

// A group of at most this many shapes is built anew with every update.
constexpr size_t kMaxSingleSegmentRows = 32;

// Merging this many rows takes the writer about a millisecond, less than the
// sync of its commit.
constexpr size_t kMaxSmallRows = 4096;

size_t RowsOf(absl::Span<const GroupParts::Part> parts) {
  size_t rows = 0;
  for (const GroupParts::Part& part : parts) rows += part.segment->rows();
  return rows;
}

// The first of the newest segments that have to be merged with each other; the
// number of segments less one if none has to be.
size_t FirstToMerge(absl::Span<const GroupParts::Part> parts) {
  size_t first = parts.size() - 1;
  size_t rows = parts[first].segment->rows();
  while (first > 0 && parts[first - 1].segment->rows() < kGrowth * rows) {
    rows += parts[--first].segment->rows();
  }
  return first;
}

// Several segments as one.
std::vector<GroupParts::Part> Merge(absl::Span<const GroupParts::Part> parts,
                                    bool is_oldest) {
  bool has_worsened = false;
  for (const GroupParts::Part& part : parts) has_worsened |= part.has_worsened;
  std::shared_ptr<const Segment> merged = MergeSegments(parts, is_oldest);
  if (merged == nullptr) return {};
  return {{.segment = std::move(merged),
           .has_worsened = has_worsened && !is_oldest}};
}

// Whether what was known of a shape must not be found any more: it may come
// before what is known now. It may also if the cost is smaller by so little
// that the estimated costs round to the same number; then the sequence decides.
bool MustHide(const IndexedBest& known, const IndexedBest& best) {
  if (known.removed()) return false;
  if (best.removed()) return true;
  if (best.cost_seconds <= known.cost_seconds &&
      best.sequence <= known.sequence) {
    return false;
  }
  // Multiplying by a factor rounds by at most 2^-53 of the product.
  return best.cost_seconds >= known.cost_seconds * (1 - 0x1p-50);
}

}  // namespace

GroupIndex::GroupIndex(std::shared_ptr<const Segment> all) {
  GroupParts parts;
  if (all != nullptr) parts.segments.push_back({.segment = std::move(all)});
  Publish(std::move(parts));
}

void GroupIndex::Publish(GroupParts parts) {
  auto published = std::make_shared<const GroupParts>(std::move(parts));
  std::lock_guard<std::mutex> lock(mutex_);
  parts_.swap(published);
}

GroupSnapshot GroupIndex::Snapshot() const {
  GroupSnapshot snapshot;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    snapshot.parts = parts_;
  }
  for (const GroupParts::Part& part : snapshot.parts->segments) {
    snapshot.has_worsened |= part.has_worsened;
  }
  if (const Delta* delta = snapshot.parts->delta.get()) {
    snapshot.delta_size = delta->size();
    snapshot.has_worsened |= delta->has_worsened();
  }
  return snapshot;
}

// What is known about a shape. For writers.
std::optional<IndexedBest> GroupIndex::Find(const Shape& shape) const {
  if (parts_->delta != nullptr) {
    for (size_t i = parts_->delta->size(); i-- > 0;) {
      const Delta::Row& row = parts_->delta->row(i);
      if (row.shape == shape) return row.best;
    }
  }
  for (size_t i = parts_->segments.size(); i-- > 0;) {
    const Segment& segment = *parts_->segments[i].segment;
    if (const std::optional<uint32_t> row = segment.Find(shape)) {
      return segment.best(*row);
    }
  }
  return std::nullopt;
}

bool GroupIndex::Update(Shape shape, const IndexedBest& best) {
  std::lock_guard<std::mutex> lock(writing_);
  const IndexedBest known = Find(shape).value_or(IndexedBest());
  // Most pushes change no best record.
  if (known == best) return false;
  return Append(*parts_, {.shape = std::move(shape), .best = best},
                MustHide(known, best));
}

bool GroupIndex::Append(GroupParts parts, Delta::Row row, bool is_worse) {
  const bool stays_single = RowsOf(parts.segments) < kMaxSingleSegmentRows &&
                            parts.delta == nullptr && merging_.second == 0;
  if (parts.delta != nullptr && parts.delta->size() < Delta::kMaxRows) {
    parts.delta->Append(std::move(row), is_worse);
    return false;
  }
  if (parts.delta != nullptr) {
    parts.segments.push_back({.segment = MakeSegment(*parts.delta),
                              .has_worsened = parts.delta->has_worsened()});
    MergeSmall(parts.segments);
  }
  parts.delta = std::make_shared<Delta>();
  parts.delta->Append(std::move(row), is_worse);
  if (stays_single) {
    parts.segments.push_back(
        {.segment = MakeSegment(*parts.delta), .has_worsened = is_worse});
    parts.segments = Merge(parts.segments, /*is_oldest=*/true);
    parts.delta = nullptr;
  }
  Publish(std::move(parts));
  return true;
}

// Merges the newest segments as far as they are small, and not being merged.
void GroupIndex::MergeSmall(Parts& segments) const {
  size_t first = FirstToMerge(segments);
  while (first < merging_.second ||
         RowsOf(absl::MakeSpan(segments).subspan(first)) > kMaxSmallRows) {
    ++first;
  }
  if (first + 1 >= segments.size()) return;
  Parts merged =
      Merge(absl::MakeSpan(segments).subspan(first), /*is_oldest=*/first == 0);
  segments.resize(first);
  segments.insert(segments.end(), merged.begin(), merged.end());
}

bool GroupIndex::NeedsMerge() const {
  std::lock_guard<std::mutex> lock(writing_);
  const Parts& segments = parts_->segments;
  return merging_.second == 0 && segments.size() > 1 &&
         FirstToMerge(segments) + 1 < segments.size();
}

void GroupIndex::MergeLarge() {
  Parts segments;
  size_t first = 0;
  {
    std::lock_guard<std::mutex> lock(writing_);
    segments = parts_->segments;
    if (segments.empty()) return;
    first = FirstToMerge(segments);
    if (first + 1 >= segments.size()) return;
    merging_ = {first, segments.size()};
  }
  const Parts merged =
      Merge(absl::MakeSpan(segments).subspan(first), /*is_oldest=*/first == 0);

  std::lock_guard<std::mutex> lock(writing_);
  GroupParts parts = *parts_;
  const auto begin = parts.segments.begin();
  parts.segments.erase(begin + static_cast<ptrdiff_t>(merging_.first),
                       begin + static_cast<ptrdiff_t>(merging_.second));
  parts.segments.insert(
      parts.segments.begin() + static_cast<ptrdiff_t>(merging_.first),
      merged.begin(), merged.end());
  merging_ = {0, 0};
  Publish(std::move(parts));
}

size_t GroupIndex::bytes() const {
  std::lock_guard<std::mutex> lock(writing_);
  size_t bytes = sizeof(GroupIndex) + sizeof(GroupParts) +
                 parts_->segments.capacity() * sizeof(GroupParts::Part);
  for (const GroupParts::Part& part : parts_->segments) {
    bytes += part.segment->bytes();
  }
  if (parts_->delta != nullptr) bytes += parts_->delta->bytes();
  return bytes;
}

size_t GroupIndex::rows() const {
  const GroupSnapshot snapshot = Snapshot();
  return RowsOf(snapshot.parts->segments) + snapshot.delta_size;
}

}  // namespace tunedex::storage
