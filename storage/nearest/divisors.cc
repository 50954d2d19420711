#include "storage/nearest/divisors.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tunedex::storage {
namespace {

constexpr size_t kWordBits = 64;

template <typename Word>
void FindOneByOne(const Divisors<Word>& divisors, Word number,
                  absl::Span<uint64_t> bits) {
  std::fill(bits.begin(), bits.end(), 0);
  const size_t size = std::min(divisors.size(), bits.size() * kWordBits);
  for (size_t i = 0; i < size; ++i) {
    bits[i / kWordBits] |= uint64_t{divisors.Divides(i, number)}
                           << (i % kWordBits);
  }
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) inline __m256i Load(const uint32_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

// Eight divisors a step.
__attribute__((target("avx2"))) void FindByVectors(
    const uint32_t* inverses, const uint32_t* limits, const uint32_t* shifts,
    size_t padded_size, uint32_t number, absl::Span<uint64_t> bits) {
  const __m256i numbers = _mm256_set1_epi32(static_cast<int>(number));
  const __m256i width = _mm256_set1_epi32(32);
  for (size_t begin = 0; begin < padded_size; begin += kWordBits) {
    const size_t end = std::min(begin + kWordBits, padded_size);
    uint64_t word = 0;
    for (size_t i = begin; i < end; i += 8) {
      const __m256i product = _mm256_mullo_epi32(numbers, Load(inverses + i));
      const __m256i shift = Load(shifts + i);
      const __m256i rotated = _mm256_or_si256(
          _mm256_srlv_epi32(product, shift),
          _mm256_sllv_epi32(product, _mm256_sub_epi32(width, shift)));
      const __m256i limit = Load(limits + i);
      const __m256i divides =
          _mm256_cmpeq_epi32(_mm256_max_epu32(rotated, limit), limit);
      const auto mask = static_cast<uint8_t>(
          _mm256_movemask_ps(_mm256_castsi256_ps(divides)));
      word |= uint64_t{mask} << (i - begin);
    }
    bits[begin / kWordBits] = word;
  }
}

#endif

}  // namespace

template <>
void Divisors<uint64_t>::FindDividing(uint64_t number,
                                      absl::Span<uint64_t> bits) const {
  FindOneByOne(*this, number, bits);
}

template <>
void Divisors<uint32_t>::FindDividing(uint32_t number,
                                      absl::Span<uint64_t> bits) const {
#if defined(__x86_64__)
  static const bool has_vectors = __builtin_cpu_supports("avx2");
  if (has_vectors) {
    FindByVectors(inverses(), limits(), shifts(),
                  std::min(padded_, bits.size() * kWordBits), number, bits);
    // Zero is a multiple even of what fills up the last step.
    if (size_ < bits.size() * kWordBits) {
      bits[size_ / kWordBits] &= (uint64_t{1} << (size_ % kWordBits)) - 1;
    }
    return;
  }
#endif
  FindOneByOne(*this, number, bits);
}

}  // namespace tunedex::storage
