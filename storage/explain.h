#ifndef TUNEDEX_STORAGE_EXPLAIN_H_
#define TUNEDEX_STORAGE_EXPLAIN_H_

#include "absl/status/status.h"
#include "storage/engine.h"
#include "storage/lookup_query.h"
#include "storage/read_budget.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::storage {

// Adds to a miss the stored workloads that are the nearest to the wanted one,
// and what rules each of them out. The statuses are the engine's.
absl::Status AddRejected(const Engine& engine, const LookupQuery& query,
                         ReadBudget& budget, v1::Miss& miss);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_EXPLAIN_H_
