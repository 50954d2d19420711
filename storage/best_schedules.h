#ifndef TUNEDEX_STORAGE_BEST_SCHEDULES_H_
#define TUNEDEX_STORAGE_BEST_SCHEDULES_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "storage/cost.h"
#include "storage/engine.h"

namespace tunedex::storage {

// Keeps the best records with distinct schedules of all that it is given: of
// each schedule the best record, and of these a certain number.
class BestSchedules {
 public:
  // Precondition: count > 0.
  explicit BestSchedules(size_t count) : count_(count) {}

  // Whether a record of this cost may be among the best.
  bool Wants(double cost_seconds) const {
    return ranked_.size() < count_ ||
           cost_seconds <= ranked_.rbegin()->first.cost_seconds;
  }

  void Add(const HistoryEntry& entry);

  // The best first.
  std::vector<HistoryEntry> Finish() &&;

 private:
  const size_t count_;
  std::map<Rank, HistoryEntry> ranked_;
  absl::flat_hash_map<std::string, Rank> rank_of_schedule_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_BEST_SCHEDULES_H_
