#ifndef TUNEDEX_STORAGE_NEAREST_SHAPE_H_
#define TUNEDEX_STORAGE_NEAREST_SHAPE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::storage {

// The arguments of a workload, taken apart into what must be equal and what may
// divide.
struct Shape {
  // How many arguments there are, and the position, type and value of each
  // fixed one: the encoded arguments (storage/tuple.h) with a dimension of
  // zero, which no workload has, in the place of every dimension.
  std::string pattern;
  // One for each argument; 1 in the place of a fixed one.
  std::vector<uint64_t> dimensions;

  // The patterns last: most shapes that are compared have the same.
  friend bool operator==(const Shape& a, const Shape& b) {
    return a.dimensions == b.dimensions && a.pattern == b.pattern;
  }
};

Shape ShapeOf(const v1::Workload& workload);

// Reads what EncodeArguments wrote into `shape`, whose memory is used again.
// DATA_LOSS if the bytes are not such an encoding.
absl::Status DecodeShape(absl::string_view encoded_arguments, Shape& shape);

// The bytes that EncodeArguments gives for the same arguments.
std::string EncodeShape(const Shape& shape);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_SHAPE_H_
