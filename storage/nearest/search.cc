#include "storage/nearest/search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "absl/types/span.h"
#include "storage/cost.h"
#include "storage/distance.h"
#include "storage/nearest/bytes_of.h"

namespace tunedex::storage {
namespace {

// std heaps keep the greatest in front: the smallest bound.
struct HasLargerBound {
  template <typename Item>
  bool operator()(const Item& a, const Item& b) const {
    return a.bound > b.bound;
  }
};

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// std::popcount would be a call on processors that may lack the instruction.
uint32_t CountBits(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<uint32_t>(bits * 0x0101010101010101 >> 56);
}

// std heaps keep the greatest in front.
struct ComesAfter {
  bool operator()(const FoundShape& a, const FoundShape& b) const {
    return ComesBefore(b, a);
  }
};

}  // namespace

bool ComesBefore(const FoundShape& a, const FoundShape& b) {
  if (a.exact() != b.exact()) return a.exact();
  return Rank{a.estimated_cost_seconds, a.best.sequence} <
         Rank{b.estimated_cost_seconds, b.best.sequence};
}

bool Admits(const SearchOptions& options, double factor) {
  return factor <= options.max_distance_factor &&
         (!options.exact_only || factor == 1);
}

// What a search allocates. Each thread keeps that of its last search for the
// next one, since allocating takes as long as a short search.
class GroupSearch::Memory {
 public:
  static std::unique_ptr<Memory> Take() {
    std::unique_ptr<Memory> memory = std::move(Kept());
    return memory != nullptr ? std::move(memory) : std::make_unique<Memory>();
  }

  static void GiveBack(std::unique_ptr<Memory> memory) {
    if (memory->bytes() > kMaxKeptBytes) return;
    memory->Clear();
    Kept() = std::move(memory);
  }

  std::vector<Probe> probes;
  std::vector<Level> levels;
  std::vector<uint32_t> codes;
  std::vector<uint64_t> maps;
  std::vector<Item> items;
  std::vector<Found> found;
  std::vector<uint32_t> children;

 private:
  // A search that took more was no short one.
  static constexpr size_t kMaxKeptBytes = size_t{256} << 10;

  static std::unique_ptr<Memory>& Kept() {
    thread_local std::unique_ptr<Memory> kept;
    return kept;
  }

  size_t bytes() const {
    return BytesOf(probes) + BytesOf(levels) + BytesOf(codes) + BytesOf(maps) +
           BytesOf(items) + BytesOf(found) + BytesOf(children);
  }

  void Clear() {
    probes.clear();
    levels.clear();
    codes.clear();
    maps.clear();
    items.clear();
    found.clear();
  }
};

GroupSearch::GroupSearch(const GroupSnapshot& snapshot, const Shape& wanted,
                         const SearchOptions& options)
    : snapshot_(snapshot),
      wanted_(wanted),
      options_(options),
      memory_(Memory::Take()),
      probes_(memory_->probes),
      levels_(memory_->levels),
      codes_(memory_->codes),
      maps_(memory_->maps),
      items_(memory_->items),
      found_(memory_->found),
      children_(memory_->children) {
  probes_.resize(snapshot.segments());
  // The oldest last: it is the largest, and looked at first.
  for (size_t s = snapshot.segments(); s-- > 0;) {
    if (Open(static_cast<uint16_t>(s))) PushRoot(static_cast<uint16_t>(s));
  }
  Dive();
  ReadDelta();
}

void GroupSearch::PushRoot(uint16_t s) {
  const Segment& segment = snapshot_.segment(s);
  const Probe& probe = probes_[s];
  if (options_.exact_only && !probe.may_be_exact) return;
  const size_t size_class =
      segment.SizeClass(0, levels_[probe.levels_begin].size);
  const float rank = segment.scale().Value(segment.root_bound(size_class));
  const Segment::Node& root = segment.root();
  items_.push_back({.bound = probe.may_be_exact ? -kInfinity : rank,
                    .begin = root.begin,
                    .count = root.count,
                    .is_bucket = root.is_bucket,
                    .segment = s,
                    .level = 0,
                    .map = root.map});
}

GroupSearch::~GroupSearch() { Memory::GiveBack(std::move(memory_)); }

// Works out what is wanted in each column of a segment. False if nothing in it
// can divide.
bool GroupSearch::Open(uint16_t s) {
  const Segment& segment = snapshot_.segment(s);
  const uint32_t pattern = segment.PatternCode(wanted_.pattern);
  if (pattern == Segment::kNoCode) return false;
  Probe& probe = probes_[s];
  probe.levels_begin = static_cast<uint32_t>(levels_.size());
  const auto wanted_of = [&](const Column& column) {
    const auto& arguments = column.arguments();
    const auto argument = [&](uint32_t i) {
      return i < wanted_.dimensions.size() ? wanted_.dimensions[i] : 1;
    };
    uint64_t wanted = argument(arguments.front());
    for (size_t i = 1; i < arguments.size(); ++i) {
      const uint64_t next = argument(arguments[i]);
      if (next == wanted) continue;
      wanted = std::gcd(wanted, next);
      probe.may_be_exact = false;
    }
    return wanted;
  };
  for (const Column& constant : segment.constants()) {
    const uint64_t wanted = wanted_of(constant);
    const uint64_t stored = constant.value(0);
    if (wanted == stored) continue;
    if (wanted % stored != 0) return false;
    probe.may_be_exact = false;
  }
  if (segment.has_pattern_level()) {
    levels_.push_back({.exact_code = pattern,
                       .codes_begin = static_cast<uint32_t>(codes_.size()),
                       .codes_count = 1});
    codes_.push_back(pattern);
  }
  for (const Column& column : segment.columns()) {
    levels_.push_back({.wanted = wanted_of(column)});
  }
  if (CanScan(segment)) {
    ScanRows(s, pattern);
    return false;
  }
  for (size_t c = 0; c < segment.columns().size(); ++c) {
    Level& level =
        levels_[probe.levels_begin + segment.has_pattern_level() + c];
    if (!OpenLevel(segment.columns()[c], level)) return false;
    probe.may_be_exact &= level.exact_code != Segment::kNoCode;
  }
  // The level after the last one has no column.
  levels_.emplace_back();
  SumSizes(probe);
  return true;
}

bool GroupSearch::CanScan(const Segment& segment) const {
  const size_t columns = segment.columns().size();
  return segment.is_scanned() &&
         std::all_of(
             levels_.end() - static_cast<ptrdiff_t>(columns), levels_.end(),
             [](const Level& level) { return level.wanted <= UINT32_MAX; });
}

// Tests all rows of a segment at once, column by column.
void GroupSearch::ScanRows(uint16_t s, uint32_t pattern) {
  const Segment& segment = snapshot_.segment(s);
  const Probe& probe = probes_[s];
  const size_t first = segment.has_pattern_level() ? 1 : 0;
  const size_t words = (segment.rows() + 63) / 64;
  std::array<uint64_t, Segment::kMaxScannedRows / 64> divide;
  std::array<uint64_t, Segment::kMaxScannedRows / 64> divide_here;
  divide.fill(~uint64_t{0});
  if (segment.rows() % 64 != 0) {
    divide[words - 1] = (uint64_t{1} << (segment.rows() % 64)) - 1;
  }
  for (size_t c = 0; c < segment.columns().size(); ++c) {
    const uint64_t wanted = levels_[probe.levels_begin + first + c].wanted;
    segment.scanned_columns()[c].FindDividing(
        static_cast<uint32_t>(wanted),
        absl::MakeSpan(divide_here.data(), words));
    uint64_t any = 0;
    for (size_t w = 0; w < words; ++w) any |= divide[w] &= divide_here[w];
    if (any == 0) return;
  }
  // The rows are in the order of their ranks.
  for (size_t w = 0; w < words; ++w) {
    for (uint64_t bits = divide[w]; bits != 0; bits &= bits - 1) {
      const auto row = static_cast<uint32_t>(w * 64 + std::countr_zero(bits));
      if (first == 1 && segment.code(row, 0) != pattern) continue;
      const float rank = segment.rank(row);
      if (rank > limit_ && !probe.may_be_exact) return;
      AddRow(s, row, rank);
    }
  }
}

// Finds the codes of a column that divide; false if there are none.
bool GroupSearch::OpenLevel(const Column& column, Level& level) {
  std::optional<uint32_t> largest;
  level.mapped = column.mapped();
  if (level.mapped) {
    level.map_begin = static_cast<uint32_t>(maps_.size());
    maps_.resize(maps_.size() + column.map_size());
    largest =
        column.MapDividing(level.wanted, options_.max_distance_factor,
                           absl::MakeSpan(maps_).subspan(level.map_begin));
  } else {
    level.codes_begin = static_cast<uint32_t>(codes_.size());
    largest =
        column.ListDividing(level.wanted, options_.max_distance_factor, codes_);
    level.codes_count =
        static_cast<uint32_t>(codes_.size()) - level.codes_begin;
  }
  if (!largest.has_value()) return false;
  level.size = column.SizeOf(*largest);
  // The wanted value itself is the largest that divides it.
  if (column.value(*largest) == level.wanted) level.exact_code = *largest;
  return true;
}

// What divides is no larger than the largest dividing value of every column.
void GroupSearch::SumSizes(const Probe& probe) {
  for (size_t level = levels_.size() - 1; level-- > probe.levels_begin;) {
    levels_[level].size += levels_[level + 1].size;
  }
}

void GroupSearch::Push(const Item& parent, uint32_t n, float bound) {
  const Segment& segment = snapshot_.segment(parent.segment);
  const Segment::Node& node = segment.nodes()[n];
  if (node.is_bucket) {
    segment.Prefetch(node.begin);
    segment.Prefetch(node.begin + node.count - 1);
  } else if (node.map != Segment::kNoMap) {
    __builtin_prefetch(segment.child_maps() + node.map);
    __builtin_prefetch(segment.child_maps() + node.map + 7);
  }
  items_.push_back({.bound = bound,
                    .begin = node.begin,
                    .count = node.count,
                    .is_bucket = node.is_bucket,
                    .segment = parent.segment,
                    .level = static_cast<uint16_t>(parent.level + 1),
                    .map = node.map});
}

// Writes the children of a node with a map that divide.
uint32_t* GroupSearch::FindByMap(const Item& item, uint32_t* next) const {
  const Segment& segment = snapshot_.segment(item.segment);
  const size_t first = segment.has_pattern_level() ? 1 : 0;
  const size_t words = segment.columns()[item.level - first].map_size();
  const uint64_t* const has = segment.child_maps() + item.map;
  const uint64_t* const divides = maps_.data() + LevelOf(item).map_begin;
  uint32_t child = item.begin;
  for (size_t word = 0; word < words; ++word) {
    for (uint64_t both = has[word] & divides[word]; both != 0;
         both &= both - 1) {
      // As many children come before it as bits.
      const uint64_t before = has[word] & ((both & -both) - 1);
      *next = child + CountBits(before);
      __builtin_prefetch(&segment.nodes()[*next]);
      ++next;
    }
    child += CountBits(has[word]);
  }
  return next;
}

// Writes the children of a node without a map that divide.
uint32_t* GroupSearch::FindByCodes(const Item& item, uint32_t* next) const {
  const Level& level = LevelOf(item);
  const uint32_t* const begin =
      snapshot_.segment(item.segment).node_codes() + item.begin;
  const uint32_t* const end = begin + item.count;
  if (level.mapped) {
    // Few children: all are written, and only those that divide kept, without a
    // branch that could be mispredicted.
    for (const uint32_t* code = begin; code < end; ++code) {
      *next = item.begin + static_cast<uint32_t>(code - begin);
      next += MapHas(level, *code);
    }
    return next;
  }
  const uint32_t* code = begin;
  for (uint32_t i = 0; i < level.codes_count; ++i) {
    const uint32_t wanted = codes_[level.codes_begin + i];
    code = std::lower_bound(code, end, wanted);
    if (code == end) break;
    if (*code == wanted) {
      *next++ = item.begin + static_cast<uint32_t>(code - begin);
    }
  }
  return next;
}

// The children of a node that divide, ascending by code.
absl::Span<uint32_t> GroupSearch::FindChildren(const Item& item) {
  // One more than there can be, since all are written and few are kept.
  if (children_.size() <= item.count) children_.resize(item.count + 1);
  uint32_t* const begin = children_.data();
  const uint32_t* const end = item.map != Segment::kNoMap
                                  ? FindByMap(item, begin)
                                  : FindByCodes(item, begin);
  return {begin, static_cast<size_t>(end - begin)};
}

void GroupSearch::ExpandNode(const Item& item) {
  absl::Span<uint32_t> children = FindChildren(item);
  const Segment& segment = snapshot_.segment(item.segment);
  // The code of the wanted value is the last one that divides.
  if (item.leads_to_exact() && !children.empty() &&
      segment.node_codes()[children.back()] == LevelOf(item).exact_code) {
    Push(item, children.back(), -kInfinity);
    children.remove_suffix(1);
  }
  if (options_.exact_only) return;
  const uint16_t* const bounds = segment.node_bounds(SizeClassBelow(item));
  const uint16_t limit = segment.scale().LimitOf(limit_);
  // First all that are worth it, without a branch that could be mispredicted.
  size_t kept = 0;
  for (const uint32_t child : children) {
    children[kept] = child;
    kept += bounds[child] <= limit;
  }
  for (const uint32_t child : children.subspan(0, kept)) {
    Push(item, child, segment.scale().Value(bounds[child]));
  }
}

// Whether a row divides in the levels from that of `item` on.
template <typename Code>
bool GroupSearch::Divides(const Item& item, const Code* codes) const {
  const size_t levels = snapshot_.segment(item.segment).levels();
  const Level* const wanted =
      levels_.data() + probes_[item.segment].levels_begin;
  for (size_t l = item.level; l < levels; ++l) {
    const Level& level = wanted[l];
    const uint32_t code = codes[l];
    if (level.mapped) {
      if (!MapHas(level, code)) return false;
    } else {
      const uint32_t* const list = codes_.data() + level.codes_begin;
      if (!std::binary_search(list, list + level.codes_count, code)) {
        return false;
      }
    }
  }
  return true;
}

void GroupSearch::ReadBucket(const Item& item) {
  const auto visit = [&](uint32_t row, float rank, const auto* codes) {
    // The rows are in the order of their ranks.
    if (rank > limit_ && !item.leads_to_exact()) return false;
    if (Divides(item, codes)) AddRow(item.segment, row, rank);
    return true;
  };
  snapshot_.segment(item.segment).VisitRows(item.begin, item.count, visit);
}

// Adds a row that divides.
void GroupSearch::AddRow(uint16_t s, uint32_t row, float rank) {
  if (rank == kNoRank) return;
  const Segment& segment = snapshot_.segment(s);
  Found found;
  found.best = segment.best(row);
  found.distance_factor = segment.Factor(row, wanted_);
  found.part = s;
  found.row = row;
  found.rank = rank;
  Add(found);
}

void GroupSearch::ReadDelta() {
  for (size_t i = 0; i < snapshot_.delta_size; ++i) {
    const Delta::Row& row = snapshot_.delta_row(i);
    if (row.best.removed()) continue;
    const double factor = DistanceFactor(wanted_, row.shape);
    if (std::isinf(factor)) continue;
    Found found;
    found.best = row.best;
    found.distance_factor = factor;
    found.part = static_cast<uint32_t>(snapshot_.segments());
    found.row = static_cast<uint32_t>(i);
    found.rank = RankOf(row.shape, row.best.cost_seconds);
    Add(found);
  }
}

void GroupSearch::Add(const Found& candidate) {
  if (std::isinf(candidate.distance_factor) ||
      !Admits(options_, candidate.distance_factor)) {
    return;
  }
  Found found = candidate;
  found.estimated_cost_seconds =
      found.best.cost_seconds * found.distance_factor;
  // Infinite estimates are equal, whichever record is better.
  if ((snapshot_.has_worsened || std::isinf(found.estimated_cost_seconds)) &&
      IsSuperseded(found)) {
    return;
  }
  if (options_.only_best) {
    if (!found_.empty() && !ComesBefore(found, found_.front())) return;
    found_.clear();
    if (std::isfinite(found.estimated_cost_seconds)) {
      limit_ = found.rank + RankSlack(found.rank);
    }
  }
  found_.push_back(found);
  std::push_heap(found_.begin(), found_.end(), ComesAfter());
}

bool GroupSearch::IsSuperseded(const Found& found) const {
  const Shape shape = ShapeAt(found);
  const size_t segments = snapshot_.segments();
  for (size_t part = found.part + 1; part < segments; ++part) {
    if (snapshot_.segment(part).Find(shape).has_value()) return true;
  }
  for (size_t i = found.part < segments ? 0 : found.row + 1;
       i < snapshot_.delta_size; ++i) {
    if (snapshot_.delta_row(i).shape == shape) return true;
  }
  return false;
}

// Puts the most promising of the items from `first` on at the end.
void GroupSearch::BringToBack(size_t first) {
  if (items_.size() <= first + 1) return;
  std::iter_swap(
      std::max_element(items_.begin() + first, items_.end(), HasLargerBound()),
      items_.end() - 1);
}

// Goes to a first shape that divides, into the most promising child each time:
// what is found rules out most of the rest before anything of it is read.
void GroupSearch::Dive() {
  while (found_.empty() && !items_.empty()) {
    const Item item = items_.back();
    items_.pop_back();
    const size_t others = items_.size();
    Expand(item);
    BringToBack(others);
  }
  std::erase_if(items_, [&](const Item& item) { return item.bound > limit_; });
  std::make_heap(items_.begin(), items_.end(), HasLargerBound());
}

std::optional<FoundShape> GroupSearch::Next() {
  while (!items_.empty()) {
    const Item item = items_.front();
    if (!found_.empty() && !item.leads_to_exact()) {
      const Found& best = found_.front();
      if (best.exact()) break;
      if (item.bound > best.rank + RankSlack(best.rank) &&
          std::isfinite(best.estimated_cost_seconds)) {
        break;
      }
    }
    std::pop_heap(items_.begin(), items_.end(), HasLargerBound());
    items_.pop_back();
    const size_t others = items_.size();
    Expand(item);
    for (auto end = items_.begin() + others; end != items_.end();) {
      std::push_heap(items_.begin(), ++end, HasLargerBound());
    }
  }
  if (found_.empty()) return std::nullopt;
  std::pop_heap(found_.begin(), found_.end(), ComesAfter());
  const FoundShape next = found_.back();
  found_.pop_back();
  return next;
}

void GroupSearch::Expand(const Item& item) {
  if (item.is_bucket) {
    ReadBucket(item);
  } else {
    ExpandNode(item);
  }
}

Shape GroupSearch::ShapeAt(const FoundShape& found) const {
  return found.part < snapshot_.segments()
             ? snapshot_.segment(found.part).shape(found.row)
             : snapshot_.delta_row(found.row).shape;
}

}  // namespace tunedex::storage
