#ifndef TUNEDEX_STORAGE_LOOKUP_H_
#define TUNEDEX_STORAGE_LOOKUP_H_

#include "absl/status/status.h"
#include "storage/engine.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::storage {

// The lookup policy, over any engine: walks the scopes of `target`, in its kind
// or in all; in each one takes the identical workload, else the one with the
// smallest estimated cost among those with a finite distance factor; the first
// scope that answers wins. A miss says the first reason that holds.
//
// Fills an empty `response`; on an arena, it shares the records with the engine
// (see FillMatch). INVALID_ARGUMENT for options outside their ranges; otherwise the engine's
// status.
absl::Status LookUp(const Engine& engine, const v1::Workload& workload,
                    const v1::Target& target, const v1::LookupOptions& options,
                    v1::LookupResponse& response);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_LOOKUP_H_
