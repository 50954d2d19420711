#ifndef TUNEDEX_STORAGE_COST_H_
#define TUNEDEX_STORAGE_COST_H_

#include <cstdint>
#include <tuple>

#include "tunedex/v1/record.pb.h"

namespace tunedex::storage {

// The cost of a record in seconds: the mean of its costs, summed left to right
// in double precision. 0 for a record that does not count: one with an error
// number, or with a mean of zero (a stopped clock, which would win for ever).
double Cost(const v1::Measurement& measurement);

// The order of records by merit, and of candidates by their estimated cost: the
// smaller cost is better, and of equal ones the record that came first.
struct Rank {
  double cost_seconds = 0;
  uint64_t sequence = 0;

  friend bool operator<(const Rank& a, const Rank& b) {
    return std::tie(a.cost_seconds, a.sequence) <
           std::tie(b.cost_seconds, b.sequence);
  }
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_COST_H_
