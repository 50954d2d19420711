#include "tests/benchmarks/shapes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "storage/tuple.h"

namespace tunedex::benchmarks {
namespace {

constexpr size_t kArguments = 16;

template <typename T, size_t N, typename Index>
T OneOf(const T (&values)[N], Index index) {
  return values[index % N];
}

bool IsPrime(uint64_t n) {
  for (uint64_t d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return n > 1;
}

}  // namespace

uint64_t ShapeRecipe::Below(uint64_t bound) {
  return std::uniform_int_distribution<uint64_t>(0, bound - 1)(random_);
}

uint64_t ShapeRecipe::Value(int dimension) {
  if (kind_ == Kind::kPrimes) {
    uint64_t n = 2 + Below(4990);
    while (!IsPrime(n)) ++n;
    return n;
  }
  if (kind_ == Kind::kPowersOfTwo) return uint64_t{1} << Below(21);
  if (kind_ == Kind::kDistinctDimension && dimension == 0) {
    return next_distinct_++;
  }
  if (dimensions_ < 4) {
    // M, K, N of a dense layer.
    if (Below(4) == 0) return uint64_t{1} << Below(13);
    return dimension == 0 ? 1 + Below(4096) : 8 * (1 + Below(1024));
  }
  switch (dimension) {
    case 0:  // Batch.
      if (Below(2) == 0) return 1;
      if (Below(10) == 0)
        return OneOf({96, 128, 192, 256, 512, 1024}, Below(6));
      return Below(2) == 0 ? uint64_t{1} << Below(7) : 1 + Below(64);
    case 1:  // Height and width.
      if (Below(2) == 0) {
        return OneOf({7, 14, 28, 56, 112, 224, 8, 16, 32, 64, 128, 256},
                     Below(12));
      }
      return 4 + Below(509);
    case 2:  // Channels.
    case 3:
      if (Below(40) == 0) return OneOf({1, 3, 4}, Below(3));
      return Below(2) == 0 ? 32 * (1 + Below(64)) : 8 * (1 + Below(256));
    case 4:
      return OneOf({1, 3, 5, 7, 11}, Below(5));
    default:
      return OneOf({1, 2, 4}, Below(3));
  }
}

ShapeRecipe::Values ShapeRecipe::RandomValues() {
  Values values;
  for (int d = 0; d < dimensions_; ++d) values.push_back(Value(d));
  return values;
}

storage::Shape ShapeRecipe::Lay(const Values& values) const {
  storage::TupleWriter pattern;
  for (size_t i = 0; i < kArguments; ++i) pattern.Dimension(0);
  const auto at = [&](size_t d, uint64_t otherwise) {
    return d < values.size() ? values[d] : otherwise;
  };
  storage::Shape shape{.pattern = pattern.End().Finish(), .dimensions = {}};
  if (dimensions_ < 4) {
    const uint64_t m = at(0, 1);
    const uint64_t k = at(1, 1);
    const uint64_t n = at(2, 768);
    shape.dimensions = {m, k, k, n, n, m, n, m, k, 1, n, m, n, 1, 1, n};
    return shape;
  }
  const uint64_t n = at(0, 1);
  const uint64_t hw = at(1, 1);
  const uint64_t ci = at(2, 1);
  const uint64_t co = at(3, 1);
  const uint64_t kernel = at(4, 3);
  const uint64_t stride = at(5, 1);
  const uint64_t out = std::max<uint64_t>(hw / stride, 1);
  shape.dimensions = {n,      hw, hw, ci, kernel, kernel, ci,  co,
                      stride, 1,  1,  co, n,      out,    out, co};
  return shape;
}

ShapeRecipe::Values ShapeRecipe::ValuesOf(const storage::Shape& shape) const {
  const std::vector<uint64_t>& d = shape.dimensions;
  Values values = dimensions_ < 4 ? Values{d[0], d[1], d[3]}
                                  : Values{d[0], d[1], d[3], d[7], d[4], d[8]};
  values.resize(dimensions_);
  return values;
}

double ShapeRecipe::Cost(const Values& values) {
  double work = 1;
  for (const uint64_t dimension : Lay(values).dimensions) {
    work *= std::sqrt(static_cast<double>(dimension));
  }
  // Small operators reach a part of the throughput only.
  double per_second = 1e12 * work / (work + 1e7);
  if (kind_ == Kind::kCostInverseToUse) {
    double divisors = 1;
    for (const uint64_t value : values) {
      for (const uint64_t p : {2, 3, 5, 7}) divisors *= value % p == 0 ? 8 : 1;
    }
    per_second *= divisors;
  }
  std::lognormal_distribution<double> noise(0, 0.4);
  return 3e-6 + work / per_second * noise(random_);
}

std::vector<TunedShape> ShapeRecipe::Stored(size_t count) {
  std::set<Values> seen;
  std::vector<TunedShape> stored;
  while (stored.size() < count) {
    const Values values = RandomValues();
    if (!seen.insert(values).second) continue;
    stored.push_back({.shape = Lay(values), .cost_seconds = Cost(values)});
  }
  return stored;
}

storage::Shape ShapeRecipe::Larger(const TunedShape& stored) {
  Values values = ValuesOf(stored.shape);
  for (int changed = 0; changed == 0;) {
    for (int d = 0; d < std::min(dimensions_, 4); ++d) {
      if (Below(2) == 0) continue;
      values[d] *= 2 + Below(4);
      ++changed;
    }
  }
  return Lay(values);
}

storage::Shape ShapeRecipe::Altered(const TunedShape& stored) {
  Values values = ValuesOf(stored.shape);
  for (int d = 0; d < dimensions_; ++d) {
    if (Below(3) == 0) values[d] = 1 + Below(1000);
  }
  values[1] = 1 + 2 * Below(500);
  return Lay(values);
}

}  // namespace tunedex::benchmarks
