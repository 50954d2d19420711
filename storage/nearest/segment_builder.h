#ifndef TUNEDEX_STORAGE_NEAREST_SEGMENT_BUILDER_H_
#define TUNEDEX_STORAGE_NEAREST_SEGMENT_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "storage/nearest/indexed_best.h"
#include "storage/nearest/segment.h"
#include "storage/nearest/shape.h"

namespace tunedex::storage {

// Collects shapes into a segment. Arguments that were equal so far share their
// codes, so that a builder takes little more memory than its segment. Not
// thread safe.
class SegmentBuilder {
 public:
  // Adds a shape that was not added before.
  void Add(const Shape& shape, const IndexedBest& best);

  size_t rows() const { return bests_.size(); }
  // Memory in use, in bytes.
  size_t bytes() const;

  std::shared_ptr<const Segment> Build() &&;

 private:
  // A dimension of the shapes so far; codes in the order of arrival.
  struct Draft {
    absl::flat_hash_map<uint64_t, uint32_t> code_of;
    std::vector<uint64_t> values;
    std::vector<uint32_t> codes;

    void Append(uint64_t value);
  };

  uint32_t PatternCode(const Shape& shape);
  void AddArguments(size_t count);
  uint32_t Diverge(uint32_t draft, uint64_t value);
  void MakeColumns(Segment& segment);
  void Rank(Segment& segment);
  void Classify(Segment& segment, size_t level,
                const std::vector<double>& sizes);
  Segment::Bounds BoundsOf(const Segment& segment, uint32_t begin, uint32_t end,
                           size_t level) const;
  struct Subtree {
    Segment::Node node;
    Segment::Bounds bounds;
  };
  Subtree MakeSubtree(Segment& segment, uint32_t begin, uint32_t end,
                      size_t level);
  uint32_t MakeMap(Segment& segment, uint32_t first, uint32_t count,
                   size_t level) const;
  void Partition(uint32_t begin, uint32_t end, size_t level);
  bool MayBeScanned(const Segment& segment) const;
  void MakeRows(Segment& segment) const;
  void MakeScannedColumns(Segment& segment) const;

  absl::flat_hash_map<std::string, uint32_t> pattern_codes_;
  std::vector<uint32_t> pattern_arguments_;
  std::vector<uint32_t> row_patterns_;
  std::vector<Draft> drafts_;
  // The draft of each argument.
  std::vector<uint32_t> draft_of_;
  std::vector<IndexedBest> bests_;

  // While building: the codes of each level, in the order of arrival; ranks in
  // that order; and the rows' new order.
  std::vector<const std::vector<uint32_t>*> levels_;
  std::vector<float> ranks_;
  // For each level, the last size class of each row; empty if there are none.
  std::vector<std::vector<uint8_t>> size_classes_;
  std::vector<Segment::Bounds> node_bounds_;
  std::vector<uint32_t> order_;
  std::vector<uint64_t> keys_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_SEGMENT_BUILDER_H_
