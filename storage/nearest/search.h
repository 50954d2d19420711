#ifndef TUNEDEX_STORAGE_NEAREST_SEARCH_H_
#define TUNEDEX_STORAGE_NEAREST_SEARCH_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "storage/nearest/group_snapshot.h"
#include "storage/nearest/indexed_best.h"
#include "storage/nearest/segment.h"
#include "storage/nearest/shape.h"

namespace tunedex::storage {

// What a search is for.
struct SearchOptions {
  // Only the identical shape.
  bool exact_only = false;
  // Greatest distance factor allowed.
  double max_distance_factor = std::numeric_limits<double>::infinity();
  // Next() will be called once.
  bool only_best = false;
};

// A stored shape that divides the wanted one.
struct FoundShape {
  IndexedBest best;
  // Finite; 1 for the identical shape.
  double distance_factor = 1;
  // best.cost_seconds * distance_factor.
  double estimated_cost_seconds = 0;
  // Where it lies: in a segment, or in the delta if that is the number of
  // segments.
  uint32_t part = 0;
  uint32_t row = 0;

  bool exact() const { return distance_factor == 1; }
};

// The order of what is found: the identical shape first, then by estimated
// cost, ties by the smallest sequence.
bool ComesBefore(const FoundShape& a, const FoundShape& b);

// Whether the options let a shape with a finite factor be found.
bool Admits(const SearchOptions& options, double factor);

// Finds the shapes of a group that divide a wanted one, from the best to the
// worst. A shape may come again from an older part; it is then no better.
// Looks at no more than is needed for what is asked. Not thread safe.
class GroupSearch {
 public:
  // `snapshot` and `wanted` must outlive the search.
  GroupSearch(const GroupSnapshot& snapshot, const Shape& wanted,
              const SearchOptions& options);
  ~GroupSearch();
  GroupSearch(const GroupSearch&) = delete;
  GroupSearch& operator=(const GroupSearch&) = delete;

  // The next shape; nothing after the last.
  std::optional<FoundShape> Next();

  // The shape that was found.
  Shape ShapeAt(const FoundShape& found) const;

 private:
  // A subtree that is still to be looked at.
  struct Item {
    // No shape below has a smaller rank; minus infinity on the way to the
    // identical shape.
    float bound;
    uint32_t begin;
    uint32_t count : 31;
    uint32_t is_bucket : 1;
    uint16_t segment;
    uint16_t level;
    uint32_t map;

    bool leads_to_exact() const {
      return bound == -std::numeric_limits<float>::infinity();
    }
  };
  // What of a level divides the wanted shape.
  struct Level {
    // By what a value must divide: the greatest common divisor of what is
    // wanted in the arguments of the column.
    uint64_t wanted = 0;
    uint32_t exact_code = Segment::kNoCode;
    // What divides, of a column with maps: in maps_.
    bool mapped = false;
    uint32_t map_begin = 0;
    // Of any other: in codes_.
    uint32_t codes_begin = 0;
    uint32_t codes_count = 0;
    // At most, of what divides in this level and those that follow.
    double size = 0;
  };
  struct Probe {
    // In levels_.
    uint32_t levels_begin = 0;
    bool may_be_exact = true;
  };
  struct Found : FoundShape {
    // For comparing with bounds.
    float rank = 0;
  };

  // The level of an item.
  const Level& LevelOf(const Item& item) const {
    return levels_[probes_[item.segment].levels_begin + item.level];
  }
  size_t SizeClassBelow(const Item& item) const {
    const size_t level = item.level + size_t{1};
    const Level& below = levels_[probes_[item.segment].levels_begin + level];
    return snapshot_.segment(item.segment).SizeClass(level, below.size);
  }
  void PushRoot(uint16_t segment);
  bool Open(uint16_t segment);
  bool OpenLevel(const Column& column, Level& level);
  bool CanScan(const Segment& segment) const;
  void ScanRows(uint16_t segment, uint32_t pattern);
  void SumSizes(const Probe& probe);
  void BringToBack(size_t first);
  void Dive();
  void Expand(const Item& item);
  void ExpandNode(const Item& item);
  absl::Span<uint32_t> FindChildren(const Item& item);
  uint32_t* FindByMap(const Item& item, uint32_t* next) const;
  uint32_t* FindByCodes(const Item& item, uint32_t* next) const;
  bool MapHas(const Level& level, uint32_t code) const {
    return (maps_[level.map_begin + code / 64] >> (code % 64) & 1) != 0;
  }
  void Push(const Item& parent, uint32_t node, float bound);
  void ReadBucket(const Item& item);
  void AddRow(uint16_t segment, uint32_t row, float rank);
  template <typename Code>
  bool Divides(const Item& item, const Code* codes) const;
  void ReadDelta();
  void Add(const Found& found);
  bool IsSuperseded(const Found& found) const;

  const GroupSnapshot& snapshot_;
  const Shape& wanted_;
  const SearchOptions options_;
  // Nothing beyond this rank is of interest; less than the infinity of nodes
  // without a shape.
  float limit_ = std::numeric_limits<float>::max();
  // The vectors that follow, taken from a search that is over.
  class Memory;
  std::unique_ptr<Memory> memory_;
  std::vector<Probe>& probes_;
  std::vector<Level>& levels_;
  std::vector<uint32_t>& codes_;
  std::vector<uint64_t>& maps_;
  // Heaps: the smallest bound, and the best shape, in front.
  std::vector<Item>& items_;
  std::vector<Found>& found_;
  // Room for the children of the node that is being expanded.
  std::vector<uint32_t>& children_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_SEARCH_H_
