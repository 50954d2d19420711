#ifndef TUNEDEX_STORAGE_HISTORY_H_
#define TUNEDEX_STORAGE_HISTORY_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "storage/constraints.h"
#include "storage/engine.h"
#include "storage/scope.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::storage {

// Everything a record is filed under, inside its kind: the scopes of its
// target, and the models added to it if its target names none.
std::vector<std::string> FiledUnder(const v1::Target& target,
                                    const Filings& filings);

// Which records of a workload's history may answer: those that count, are filed
// in a scope of one of some kinds, and pass the constraints.
class HistoryFilter {
 public:
  // Keeps references to all three.
  HistoryFilter(const std::vector<std::string>& kinds, const Scope& scope,
                const Constraints& constraints)
      : kinds_(kinds), scope_(scope), constraints_(constraints) {}

  bool Admits(const HistoryEntry& entry) const;

 private:
  const std::vector<std::string>& kinds_;
  const Scope& scope_;
  const Constraints& constraints_;
};

// The admitted record with the smallest cost, ties by the smallest sequence;
// nothing if there is none. The statuses are the engine's.
absl::StatusOr<std::optional<HistoryEntry>> BestOfHistory(
    const Engine& engine, const WorkloadKey& workload,
    const HistoryFilter& filter);

// The `count` best admitted records with distinct schedules, best first.
absl::StatusOr<std::vector<HistoryEntry>> BestSchedulesOfHistory(
    const Engine& engine, const WorkloadKey& workload,
    const HistoryFilter& filter, size_t count);

// Fills in all that answers say of a record beside the record itself.
void FillFilings(const HistoryEntry& entry, v1::StoredRecord& stored);

// A record in the form in which answers carry it.
v1::StoredRecord ToStoredRecord(const HistoryEntry& entry);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_HISTORY_H_
