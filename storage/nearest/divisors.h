#ifndef TUNEDEX_STORAGE_NEAREST_DIVISORS_H_
#define TUNEDEX_STORAGE_NEAREST_DIVISORS_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "storage/nearest/bytes_of.h"

namespace tunedex::storage {

// Positive numbers by which others are divided often: tells without hardware
// division which of them divide a number without remainder, and the quotient.
// Word is uint32_t or uint64_t. Immutable, and so thread safe.
//
// With d = 2^k * odd, multiplying by the inverse of the odd part modulo 2^bits
// maps the multiples of the odd part onto 0, 1, 2, ..., and rotating right by k
// brings the lowest k bits, which must be zero, to the top. So n is a multiple
// of d exactly when the result is at most (2^bits - 1) / d, and then it is n /
// d. (Granlund and Montgomery, Division by Invariant Integers using
// Multiplication, section 9.)
template <typename Word>
class Divisors {
 public:
  // Precondition: no value is 0, and all fit into a word.
  explicit Divisors(absl::Span<const uint64_t> values) : size_(values.size()) {
    // What fills up the last step of vectors divides nothing: its limit is 0.
    padded_ = (size_ + kStep - 1) / kStep * kStep;
    words_.resize(3 * padded_);
    std::fill_n(words_.begin(), padded_, 1);
    for (size_t i = 0; i < size_; ++i) {
      const auto value = static_cast<Word>(values[i]);
      const int shift = std::countr_zero(value);
      words_[i] = InverseOfOdd(value >> shift);
      words_[padded_ + i] = std::numeric_limits<Word>::max() / value;
      words_[2 * padded_ + i] = static_cast<Word>(shift);
    }
  }

  size_t size() const { return size_; }

  bool Divides(size_t i, Word number) const {
    return Quotient(i, number) <= limits()[i];
  }

  // number / value i; only if it divides.
  Word Quotient(size_t i, Word number) const {
    return std::rotr(static_cast<Word>(number * inverses()[i]),
                     static_cast<int>(shifts()[i]));
  }

  // Sets bit i of `bits` (bit i % 64 of word i / 64) to whether value i divides
  // `number`, the others to 0. Precondition: number > 0, and `bits` has at most
  // as many words as there are divisors need; those beyond are not tested.
  void FindDividing(Word number, absl::Span<uint64_t> bits) const;

  // Memory, in bytes.
  size_t bytes() const { return BytesOf(words_); }

 private:
  static Word InverseOfOdd(Word odd) {
    // Right to 5 bits; each step of Newton's iteration doubles them.
    Word inverse = (odd * 3) ^ 2;
    for (int bits = 5; bits < std::numeric_limits<Word>::digits; bits *= 2) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  const Word* inverses() const { return words_.data(); }
  const Word* limits() const { return words_.data() + padded_; }
  const Word* shifts() const { return words_.data() + 2 * padded_; }

  // How many are tested at once, where the processor can.
  static constexpr size_t kStep = 8;

  size_t size_;
  size_t padded_;
  // Of all values, the inverses of their odd parts; then the limits; then the
  // exponents of two. A limit of 0 makes every inverse but 0 divide nothing.
  std::vector<Word> words_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_DIVISORS_H_
