#include "storage/history.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "storage/cost.h"
#include "storage/record_id.h"

namespace tunedex::storage {
namespace {

Rank RankOf(const HistoryEntry& entry) {
  return {Cost(entry.record.measurement()), entry.filings.sequence()};
}

bool IsBetter(const HistoryEntry& a, const HistoryEntry& b) {
  return RankOf(a) < RankOf(b);
}

}  // namespace

std::vector<std::string> FiledUnder(const v1::Target& target,
                                    const Filings& filings) {
  std::vector<std::string> filed_under;
  for (Scope& scope : ScopesOf(target)) {
    filed_under.push_back(std::move(scope.filed_under));
  }
  if (!target.model().empty()) return filed_under;
  for (const std::string& model : filings.added_models()) {
    filed_under.push_back(ModelScope(model).filed_under);
  }
  return filed_under;
}

bool HistoryFilter::Admits(const HistoryEntry& entry) const {
  const v1::Target& target = entry.record.target();
  if (Cost(entry.record.measurement()) == 0) return false;
  if (std::find(kinds_.begin(), kinds_.end(), target.kind()) == kinds_.end()) {
    return false;
  }
  // The scopes last: working them out costs the most.
  if (!constraints_.Admits(entry)) return false;
  const std::vector<std::string> filed_under =
      FiledUnder(target, entry.filings);
  return std::find(filed_under.begin(), filed_under.end(),
                   scope_.filed_under) != filed_under.end();
}

absl::StatusOr<std::optional<HistoryEntry>> BestOfHistory(
    const Engine& engine, const WorkloadKey& workload,
    const HistoryFilter& filter) {
  std::optional<HistoryEntry> best;
  const absl::Status scanned =
      engine.ScanHistory(workload, [&](const HistoryEntry& entry) {
        if (filter.Admits(entry) && (!best || IsBetter(entry, *best))) {
          best = entry;
        }
        return true;
      });
  if (!scanned.ok()) return scanned;
  return best;
}

absl::StatusOr<std::vector<HistoryEntry>> BestSchedulesOfHistory(
    const Engine& engine, const WorkloadKey& workload,
    const HistoryFilter& filter, size_t count) {
  std::vector<HistoryEntry> admitted;
  const absl::Status scanned =
      engine.ScanHistory(workload, [&](const HistoryEntry& entry) {
        if (filter.Admits(entry)) admitted.push_back(entry);
        return true;
      });
  if (!scanned.ok()) return scanned;
  std::sort(admitted.begin(), admitted.end(), IsBetter);
  absl::flat_hash_set<std::string> seen;
  std::vector<HistoryEntry> distinct;
  for (HistoryEntry& entry : admitted) {
    if (distinct.size() == count) break;
    if (!seen.insert(entry.record.schedule()).second) continue;
    distinct.push_back(std::move(entry));
  }
  return distinct;
}

void FillFilings(const HistoryEntry& entry, v1::StoredRecord& stored) {
  stored.set_record_id(FormatRecordId(entry.record_id));
  stored.set_cost_seconds(Cost(entry.record.measurement()));
  *stored.mutable_sources() = entry.filings.sources();
  *stored.mutable_added_models() = entry.filings.added_models();
  stored.set_sequence(entry.filings.sequence());
}

v1::StoredRecord ToStoredRecord(const HistoryEntry& entry) {
  v1::StoredRecord stored;
  FillFilings(entry, stored);
  *stored.mutable_record() = entry.record;
  return stored;
}

}  // namespace tunedex::storage
