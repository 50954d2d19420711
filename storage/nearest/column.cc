#include "storage/nearest/column.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "storage/nearest/bytes_of.h"
#include "storage/nearest/factors.h"

namespace tunedex::storage {

namespace {

bool IsNarrow(uint64_t number) { return number <= UINT32_MAX; }

absl::Span<const uint64_t> OnlyIf(bool condition,
                                  const std::vector<uint64_t>& values) {
  return condition ? absl::MakeConstSpan(values) : absl::Span<const uint64_t>();
}

}  // namespace

Column::Column(std::vector<uint64_t> values, std::vector<uint32_t> arguments)
    : values_(std::move(values)),
      narrow_(OnlyIf(mapped() && narrow(), values_)),
      wide_(OnlyIf(mapped() && !narrow(), values_)),
      arguments_(std::move(arguments)) {
  if (!mapped()) return;
  sizes_.reserve(values_.size());
  for (uint32_t code = 0; code < values_.size(); ++code) {
    sizes_.push_back(ComputeSize(code));
  }
}

std::optional<uint32_t> Column::CodeOf(uint64_t value) const {
  const auto found = std::lower_bound(values_.begin(), values_.end(), value);
  if (found == values_.end() || *found != value) return std::nullopt;
  return static_cast<uint32_t>(found - values_.begin());
}

std::optional<uint32_t> Column::MapDividing(uint64_t wanted,
                                            double max_quotient,
                                            absl::Span<uint64_t> map) const {
  // Nothing larger than a number divides it.
  size_t words = 0;
  while (words < map.size() && values_[words * 64] <= wanted) ++words;
  std::fill(map.begin() + static_cast<ptrdiff_t>(words), map.end(), 0);
  Test(wanted, map.first(words));
  if (std::isfinite(max_quotient)) ClearFar(wanted, max_quotient, map);
  for (size_t word = map.size(); word-- > 0;) {
    if (map[word] == 0) continue;
    return static_cast<uint32_t>(word * 64 + 63 - std::countl_zero(map[word]));
  }
  return std::nullopt;
}

std::optional<uint32_t> Column::ListDividing(
    uint64_t wanted, double max_quotient, std::vector<uint32_t>& codes) const {
  const auto begin = static_cast<ptrdiff_t>(codes.size());
  FindAmongDivisors(wanted, codes);
  const auto near = std::find_if(
      codes.begin() + begin, codes.end(),
      [&](uint32_t code) { return IsWithin(wanted, max_quotient, code); });
  codes.erase(codes.begin() + begin, near);
  if (codes.begin() + begin == codes.end()) return std::nullopt;
  return codes.back();
}

// Tests as many values as fit into `map`.
void Column::Test(uint64_t wanted, absl::Span<uint64_t> map) const {
  if (wide_.size() > 0) {
    wide_.FindDividing(wanted, map);
  } else if (IsNarrow(wanted)) {
    narrow_.FindDividing(static_cast<uint32_t>(wanted), map);
  } else {
    std::fill(map.begin(), map.end(), 0);
    const size_t size = std::min(values_.size(), map.size() * 64);
    for (size_t code = 0; code < size; ++code) {
      map[code / 64] |= uint64_t{wanted % values_[code] == 0} << (code % 64);
    }
  }
}

// Clears what has a larger quotient: the smallest values.
void Column::ClearFar(uint64_t wanted, double max_quotient,
                      absl::Span<uint64_t> map) const {
  for (size_t word = 0; word < map.size(); ++word) {
    for (; map[word] != 0; map[word] &= map[word] - 1) {
      const auto code =
          static_cast<uint32_t>(word * 64 + std::countr_zero(map[word]));
      if (IsWithin(wanted, max_quotient, code)) return;
    }
  }
}

void Column::FindAmongDivisors(uint64_t wanted,
                               std::vector<uint32_t>& codes) const {
  const size_t begin = codes.size();
  // Beyond this many divisors, dividing by every value is faster.
  const std::optional<std::vector<uint64_t>> divisors =
      DivisorsOf(wanted, values_.size() / 16);
  if (!divisors.has_value()) {
    for (uint32_t code = 0; code < values_.size(); ++code) {
      if (values_[code] > wanted) break;
      if (wanted % values_[code] == 0) codes.push_back(code);
    }
    return;
  }
  for (const uint64_t divisor : *divisors) {
    const std::optional<uint32_t> code = CodeOf(divisor);
    if (code.has_value()) codes.push_back(*code);
  }
  std::sort(codes.begin() + static_cast<ptrdiff_t>(begin), codes.end());
}

size_t Column::bytes() const {
  return sizeof(Column) + BytesOf(values_) + narrow_.bytes() + wide_.bytes() +
         BytesOf(sizes_) + BytesOf(arguments_);
}

}  // namespace tunedex::storage
