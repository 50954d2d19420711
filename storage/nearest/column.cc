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

void Column::FindDividing(uint64_t wanted, double max_quotient,
                          std::vector<uint32_t>& codes,
                          absl::Span<uint64_t> map) const {
  const size_t begin = codes.size();
  if (mapped()) {
    TestAll(wanted, codes, map);
  } else {
    FindAmongDivisors(wanted, codes);
  }
  if (std::isinf(max_quotient)) return;
  const auto exceeds = [&](uint32_t code) {
    const auto quotient = static_cast<double>(Quotient(wanted, code));
    if (quotient <= max_quotient) return false;
    if (mapped()) map[code / 64] &= ~(uint64_t{1} << (code % 64));
    return true;
  };
  codes.erase(std::remove_if(codes.begin() + static_cast<ptrdiff_t>(begin),
                             codes.end(), exceeds),
              codes.end());
}

void Column::TestAll(uint64_t wanted, std::vector<uint32_t>& codes,
                     absl::Span<uint64_t> map) const {
  if (wide_.size() > 0) {
    wide_.FindDividing(wanted, map);
  } else if (IsNarrow(wanted)) {
    narrow_.FindDividing(static_cast<uint32_t>(wanted), map);
  } else {
    std::fill(map.begin(), map.end(), 0);
    for (size_t code = 0; code < values_.size(); ++code) {
      map[code / 64] |= uint64_t{wanted % values_[code] == 0} << (code % 64);
    }
  }
  for (size_t word = 0; word < map.size(); ++word) {
    for (uint64_t bits = map[word]; bits != 0; bits &= bits - 1) {
      codes.push_back(
          static_cast<uint32_t>(word * 64 + std::countr_zero(bits)));
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
