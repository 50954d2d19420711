#ifndef TUNEDEX_STORAGE_ADMITTED_RECORDS_H_
#define TUNEDEX_STORAGE_ADMITTED_RECORDS_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "storage/cost.h"
#include "storage/engine.h"
#include "storage/history.h"
#include "storage/lookup_query.h"
#include "storage/nearest.h"
#include "storage/read_budget.h"

namespace tunedex::storage {

// Finds the records that answer for candidates, under the constraints of one
// lookup. Reads as little as it can: nothing but the best record where that one
// is admitted, nothing but the summary where none can be, and every history
// once, for all scopes. Not thread safe.
class AdmittedRecords {
 public:
  // All three must outlive this.
  AdmittedRecords(const Engine& engine, const LookupQuery& query,
                  ReadBudget& budget)
      : engine_(engine),
        query_(query),
        budget_(budget),
        history_(engine, query, budget) {}

  // The best admitted record of a candidate of query.scopes[scope]; null if
  // none is admitted, or none of those that the budget allowed to read. The
  // statuses are the engine's.
  absl::StatusOr<std::shared_ptr<const HistoryEntry>> Best(
      const Candidate& candidate, size_t scope);

  // The best admitted records of a workload in query.scopes[scope] with
  // distinct schedules, as many as the query wants, best first. `best` is the
  // first of them.
  absl::StatusOr<std::vector<HistoryEntry>> Schedules(
      const std::string& arguments, size_t scope, const HistoryEntry& best);

  // Whether the budget refused a read.
  bool exhausted() const { return budget_.exhausted(); }

 private:
  struct Found {
    Rank rank;
    std::string record_id;
  };
  // The best admitted record of a workload in each scope of the query.
  using BestOfScopes = std::vector<std::optional<Found>>;

  absl::StatusOr<std::shared_ptr<const HistoryEntry>> ReadStored(
      const std::string& record_id) const;
  absl::StatusOr<bool> MayAdmit(const Candidate& candidate, size_t scope) const;
  absl::StatusOr<BestOfScopes> ReadHistory(const std::string& arguments);

  const Engine& engine_;
  const LookupQuery& query_;
  ReadBudget& budget_;
  HistoryReader history_;
  // By encoded arguments.
  absl::flat_hash_map<std::string, BestOfScopes> histories_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_ADMITTED_RECORDS_H_
