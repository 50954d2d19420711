#include "storage/lookup_query.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tunedex::storage {
namespace {

// Whether the options let a scope answer.
bool MayAnswer(const Scope& scope, const v1::LookupOptions& options) {
  if (options.scopes().empty()) return true;
  const std::string level = scope.name.substr(0, scope.name.find(':'));
  return std::any_of(options.scopes().begin(), options.scopes().end(),
                     [&](const std::string& allowed) {
                       return allowed == scope.name || allowed == level;
                     });
}

}  // namespace

LookupQuery::LookupQuery(const v1::Workload& workload,
                         const v1::Target& wanted_target,
                         const v1::LookupOptions& options,
                         std::vector<std::string> kinds_that_may_answer)
    : nearest{.wanted = workload,
              .shape = ShapeOf(workload),
              .exact_only = options.exact_only(),
              .max_distance_factor =
                  options.max_distance_factor() == 0
                      ? std::numeric_limits<double>::infinity()
                      : options.max_distance_factor()},
      target(wanted_target),
      constraints(options, wanted_target),
      kinds(std::move(kinds_that_may_answer)),
      top_k(std::max<size_t>(options.top_k(), 1)),
      alternatives(options.alternatives()),
      explain(options.explain()) {
  for (Scope& scope : ScopesOf(target)) {
    if (MayAnswer(scope, options)) scopes.push_back(std::move(scope));
  }
}

std::vector<GroupKey> LookupQuery::GroupsOf(const Scope& scope) const {
  std::vector<GroupKey> groups;
  for (const std::string& kind : kinds) {
    groups.push_back({.kind = kind,
                      .scope = scope.filed_under,
                      .framework = nearest.wanted.framework(),
                      .structural_hash = nearest.wanted.structural_hash()});
  }
  return groups;
}

LookupQuery LookupQuery::WithoutConstraints() const {
  LookupQuery query = *this;
  query.constraints = Constraints();
  query.top_k = 1;
  return query;
}

WorkloadKey LookupQuery::WorkloadOf(const std::string& arguments) const {
  return {.framework = nearest.wanted.framework(),
          .structural_hash = nearest.wanted.structural_hash(),
          .arguments = arguments};
}

}  // namespace tunedex::storage
