#ifndef TUNEDEX_STORAGE_NEAREST_INDEXED_BEST_H_
#define TUNEDEX_STORAGE_NEAREST_INDEXED_BEST_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "storage/stored.pb.h"

namespace tunedex::storage {

// The best record of one workload in one scope, as the index keeps it.
struct IndexedBest {
  // Mean cost in seconds; 0 says that no record counts any more.
  double cost_seconds = 0;
  // Position in the order of arrival.
  uint64_t sequence = 0;
  std::array<char, 16> record_id = {};

  bool removed() const { return cost_seconds == 0; }

  friend bool operator==(const IndexedBest& a, const IndexedBest& b) = default;
};

// Of an entry without a record that counts, one that says so.
inline IndexedBest ToIndexedBest(const BestEntry& entry) {
  IndexedBest best;
  if (entry.valid_records() == 0) return best;
  best.cost_seconds = entry.cost_seconds();
  best.sequence = entry.sequence();
  std::memcpy(best.record_id.data(), entry.record_id().data(),
              std::min(best.record_id.size(), entry.record_id().size()));
  return best;
}

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_INDEXED_BEST_H_
