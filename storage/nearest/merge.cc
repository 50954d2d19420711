#include "storage/nearest/merge.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "storage/nearest/segment_builder.h"

namespace tunedex::storage {
namespace {

// For each segment, which of its rows a newer one stands for.
std::vector<std::vector<bool>> FindSuperseded(
    absl::Span<const GroupParts::Part> parts) {
  std::vector<std::vector<bool>> superseded(parts.size());
  for (size_t old = 0; old < parts.size(); ++old) {
    superseded[old].resize(parts[old].segment->rows());
  }
  // Newer segments are much smaller, so theirs are the rows to look up.
  for (size_t newer = 1; newer < parts.size(); ++newer) {
    for (uint32_t row = 0; row < parts[newer].segment->rows(); ++row) {
      const Shape shape = parts[newer].segment->shape(row);
      for (size_t old = 0; old < newer; ++old) {
        const std::optional<uint32_t> found = parts[old].segment->Find(shape);
        if (found.has_value()) superseded[old][*found] = true;
      }
    }
  }
  return superseded;
}

std::shared_ptr<const Segment> BuildUnlessEmpty(SegmentBuilder builder) {
  return builder.rows() == 0 ? nullptr : std::move(builder).Build();
}

}  // namespace

std::shared_ptr<const Segment> MergeSegments(
    absl::Span<const GroupParts::Part> parts, bool is_oldest) {
  const std::vector<std::vector<bool>> superseded = FindSuperseded(parts);
  SegmentBuilder builder;
  for (size_t part = 0; part < parts.size(); ++part) {
    const Segment& segment = *parts[part].segment;
    for (uint32_t row = 0; row < segment.rows(); ++row) {
      const IndexedBest& best = segment.best(row);
      if (superseded[part][row] || (is_oldest && best.removed())) continue;
      builder.Add(segment.shape(row), best);
    }
  }
  return BuildUnlessEmpty(std::move(builder));
}

std::shared_ptr<const Segment> MakeSegment(const Delta& delta) {
  SegmentBuilder builder;
  const size_t size = delta.size();
  for (size_t i = 0; i < size; ++i) {
    bool superseded = false;
    for (size_t newer = i + 1; newer < size && !superseded; ++newer) {
      superseded = delta.row(newer).shape == delta.row(i).shape;
    }
    if (!superseded) builder.Add(delta.row(i).shape, delta.row(i).best);
  }
  return BuildUnlessEmpty(std::move(builder));
}

}  // namespace tunedex::storage
