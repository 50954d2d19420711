#ifndef TUNEDEX_STORAGE_NEAREST_FACTORS_H_
#define TUNEDEX_STORAGE_NEAREST_FACTORS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tunedex::storage {

// All divisors of a positive number in no order, if they can be found by
// dividing by the primes below 2^16 and are at most `max_count`. Nothing for a
// number with two larger prime factors. Thread safe.
std::optional<std::vector<uint64_t>> DivisorsOf(uint64_t number,
                                                size_t max_count);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_FACTORS_H_
