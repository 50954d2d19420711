#include "storage/nearest/segment_builder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include "storage/nearest/bytes_of.h"

namespace tunedex::storage {
namespace {

// Subtrees with at most this many shapes are not split further: reading them in
// a row costs less than following pointers.
constexpr uint32_t kBucketRows = 24;

// Nodes whose children have at least one of so many codes get a map of them: it
// is then smaller than the list of their codes.
constexpr size_t kMinMapDensity = 16;

// Sorts the values of a draft that any row has, and gives its codes the new
// order. A draft that diverged from another may have values of the other.
std::vector<uint64_t> SortValues(const std::vector<uint64_t>& values,
                                 std::vector<uint32_t>& codes) {
  std::vector<bool> is_used(values.size());
  for (const uint32_t code : codes) is_used[code] = true;
  std::vector<uint32_t> by_value;
  for (uint32_t code = 0; code < values.size(); ++code) {
    if (is_used[code]) by_value.push_back(code);
  }
  std::sort(by_value.begin(), by_value.end(),
            [&](uint32_t a, uint32_t b) { return values[a] < values[b]; });
  std::vector<uint64_t> sorted(by_value.size());
  std::vector<uint32_t> new_code(values.size());
  for (uint32_t i = 0; i < by_value.size(); ++i) {
    sorted[i] = values[by_value[i]];
    new_code[by_value[i]] = i;
  }
  for (uint32_t& code : codes) code = new_code[code];
  return sorted;
}

// The largest sizes of classes each of which has less than the one before, by
// about the same number of shapes. A sample tells that well enough.
std::array<double, Segment::kSizeClasses> ChooseClasses(
    const std::vector<double>& sizes) {
  constexpr size_t kSample = 1024;
  const size_t step = std::max<size_t>(sizes.size() / kSample, 1);
  std::vector<double> sample;
  for (size_t i = 0; i < sizes.size(); i += step) sample.push_back(sizes[i]);
  std::sort(sample.begin(), sample.end());
  std::array<double, Segment::kSizeClasses> classes;
  classes[0] = std::numeric_limits<double>::infinity();
  for (size_t c = 1; c < classes.size(); ++c) {
    // Sums of another order may be larger by their rounding.
    classes[c] =
        sample[sample.size() * (classes.size() - c) / classes.size()] + 1e-6;
  }
  return classes;
}

}  // namespace

void SegmentBuilder::Draft::Append(uint64_t value) {
  // Shapes come in order, so that most columns repeat the last value.
  if (!codes.empty() && values[codes.back()] == value) {
    codes.push_back(codes.back());
    return;
  }
  const auto [found, is_new] =
      code_of.try_emplace(value, static_cast<uint32_t>(values.size()));
  if (is_new) values.push_back(value);
  codes.push_back(found->second);
}

uint32_t SegmentBuilder::PatternCode(const Shape& shape) {
  const auto [found, is_new] = pattern_codes_.try_emplace(
      shape.pattern, static_cast<uint32_t>(pattern_codes_.size()));
  if (is_new) {
    pattern_arguments_.push_back(
        static_cast<uint32_t>(shape.dimensions.size()));
  }
  return found->second;
}

// Shapes with fewer arguments have ones in the place of the others.
void SegmentBuilder::AddArguments(size_t count) {
  if (draft_of_.size() >= count) return;
  // Starts as one draft, from which the arguments diverge where they differ.
  const auto draft = static_cast<uint32_t>(drafts_.size());
  drafts_.emplace_back();
  for (size_t row = 0; row < rows(); ++row) drafts_.back().Append(1);
  draft_of_.resize(count, draft);
}

// A copy of a draft, as of the last row, that goes on with another value.
uint32_t SegmentBuilder::Diverge(uint32_t draft, uint64_t value) {
  Draft copy = drafts_[draft];
  copy.codes.resize(rows());
  copy.Append(value);
  drafts_.push_back(std::move(copy));
  return static_cast<uint32_t>(drafts_.size() - 1);
}

void SegmentBuilder::Add(const Shape& shape, const IndexedBest& best) {
  AddArguments(shape.dimensions.size());
  row_patterns_.push_back(PatternCode(shape));
  // Drafts that diverged in this row: the old one, and the new one.
  std::vector<std::pair<uint32_t, uint32_t>> diverged;
  for (size_t i = 0; i < draft_of_.size(); ++i) {
    const uint64_t value =
        i < shape.dimensions.size() ? shape.dimensions[i] : 1;
    const uint32_t draft = draft_of_[i];
    const auto is_last_value = [&](uint32_t candidate) {
      const Draft& d = drafts_[candidate];
      return d.values[d.codes.back()] == value;
    };
    if (drafts_[draft].codes.size() == rows()) {
      drafts_[draft].Append(value);
    } else if (!is_last_value(draft)) {
      const auto same =
          std::find_if(diverged.begin(), diverged.end(), [&](const auto& pair) {
            return pair.first == draft && is_last_value(pair.second);
          });
      if (same == diverged.end()) {
        draft_of_[i] = Diverge(draft, value);
        diverged.emplace_back(draft, draft_of_[i]);
      } else {
        draft_of_[i] = same->second;
      }
    }
  }
  bests_.push_back(best);
}

size_t SegmentBuilder::bytes() const {
  size_t bytes = BytesOf(bests_) + BytesOf(row_patterns_);
  for (const Draft& draft : drafts_) {
    bytes += BytesOf(draft.codes) + BytesOf(draft.values) +
             draft.code_of.capacity() * 17;
  }
  for (const auto& [text, code] : pattern_codes_) {
    bytes += text.capacity() + sizeof(std::string) + 8;
  }
  return bytes;
}

void SegmentBuilder::MakeColumns(Segment& segment) {
  std::vector<std::vector<uint32_t>> arguments(drafts_.size());
  for (uint32_t i = 0; i < draft_of_.size(); ++i) {
    arguments[draft_of_[i]].push_back(i);
  }
  for (Draft& draft : drafts_) {
    draft.code_of.clear();
    draft.values = SortValues(draft.values, draft.codes);
  }
  std::vector<uint32_t> by_size(drafts_.size());
  std::iota(by_size.begin(), by_size.end(), 0);
  std::stable_sort(by_size.begin(), by_size.end(), [&](uint32_t a, uint32_t b) {
    return drafts_[a].values.size() * arguments[a].size() >
           drafts_[b].values.size() * arguments[b].size();
  });
  if (segment.has_pattern_level()) levels_.push_back(&row_patterns_);
  segment.places_.resize(draft_of_.size());
  for (const uint32_t d : by_size) {
    Draft& draft = drafts_[d];
    const bool is_constant = draft.values.size() == 1;
    auto& columns = is_constant ? segment.constants_ : segment.columns_;
    for (const uint32_t i : arguments[d]) {
      segment.places_[i] = {is_constant, static_cast<uint32_t>(columns.size())};
    }
    columns.emplace_back(std::move(draft.values), std::move(arguments[d]));
    if (!is_constant) levels_.push_back(&draft.codes);
  }
}

// The size classes of a level, by what each row's values from there on add to
// the product.
void SegmentBuilder::Classify(Segment& segment, size_t level,
                              const std::vector<double>& sizes) {
  segment.class_sizes_[level] = ChooseClasses(sizes);
  size_classes_[level].reserve(rows());
  for (const double size : sizes) {
    size_classes_[level].push_back(
        static_cast<uint8_t>(segment.SizeClass(level, size)));
  }
}

// Ranks, and the size classes of every level: from the last level up, the sizes
// of what is left are summed. A segment that is scanned has no nodes, and so no
// use for classes.
void SegmentBuilder::Rank(Segment& segment) {
  std::vector<double> sizes(rows(), 0);
  const size_t levels = levels_.size();
  const size_t first = segment.has_pattern_level() ? 1 : 0;
  const bool is_split = !segment.is_scanned_;
  if (is_split) {
    segment.class_sizes_.resize(levels + 1);
    size_classes_.resize(levels + 1);
    Classify(segment, levels, sizes);
  }
  for (size_t level = levels; level-- > 0;) {
    if (level >= first) {
      const Column& column = segment.columns_[level - first];
      const std::vector<uint32_t>& codes = *levels_[level];
      for (size_t row = 0; row < rows(); ++row) {
        sizes[row] += column.SizeOf(codes[row]);
      }
    }
    if (is_split) Classify(segment, level, sizes);
  }
  double constant = 0;
  for (const Column& column : segment.constants_) {
    constant += column.SizeOf(0);
  }
  ranks_.resize(rows());
  float smallest = kNoRank;
  float largest = -kNoRank;
  for (size_t row = 0; row < rows(); ++row) {
    if (bests_[row].removed()) {
      ranks_[row] = kNoRank;
      continue;
    }
    ranks_[row] = static_cast<float>(std::log2(bests_[row].cost_seconds) -
                                     sizes[row] - constant);
    smallest = std::min(smallest, ranks_[row]);
    largest = std::max(largest, ranks_[row]);
  }
  if (smallest <= largest) segment.scale_ = RankScale(smallest, largest);
}

// The bounds of some rows, in each size class of a level.
Segment::Bounds SegmentBuilder::BoundsOf(const Segment& segment, uint32_t begin,
                                         uint32_t end, size_t level) const {
  Segment::Bounds bounds;
  bounds.fill(RankScale::kNone);
  for (uint32_t i = begin; i < end; ++i) {
    uint16_t& bound =
        bounds[size_classes_.empty() ? 0 : size_classes_[level][order_[i]]];
    bound = std::min(bound, segment.scale_.BoundOf(ranks_[order_[i]]));
  }
  // A shape of a class is in all larger ones, too.
  for (size_t c = bounds.size() - 1; c > 0; --c) {
    bounds[c - 1] = std::min(bounds[c - 1], bounds[c]);
  }
  return bounds;
}

// Sorts the rows of a subtree by their codes at a level.
void SegmentBuilder::Partition(uint32_t begin, uint32_t end, size_t level) {
  const std::vector<uint32_t>& codes = *levels_[level];
  keys_.clear();
  for (uint32_t i = begin; i < end; ++i) {
    keys_.push_back(uint64_t{codes[order_[i]]} << 32 | order_[i]);
  }
  std::sort(keys_.begin(), keys_.end());
  for (uint32_t i = begin; i < end; ++i) {
    order_[i] = static_cast<uint32_t>(keys_[i - begin]);
  }
}

// The map of the children from `first` on, if they have many of the codes.
uint32_t SegmentBuilder::MakeMap(Segment& segment, uint32_t first,
                                 uint32_t count, size_t level) const {
  const size_t patterns = segment.has_pattern_level() ? 1 : 0;
  if (level < patterns) return Segment::kNoMap;
  const Column& column = segment.columns_[level - patterns];
  if (!column.mapped() || count * kMinMapDensity < column.size()) {
    return Segment::kNoMap;
  }
  const size_t begin = segment.child_maps_.size();
  segment.child_maps_.resize(begin + column.map_size());
  for (uint32_t child = first; child < first + count; ++child) {
    const uint32_t code = segment.node_codes_[child];
    segment.child_maps_[begin + code / 64] |= uint64_t{1} << (code % 64);
  }
  return static_cast<uint32_t>(begin);
}

SegmentBuilder::Subtree SegmentBuilder::MakeSubtree(Segment& segment,
                                                    uint32_t begin,
                                                    uint32_t end,
                                                    size_t level) {
  if (end - begin <= kBucketRows || level == levels_.size() ||
      segment.is_scanned_) {
    std::sort(order_.begin() + begin, order_.begin() + end,
              [&](uint32_t a, uint32_t b) { return ranks_[a] < ranks_[b]; });
    return {.node = {.begin = begin, .count = end - begin, .is_bucket = 1},
            .bounds = BoundsOf(segment, begin, end, level)};
  }
  const Segment::Bounds bounds = BoundsOf(segment, begin, end, level);
  Partition(begin, end, level);
  const std::vector<uint32_t>& codes = *levels_[level];
  // Children lie together, so their places are taken before those of their own
  // children. Until they are made, they say where their rows begin.
  const auto first = static_cast<uint32_t>(segment.nodes_.size());
  for (uint32_t i = begin; i < end; ++i) {
    if (i > begin && codes[order_[i]] == codes[order_[i - 1]]) continue;
    segment.nodes_.push_back({.begin = i, .count = 0, .is_bucket = 0});
    segment.node_codes_.push_back(codes[order_[i]]);
  }
  const auto count = static_cast<uint32_t>(segment.nodes_.size()) - first;
  node_bounds_.resize(segment.nodes_.size());
  for (uint32_t child = first; child < first + count; ++child) {
    const uint32_t child_begin = segment.nodes_[child].begin;
    const uint32_t child_end =
        child + 1 < first + count ? segment.nodes_[child + 1].begin : end;
    const Subtree made =
        MakeSubtree(segment, child_begin, child_end, level + 1);
    segment.nodes_[child] = made.node;
    node_bounds_[child] = made.bounds;
  }
  return {.node = {.begin = first,
                   .count = count,
                   .is_bucket = 0,
                   .map = MakeMap(segment, first, count, level)},
          .bounds = bounds};
}

// Puts what belongs to each row into the order of the trie.
void SegmentBuilder::MakeRows(Segment& segment) const {
  segment.bests_.reserve(rows());
  for (const uint32_t row : order_) segment.bests_.push_back(bests_[row]);
  const auto fill = [&](auto& codes) {
    using Code = typename std::remove_reference_t<decltype(codes)>::value_type;
    constexpr size_t kRankCodes = sizeof(float) / sizeof(Code);
    codes.resize(rows() * (kRankCodes + levels_.size()));
    Code* next = codes.data();
    for (const uint32_t row : order_) {
      std::memcpy(next, &ranks_[row], sizeof(float));
      next += kRankCodes;
      for (const std::vector<uint32_t>* level : levels_) {
        *next++ = static_cast<Code>((*level)[row]);
      }
    }
  };
  size_t most_codes = segment.pattern_texts_.size();
  for (const Column& column : segment.columns_) {
    most_codes = std::max(most_codes, column.size());
  }
  if (most_codes <= size_t{1} << 16) {
    fill(segment.rows16_);
  } else {
    fill(segment.rows32_);
  }
}

bool SegmentBuilder::MayBeScanned(const Segment& segment) const {
  return rows() <= Segment::kMaxScannedRows &&
         std::all_of(segment.columns_.begin(), segment.columns_.end(),
                     [](const Column& column) { return column.narrow(); });
}

void SegmentBuilder::MakeScannedColumns(Segment& segment) const {
  const size_t first = segment.has_pattern_level() ? 1 : 0;
  std::vector<uint64_t> values(rows());
  for (size_t c = 0; c < segment.columns_.size(); ++c) {
    for (uint32_t row = 0; row < rows(); ++row) {
      values[row] = segment.columns_[c].value(segment.code(row, first + c));
    }
    segment.scanned_columns_.emplace_back(values);
  }
}

std::shared_ptr<const Segment> SegmentBuilder::Build() && {
  auto segment = std::make_shared<Segment>();
  segment->pattern_arguments_ = std::move(pattern_arguments_);
  segment->pattern_texts_.resize(pattern_codes_.size());
  for (const auto& [text, code] : pattern_codes_) {
    segment->pattern_texts_[code] = text;
  }
  if (pattern_codes_.size() > 1) {
    segment->pattern_codes_ = std::move(pattern_codes_);
  }
  MakeColumns(*segment);
  segment->is_scanned_ = MayBeScanned(*segment);
  Rank(*segment);
  order_.resize(rows());
  std::iota(order_.begin(), order_.end(), 0);
  const Subtree all =
      MakeSubtree(*segment, 0, static_cast<uint32_t>(rows()), 0);
  segment->root_ = all.node;
  segment->root_bounds_ = all.bounds;
  segment->nodes_.shrink_to_fit();
  segment->child_maps_.shrink_to_fit();
  segment->node_bounds_.reserve(node_bounds_.size() * Segment::kSizeClasses);
  for (size_t c = 0; c < Segment::kSizeClasses; ++c) {
    for (const Segment::Bounds& bounds : node_bounds_) {
      segment->node_bounds_.push_back(bounds[c]);
    }
  }
  segment->node_codes_.shrink_to_fit();
  MakeRows(*segment);
  if (segment->is_scanned_) MakeScannedColumns(*segment);
  return segment;
}

}  // namespace tunedex::storage
