#ifndef TUNEDEX_STORAGE_NEAREST_COLUMN_H_
#define TUNEDEX_STORAGE_NEAREST_COLUMN_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "storage/nearest/divisors.h"

namespace tunedex::storage {

// The distinct values of one dimension of many shapes, in ascending order. A
// value's position is its code. Immutable, and so thread safe.
class Column {
 public:
  // Columns with at most this many values test each of them by its precomputed
  // reciprocal, and searches keep a map of one bit a value; for larger ones the
  // divisors of the wanted number are looked up.
  static constexpr size_t kMaxMappedValues = 4096;

  // `values` are distinct and ascending; `arguments` are the positions of the
  // arguments that have this dimension, ascending.
  Column(std::vector<uint64_t> values, std::vector<uint32_t> arguments);

  size_t size() const { return values_.size(); }
  uint64_t value(uint32_t code) const { return values_[code]; }
  const std::vector<uint32_t>& arguments() const { return arguments_; }
  bool mapped() const { return values_.size() <= kMaxMappedValues; }
  // Whether all values are below 2^32.
  bool narrow() const { return values_.back() <= UINT32_MAX; }
  // Words of a map.
  size_t map_size() const { return mapped() ? (values_.size() + 63) / 64 : 0; }

  // The code of a value, if any shape has it.
  std::optional<uint32_t> CodeOf(uint64_t value) const;

  // wanted / value(code); only if it divides.
  uint64_t Quotient(uint64_t wanted, uint32_t code) const {
    if (code < narrow_.size() && wanted <= UINT32_MAX) {
      return narrow_.Quotient(code, static_cast<uint32_t>(wanted));
    }
    return wanted / values_[code];
  }

  // log2 of what a value adds to the product of a shape's dimensions.
  double SizeOf(uint32_t code) const {
    return sizes_.empty() ? ComputeSize(code) : sizes_[code];
  }

  // Both find the codes of all values that divide `wanted` with a quotient of
  // at most `max_quotient`, and give the largest of them; nothing if there are
  // none.
  //
  // Of a mapped column: sets bit code % 64 of word code / 64 of `map`, which
  // has map_size() words, for all of them, and clears the others.
  std::optional<uint32_t> MapDividing(uint64_t wanted, double max_quotient,
                                      absl::Span<uint64_t> map) const;
  // Of any other: appends them, ascending.
  std::optional<uint32_t> ListDividing(uint64_t wanted, double max_quotient,
                                       std::vector<uint32_t>& codes) const;

  // Memory, in bytes.
  size_t bytes() const;

 private:
  double ComputeSize(uint32_t code) const {
    return std::log2(static_cast<double>(values_[code])) *
           static_cast<double>(arguments_.size());
  }
  bool IsWithin(uint64_t wanted, double max_quotient, uint32_t code) const {
    return static_cast<double>(Quotient(wanted, code)) <= max_quotient;
  }
  void Test(uint64_t wanted, absl::Span<uint64_t> map) const;
  void ClearFar(uint64_t wanted, double max_quotient,
                absl::Span<uint64_t> map) const;
  void FindAmongDivisors(uint64_t wanted, std::vector<uint32_t>& codes) const;

  std::vector<uint64_t> values_;
  // Of the values, in one of them if the column is mapped: the narrow one if
  // all values fit.
  Divisors<uint32_t> narrow_;
  Divisors<uint64_t> wide_;
  std::vector<uint32_t> arguments_;
  // Of all values, if the column is mapped.
  std::vector<double> sizes_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_COLUMN_H_
