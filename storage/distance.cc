#include "storage/distance.h"

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
      wanted.structural_hash() != stored.structural_hash() ||
      wanted.arguments_size() != stored.arguments_size()) {
    return kInfinite;
  }
  double factor = 1;
  for (int i = 0; i < wanted.arguments_size(); ++i) {
    const v1::Argument& want = wanted.arguments(i);
    const v1::Argument& have = stored.arguments(i);
    if (!Applies(want, have)) return kInfinite;
    if (!want.has_dimension()) continue;
    // The quotient is taken in integers: dividing doubles would round twice
    // beyond 2^53.
    const int64_t quotient = want.dimension() / have.dimension();
    factor *= static_cast<double>(quotient);
  }
  return factor;
}

}  // namespace tunedex::storage
