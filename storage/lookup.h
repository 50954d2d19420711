#ifndef TUNEDEX_STORAGE_LOOKUP_H_
#define TUNEDEX_STORAGE_LOOKUP_H_

#include "absl/status/statusor.h"
#include "storage/engine.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::storage {

// The lookup policy, over any engine: walks the scopes of `target`, in its kind
// or in all; in each one takes the identical workload, else the one with the
// smallest estimated cost among those with a finite distance factor; the first
// scope that answers wins. A miss says the first reason that holds.
//
// INVALID_ARGUMENT for options outside their ranges; otherwise the engine's
// status.
absl::StatusOr<v1::LookupResponse> LookUp(const Engine& engine,
                                          const v1::Workload& workload,
                                          const v1::Target& target,
                                          const v1::LookupOptions& options);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_LOOKUP_H_
