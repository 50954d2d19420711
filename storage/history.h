#ifndef TUNEDEX_STORAGE_HISTORY_H_
#define TUNEDEX_STORAGE_HISTORY_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "storage/engine.h"
#include "storage/lookup_query.h"
#include "storage/read_budget.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::storage {

// Reads histories for one lookup: the records that count, are filed in a scope
// of the query and pass its constraints. Filings are read only where they can
// matter, since each takes a read of its own. Not thread safe.
class HistoryReader {
 public:
  // Positions in the scopes of the query.
  using ScopeIndexes = std::vector<size_t>;

  // A record that may answer.
  struct Record {
    absl::string_view id;
    const v1::TuningRecord& record;
    const Filings& filings;
    double cost_seconds;
    // Those in which it is filed.
    const ScopeIndexes& scopes;
  };

  // Whether a record of this cost is wanted, which may be filed in any of
  // `scopes`.
  using Wants =
      absl::FunctionRef<bool(double cost_seconds, const ScopeIndexes& scopes)>;
  using Visitor = absl::FunctionRef<void(const Record& record)>;

  // All three must outlive the reader.
  HistoryReader(const Engine& engine, const LookupQuery& query,
                ReadBudget& budget)
      : engine_(engine), query_(query), budget_(budget) {}

  // Visits the records of a workload that may answer and are wanted, until the
  // budget ends. The statuses are the engine's.
  absl::Status Read(const WorkloadKey& workload, Wants wants, Visitor visit);

 private:
  const ScopeIndexes& MayBeFiledIn(const v1::Target& target);
  ScopeIndexes FiledIn(const v1::Target& target, const Filings& filings) const;
  bool IsOfKind(const v1::Target& target) const;

  const Engine& engine_;
  const LookupQuery& query_;
  ReadBudget& budget_;
  // The last target with its scopes: those of one target come in a row.
  std::string last_target_;
  ScopeIndexes last_scopes_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_HISTORY_H_
