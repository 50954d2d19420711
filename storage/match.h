#ifndef TUNEDEX_STORAGE_MATCH_H_
#define TUNEDEX_STORAGE_MATCH_H_

#include <memory>

#include "storage/engine.h"
#include "storage/nearest.h"
#include "storage/scope.h"
#include "storage/stored_record.h"
#include "tunedex/v1/lookup_service.pb.h"
#include "tunedex/v1/target.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::storage {

// A stored workload with the record that answers for it.
struct Hit {
  Candidate candidate;
  std::shared_ptr<const HistoryEntry> entry;
  // Of this record; at least the candidate's.
  double estimated_cost_seconds = 0;
};

// What an answer says of a hit: how well it fits, the record, put there by
// `write`, and every argument and target attribute in which it differs from
// what was wanted.
void FillMatch(const v1::Workload& wanted, const v1::Target& target,
               const Scope& scope, const Hit& hit, RecordWriter write,
               v1::Match& match);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_MATCH_H_
