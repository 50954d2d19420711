#ifndef TUNEDEX_STORAGE_LOOKUP_QUERY_H_
#define TUNEDEX_STORAGE_LOOKUP_QUERY_H_

#include <cstddef>
#include <string>
#include <vector>

#include "storage/constraints.h"
#include "storage/engine.h"
#include "storage/nearest.h"
#include "storage/scope.h"
#include "tunedex/v1/lookup_service.pb.h"
#include "tunedex/v1/target.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::storage {

// What a lookup is for and where it looks, worked out once.
struct LookupQuery {
  // `kinds` are those whose records may answer. Workload and target must
  // outlive the query.
  LookupQuery(const v1::Workload& workload, const v1::Target& wanted_target,
              const v1::LookupOptions& options,
              std::vector<std::string> kinds_that_may_answer);

  // The groups of a scope, one for each kind.
  std::vector<GroupKey> GroupsOf(const Scope& scope) const;

  // A workload of the wanted framework and hash.
  WorkloadKey WorkloadOf(const std::string& arguments) const;

  // The query for the single best answer that the constraints may rule out.
  LookupQuery WithoutConstraints() const;

  NearestQuery nearest;
  const v1::Target& target;
  Constraints constraints;
  std::vector<std::string> kinds;
  // In the order in which they are walked.
  std::vector<Scope> scopes;
  // How many workloads are wanted, and how many schedules beside each.
  size_t top_k;
  size_t alternatives;
  bool explain;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_LOOKUP_QUERY_H_
