#ifndef TUNEDEX_STORAGE_SCOPE_SEARCH_H_
#define TUNEDEX_STORAGE_SCOPE_SEARCH_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "storage/admitted_records.h"
#include "storage/engine.h"
#include "storage/lookup_query.h"
#include "storage/match.h"
#include "storage/nearest/index_cache.h"

namespace tunedex::storage {

// The best workloads of query.scopes[scope] with the records that answer for
// them, as many as the query wants: the identical workload first, then by
// estimated cost. If the budget of `records` ends, the best of what was read.
// The statuses are the engine's.
absl::StatusOr<std::vector<Hit>> SearchScope(const Engine& engine,
                                             IndexCache& index,
                                             const LookupQuery& query,
                                             size_t scope,
                                             AdmittedRecords& records);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_SCOPE_SEARCH_H_
