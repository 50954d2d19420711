#include "storage/best_schedules.h"

#include <iterator>
#include <utility>

namespace tunedex::storage {

void BestSchedules::Add(const HistoryEntry& entry) {
  const Rank rank = {Cost(entry.record.measurement()),
                     entry.filings.sequence()};
  const auto [known, is_new] =
      rank_of_schedule_.try_emplace(entry.record.schedule(), rank);
  if (!is_new) {
    if (!(rank < known->second)) return;
    ranked_.erase(known->second);
    known->second = rank;
  }
  ranked_.emplace(rank, entry);
  if (ranked_.size() <= count_) return;
  const auto worst = std::prev(ranked_.end());
  rank_of_schedule_.erase(worst->second.record.schedule());
  ranked_.erase(worst);
}

std::vector<HistoryEntry> BestSchedules::Finish() && {
  std::vector<HistoryEntry> best;
  best.reserve(ranked_.size());
  for (auto& [rank, entry] : ranked_) best.push_back(std::move(entry));
  return best;
}

}  // namespace tunedex::storage
