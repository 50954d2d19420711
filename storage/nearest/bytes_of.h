#ifndef TUNEDEX_STORAGE_NEAREST_BYTES_OF_H_
#define TUNEDEX_STORAGE_NEAREST_BYTES_OF_H_

#include <cstddef>
#include <vector>

namespace tunedex::storage {

// Memory that a vector holds beside itself, in bytes.
template <typename T>
size_t BytesOf(const std::vector<T>& vector) {
  return vector.capacity() * sizeof(T);
}

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_BYTES_OF_H_
