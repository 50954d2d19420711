#include "storage/distance.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace tunedex::storage {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

bool SameArgument(const v1::Argument& a, const v1::Argument& b) {
  if (a.value_case() != b.value_case()) return false;
  switch (a.value_case()) {
    case v1::Argument::kDimension:
      return a.dimension() == b.dimension();
    case v1::Argument::kFixedInteger:
      return a.fixed_integer() == b.fixed_integer();
    case v1::Argument::kReal:
      return a.real() == b.real();
    case v1::Argument::kText:
      return a.text() == b.text();
    case v1::Argument::kBoolean:
      return a.boolean() == b.boolean();
    case v1::Argument::kBigInteger:
      return a.big_integer() == b.big_integer();
    case v1::Argument::kNull:
    case v1::Argument::VALUE_NOT_SET:
      return true;
  }
  return false;
}

bool Applies(const v1::Argument& wanted, const v1::Argument& stored) {
  return wanted.has_dimension() && stored.has_dimension()
             ? wanted.dimension() % stored.dimension() == 0
             : SameArgument(wanted, stored);
}

double DistanceFactor(const v1::Workload& wanted, const v1::Workload& stored) {
  if (wanted.framework() != stored.framework() ||
      wanted.structural_hash() != stored.structural_hash()) {
    return kInfinite;
  }
  return DistanceFactor(ShapeOf(wanted), ShapeOf(stored));
}

double DistanceFactor(const Shape& wanted, const Shape& stored) {
  if (wanted.dimensions.size() != stored.dimensions.size()) return kInfinite;
  double factor = 1;
  for (size_t i = 0; i < wanted.dimensions.size(); ++i) {
    const uint64_t want = wanted.dimensions[i];
    const uint64_t have = stored.dimensions[i];
    if (want == have) continue;
    if (want % have != 0) return kInfinite;
    // The quotient is taken in integers: dividing doubles would round twice
    // beyond 2^53.
    factor *= static_cast<double>(static_cast<int64_t>(want / have));
  }
  // The patterns last: most shapes that are compared have the same.
  return wanted.pattern == stored.pattern ? factor : kInfinite;
}

}  // namespace tunedex::storage
