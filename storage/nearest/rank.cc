#include "storage/nearest/rank.h"

namespace tunedex::storage {

float RankOf(const Shape& shape, double cost_seconds) {
  double rank = std::log2(cost_seconds);
  for (const uint64_t dimension : shape.dimensions) {
    rank -= std::log2(static_cast<double>(dimension));
  }
  return static_cast<float>(rank);
}

}  // namespace tunedex::storage
