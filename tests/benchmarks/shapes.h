#ifndef TUNEDEX_TESTS_BENCHMARKS_SHAPES_H_
#define TUNEDEX_TESTS_BENCHMARKS_SHAPES_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "storage/nearest/shape.h"

namespace tunedex::benchmarks {

// A shape with the cost of its best schedule, in seconds.
struct TunedShape {
  storage::Shape shape;
  double cost_seconds = 0;
};

// Generated shapes of one operator; equal seeds give equal shapes.
//
// Recipe. A shape has 16 arguments, laid out as one of these operators flattens
// its tensors, `dimensions` of which vary independently:
//   2  dense          M, K                  (N is 768)
//   3  dense          M, K, N
//   4  convolution    N, HW, CI, CO         (a 3 x 3 kernel, stride 1)
//   5  convolution    N, HW, CI, CO, kernel
//   6  convolution    N, HW, CI, CO, kernel, stride
// Batches are 1 to 64 and some larger ones, powers of two four times as often;
// sides 4 to 512, those of common networks more often; channels multiples of 8
// up to 2,048, of 32 more often, and 1, 3, 4; kernels 1, 3, 5, 7, 11; strides
// 1, 2, 4. The cost is the number of multiplications at a throughput that grows
// with the size of the operator up to that of a usual accelerator, times a
// log-normal factor, plus a start-up time.
class ShapeRecipe {
 public:
  enum class Kind {
    kRealLooking,
    // Every value a prime below 5,000.
    kPrimes,
    // Every value a power of two up to 2^20.
    kPowersOfTwo,
    // The first dimension is different in every shape, the others real-looking.
    kDistinctDimension,
    // Real-looking, but what divides most shapes costs the least per
    // multiplication, and what divides few the most: the best rank is where
    // nothing applies.
    kCostInverseToUse,
  };

  ShapeRecipe(Kind kind, int dimensions, uint64_t seed)
      : kind_(kind), dimensions_(dimensions), random_(seed) {}

  // `count` distinct shapes.
  std::vector<TunedShape> Stored(size_t count);

  // A shape for which a stored one was made larger in some dimensions, by 2, 3,
  // 4 or 5: mostly a hit.
  storage::Shape Larger(const TunedShape& stored);
  // A stored shape with some dimensions replaced by random numbers: mostly a
  // miss when there are few shapes.
  storage::Shape Altered(const TunedShape& stored);

 private:
  using Values = std::vector<uint64_t>;

  uint64_t Below(uint64_t bound);
  uint64_t Value(int dimension);
  Values RandomValues();
  storage::Shape Lay(const Values& values) const;
  Values ValuesOf(const storage::Shape& shape) const;
  double Cost(const Values& values);

  const Kind kind_;
  const int dimensions_;
  std::mt19937_64 random_;
  uint64_t next_distinct_ = 1;
};

}  // namespace tunedex::benchmarks

#endif  // TUNEDEX_TESTS_BENCHMARKS_SHAPES_H_
