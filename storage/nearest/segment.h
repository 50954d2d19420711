#ifndef TUNEDEX_STORAGE_NEAREST_SEGMENT_H_
#define TUNEDEX_STORAGE_NEAREST_SEGMENT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "storage/nearest/column.h"
#include "storage/nearest/divisors.h"
#include "storage/nearest/indexed_best.h"
#include "storage/nearest/rank.h"
#include "storage/nearest/shape.h"

namespace tunedex::storage {

// Many distinct shapes with their best records, in a form in which the best
// ones that divide a wanted shape are found without looking at most of the
// others. Immutable, and so thread safe. Made by SegmentBuilder.
//
// Arguments that are equal in all shapes share one column. The columns with
// more than one value, those with the most values first, are the levels of a
// trie; a patterned column comes before them if there are several patterns. A
// subtree of few shapes is not split further but kept as a row of shapes, a
// bucket.
//
// Every node carries the smallest rank below it, not only of all shapes, but
// also of those that are small enough: what divides a wanted shape is no larger
// than it, while the best ranks tend to belong to large shapes. For each level
// there are some sizes; a size is log2 of the product of the dimensions that
// are left below a node.
class Segment {
 public:
  // Where the shapes of a subtree are. Children of one node lie together,
  // ascending by code.
  struct Node {
    // First child, or first row of a bucket.
    uint32_t begin;
    uint32_t count : 31;
    uint32_t is_bucket : 1;
    // Where the map of its children begins in child_maps(); kNoMap if it has
    // none.
    uint32_t map = kNoMap;
  };
  static constexpr uint32_t kNoMap = ~uint32_t{0};
  // Size classes of a level; the first one holds all shapes.
  static constexpr size_t kSizeClasses = 16;
  using Bounds = std::array<uint16_t, kSizeClasses>;
  static constexpr uint32_t kNoCode = ~uint32_t{0};

  size_t rows() const { return bests_.size(); }
  // Memory, in bytes.
  size_t bytes() const;

  // A segment of few shapes with narrow dimensions is one bucket, whose rows
  // are tested all at once: for each column, the values of all rows.
  static constexpr size_t kMaxScannedRows = 256;
  bool is_scanned() const { return is_scanned_; }
  const std::vector<Divisors<uint32_t>>& scanned_columns() const {
    return scanned_columns_;
  }

  // The whole trie.
  const Node& root() const { return root_; }
  // Of all nodes below the root: what lies below them, and their values, as
  // codes of their parent's column.
  const Node* nodes() const { return nodes_.data(); }
  const uint32_t* node_codes() const { return node_codes_.data(); }
  // Of a node with many children, a map of the codes that they have: bit code %
  // 64 of word code / 64. The n-th bit that is set is that of the n-th child.
  const uint64_t* child_maps() const { return child_maps_.data(); }
  // The class of the shapes whose dimensions from a level on have a size of at
  // most `size`. A segment that is scanned has no nodes, and only the class of
  // all.
  size_t SizeClass(size_t level, double size) const;
  // Of all nodes below the root, a lower bound for the ranks of their shapes in
  // a size class of the level that follows.
  const uint16_t* node_bounds(size_t size_class) const {
    return node_bounds_.data() + size_class * nodes_.size();
  }
  // The same of the root, in a size class of the first level.
  uint16_t root_bound(size_t size_class) const {
    return root_bounds_[size_class];
  }
  const RankScale& scale() const { return scale_; }

  // The code of a pattern; kNoCode if no shape has it.
  uint32_t PatternCode(const std::string& pattern) const;
  bool has_pattern_level() const { return pattern_texts_.size() > 1; }
  // The columns with more than one value, in the order of the levels, which
  // begin with the patterns if has_pattern_level().
  const std::vector<Column>& columns() const { return columns_; }
  // Those with one value.
  const std::vector<Column>& constants() const { return constants_; }
  // Levels of the trie.
  size_t levels() const { return columns_.size() + has_pattern_level(); }

  // A row begins with its rank, and has a code for each level.
  float rank(uint32_t row) const {
    return rows16_.empty() ? RankAt(rows32_, row) : RankAt(rows16_, row);
  }
  uint32_t code(uint32_t row, size_t level) const {
    return rows16_.empty() ? CodeAt(rows32_, row, level)
                           : CodeAt(rows16_, row, level);
  }
  const IndexedBest& best(uint32_t row) const { return bests_[row]; }

  // Calls visit(row, rank, codes) for `count` rows from `begin` on, until it
  // returns false; codes[level] is the code of a level.
  template <typename Visitor>
  void VisitRows(uint32_t begin, uint32_t count, Visitor visit) const {
    if (rows16_.empty()) {
      VisitRowsIn(rows32_, begin, count, visit);
    } else {
      VisitRowsIn(rows16_, begin, count, visit);
    }
  }
  // Has the processor fetch a row that will be visited.
  void Prefetch(uint32_t row) const {
    __builtin_prefetch(rows16_.empty()
                           ? static_cast<const void*>(RowAt(rows32_, row))
                           : RowAt(rows16_, row));
  }

  Shape shape(uint32_t row) const;
  // The row of a shape, if it is stored.
  std::optional<uint32_t> Find(const Shape& shape) const;

  // The distance factor of a row, which must divide, to `wanted` of the same
  // pattern: multiplied in the order of the arguments, as the policy has it.
  double Factor(uint32_t row, const Shape& wanted) const;

 private:
  friend class SegmentBuilder;
  // Where the values of an argument are.
  struct Place {
    bool is_constant;
    uint32_t index;
  };

  const Column& ColumnAt(const Place& place) const {
    return place.is_constant ? constants_[place.index] : columns_[place.index];
  }
  uint32_t CodeIn(uint32_t row, const Place& place) const {
    return place.is_constant ? 0 : code(row, place.index + has_pattern_level());
  }

  // How many codes take the place of the rank.
  template <typename Code>
  static constexpr size_t kRankCodes = sizeof(float) / sizeof(Code);

  template <typename Code>
  const Code* RowAt(const std::vector<Code>& rows, uint32_t row) const {
    return rows.data() + row * (kRankCodes<Code> + levels());
  }
  template <typename Code>
  float RankAt(const std::vector<Code>& rows, uint32_t row) const {
    float rank;
    std::memcpy(&rank, RowAt(rows, row), sizeof(rank));
    return rank;
  }
  template <typename Code>
  uint32_t CodeAt(const std::vector<Code>& rows, uint32_t row,
                  size_t level) const {
    return RowAt(rows, row)[kRankCodes<Code> + level];
  }
  template <typename Code, typename Visitor>
  void VisitRowsIn(const std::vector<Code>& rows, uint32_t begin,
                   uint32_t count, Visitor visit) const {
    for (uint32_t row = begin; row < begin + count; ++row) {
      if (!visit(row, RankAt(rows, row), RowAt(rows, row) + kRankCodes<Code>)) {
        return;
      }
    }
  }

  std::vector<std::string> pattern_texts_;
  // How many arguments the shapes of each pattern have.
  std::vector<uint32_t> pattern_arguments_;
  absl::flat_hash_map<std::string, uint32_t> pattern_codes_;
  std::vector<Column> columns_;
  std::vector<Column> constants_;
  // One for each argument.
  std::vector<Place> places_;

  Node root_{};
  RankScale scale_;
  Bounds root_bounds_;
  std::vector<Node> nodes_;
  // kSizeClasses times one for each node.
  std::vector<uint16_t> node_bounds_;
  // For each level, the largest size of each class, descending.
  std::vector<std::array<double, kSizeClasses>> class_sizes_;
  std::vector<uint32_t> node_codes_;
  std::vector<uint64_t> child_maps_;
  // In the order of the trie, in a bucket by rank. One of both is used: the
  // narrow one if all codes fit.
  std::vector<uint16_t> rows16_;
  std::vector<uint32_t> rows32_;
  bool is_scanned_ = false;
  std::vector<Divisors<uint32_t>> scanned_columns_;
  // Of each row.
  std::vector<IndexedBest> bests_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_SEGMENT_H_
