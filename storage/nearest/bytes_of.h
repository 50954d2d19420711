#ifndef TUNEDEX_STORAGE_NEAREST_BYTES_OF_H_
#define TUNEDEX_STORAGE_NEAREST_BYTES_OF_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tunedex::storage {

// What an allocation of so many bytes takes: glibc keeps 8 bytes with each, and
// gives out multiples of 16, at least 32. Most groups are small and made of
// many allocations, so that this is no small part of them.
inline size_t BytesOfAllocation(size_t bytes) {
  if (bytes == 0) return 0;
  return std::max<size_t>((bytes + 8 + 15) / 16 * 16, 32);
}

// Memory that a vector holds beside itself, in bytes.
template <typename T>
size_t BytesOf(const std::vector<T>& vector) {
  return BytesOfAllocation(vector.capacity() * sizeof(T));
}

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_BYTES_OF_H_
