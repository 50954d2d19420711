#ifndef TUNEDEX_STORAGE_LOOKUP_H_
#define TUNEDEX_STORAGE_LOOKUP_H_

#include <cstddef>

#include "absl/status/status.h"
#include "storage/engine.h"
#include "storage/nearest/index_cache.h"
#include "storage/stored_record.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::storage {

// How much one lookup reads at most for its constraints and alternatives:
// records of histories, and candidates of which the summary is read. A fraction
// of a second, so that no lookup holds up the others for long.
inline constexpr size_t kMaxLookupReads = 100'000;

// The lookup policy, over any engine and the index of its best entries: walks
// the scopes of `target`, in its kind or in all; in each one takes the
// identical workload, else the one with the smallest estimated cost among those
// with a finite distance factor; the first scope that answers wins. A miss says
// the first reason that holds.
//
// Comes the lookup to `max_reads`, which tests set, the answer is truncated:
// the best of what was read. The explanation of a miss has as many reads again.
//
// Fills an empty `response`, the records in it by `write`. INVALID_ARGUMENT for
// options outside their ranges; otherwise the engine's status.
absl::Status LookUp(const Engine& engine, IndexCache& index,
                    const v1::Workload& workload, const v1::Target& target,
                    const v1::LookupOptions& options, RecordWriter write,
                    v1::LookupResponse& response,
                    size_t max_reads = kMaxLookupReads);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_LOOKUP_H_
