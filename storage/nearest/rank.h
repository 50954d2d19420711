#ifndef TUNEDEX_STORAGE_NEAREST_RANK_H_
#define TUNEDEX_STORAGE_NEAREST_RANK_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "storage/nearest/shape.h"

namespace tunedex::storage {

// The rank of a shape is log2(cost / product of its dimensions). Since the
// factor of a stored shape to a wanted one is prod(wanted) / prod(stored), and
// prod(wanted) is the same for all, the order by rank is the order by estimated
// cost, up to rounding. Logarithms, since products may go beyond a double.
float RankOf(const Shape& shape, double cost_seconds);

// What has no rank: a shape that was removed, a subtree without shapes.
inline constexpr float kNoRank = std::numeric_limits<float>::infinity();

// Two candidates whose ranks differ by more than this are in the order of their
// ranks; those that are closer are within what rounding to float can change,
// and their final costs decide. `rank` is one of both.
inline float RankSlack(float rank) {
  // A float keeps 24 bits: the error of both together is at most 2^-23 of the
  // larger, and their sums in double precision add less than that.
  return (std::abs(rank) + 1.0F) * 0x1p-21F;
}

// Ranks as lower bounds in 16 bits, between the smallest and the largest of a
// segment.
class RankScale {
 public:
  // Stands for kNoRank.
  static constexpr uint16_t kNone = std::numeric_limits<uint16_t>::max();

  RankScale() = default;
  RankScale(float smallest, float largest)
      : floor_(smallest), step_((largest - smallest) / (kNone - 2)) {
    if (!(step_ > 0)) step_ = 1;
  }

  float Value(uint16_t bound) const {
    return bound == kNone ? kNoRank
                          : floor_ + step_ * static_cast<float>(bound);
  }
  // The largest bound whose value is at most the rank. Precondition: the rank
  // is none, or within the scale.
  uint16_t BoundOf(float rank) const {
    if (rank == kNoRank) return kNone;
    auto bound = static_cast<uint16_t>(
        std::clamp((rank - floor_) / step_, 0.0F, kNone - 1.0F));
    while (bound > 0 && Value(bound) > rank) --bound;
    return bound;
  }
  // All larger bounds have larger values than `limit`.
  uint16_t LimitOf(float limit) const {
    // One more, for the rounding.
    return static_cast<uint16_t>(
        std::clamp((limit - floor_) / step_ + 1, 0.0F, kNone - 1.0F));
  }

 private:
  float floor_ = 0;
  float step_ = 1;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_RANK_H_
