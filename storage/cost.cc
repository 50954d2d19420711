#include "storage/cost.h"

#include <cmath>

namespace tunedex::storage {

double Cost(const v1::Measurement& measurement) {
  if (measurement.error_number() != 0) return 0;
  if (measurement.costs_seconds().empty()) return 0;
  double sum = 0;
  for (const double cost : measurement.costs_seconds()) sum += cost;
  const double mean = sum / measurement.costs_seconds_size();
  return std::isfinite(mean) && mean > 0 ? mean : 0;
}

}  // namespace tunedex::storage
