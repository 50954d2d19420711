#include "storage/nearest/segment.h"

#include <algorithm>

#include "storage/nearest/bytes_of.h"

namespace tunedex::storage {
size_t Segment::bytes() const {
  size_t bytes = BytesOfAllocation(sizeof(Segment)) + BytesOf(places_) +
                 BytesOf(pattern_arguments_) + BytesOf(nodes_) +
                 BytesOf(node_bounds_) + BytesOf(class_sizes_) +
                 BytesOf(node_codes_) + BytesOf(child_maps_) +
                 BytesOf(rows16_) + BytesOf(rows32_) + BytesOf(bests_);
  for (const Column& column : columns_) bytes += column.bytes();
  for (const Column& column : constants_) bytes += column.bytes();
  for (const auto& column : scanned_columns_) {
    bytes += sizeof(column) + column.bytes();
  }
  // Text and key of each pattern, and a byte of control in the table.
  for (const std::string& text : pattern_texts_) {
    bytes += 2 * (text.capacity() + sizeof(std::string)) + 8;
  }
  return bytes;
}

size_t Segment::SizeClass(size_t level, double size) const {
  if (class_sizes_.empty()) return 0;
  const std::array<double, kSizeClasses>& sizes = class_sizes_[level];
  // They are descending, so those that are large enough come first.
  size_t large_enough = 0;
  for (const double largest : sizes) large_enough += size <= largest;
  return std::max<size_t>(large_enough, 1) - 1;
}

uint32_t Segment::PatternCode(const std::string& pattern) const {
  if (pattern_texts_.size() == 1) {
    return pattern == pattern_texts_.front() ? 0 : kNoCode;
  }
  const auto found = pattern_codes_.find(pattern);
  return found == pattern_codes_.end() ? kNoCode : found->second;
}

Shape Segment::shape(uint32_t row) const {
  Shape shape;
  const uint32_t pattern = has_pattern_level() ? code(row, 0) : 0;
  shape.pattern = pattern_texts_[pattern];
  const size_t arguments = pattern_arguments_[pattern];
  shape.dimensions.reserve(arguments);
  for (size_t i = 0; i < arguments; ++i) {
    const Place& place = places_[i];
    shape.dimensions.push_back(ColumnAt(place).value(CodeIn(row, place)));
  }
  return shape;
}

double Segment::Factor(uint32_t row, const Shape& wanted) const {
  double factor = 1;
  for (size_t i = 0; i < wanted.dimensions.size(); ++i) {
    const Place& place = places_[i];
    factor *= static_cast<double>(static_cast<int64_t>(
        ColumnAt(place).Quotient(wanted.dimensions[i], CodeIn(row, place))));
  }
  return factor;
}

std::optional<uint32_t> Segment::Find(const Shape& shape) const {
  const uint32_t pattern = PatternCode(shape.pattern);
  if (pattern == kNoCode) return std::nullopt;
  std::vector<uint32_t> codes(levels());
  if (has_pattern_level()) codes[0] = pattern;
  for (size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    const uint64_t value =
        i < shape.dimensions.size() ? shape.dimensions[i] : 1;
    const std::optional<uint32_t> code = ColumnAt(place).CodeOf(value);
    if (!code.has_value()) return std::nullopt;
    if (place.is_constant) continue;
    uint32_t& at = codes[place.index + has_pattern_level()];
    // An argument that shares a column must have the same value.
    if (ColumnAt(place).arguments().front() == i) {
      at = *code;
    } else if (at != *code) {
      return std::nullopt;
    }
  }
  const Node* node = &root_;
  for (size_t level = 0; !node->is_bucket; ++level) {
    const auto begin = node_codes_.begin() + node->begin;
    const auto end = begin + node->count;
    const auto child = std::lower_bound(begin, end, codes[level]);
    if (child == end || *child != codes[level]) return std::nullopt;
    node = &nodes_[child - node_codes_.begin()];
  }
  for (uint32_t row = node->begin; row < node->begin + node->count; ++row) {
    size_t level = 0;
    while (level < codes.size() && code(row, level) == codes[level]) ++level;
    if (level == codes.size()) return row;
  }
  return std::nullopt;
}

}  // namespace tunedex::storage
