#include "storage/match.h"

#include <string>

#include "storage/cost.h"
#include "storage/distance.h"

namespace tunedex::storage {
namespace {

void AddArgumentDifferences(const v1::Workload& wanted,
                            const v1::Workload& stored, v1::Match& match) {
  for (int i = 0; i < wanted.arguments_size(); ++i) {
    if (SameArgument(wanted.arguments(i), stored.arguments(i))) continue;
    v1::ArgumentDifference& difference = *match.add_argument_differences();
    difference.set_index(i);
    *difference.mutable_wanted() = wanted.arguments(i);
    *difference.mutable_stored() = stored.arguments(i);
  }
}

void AddTargetDifferences(const v1::Target& wanted, const v1::Target& stored,
                          v1::Match& match) {
  if (SameTarget(wanted, stored)) return;
  for (const std::string& name : AttributeNames(wanted, stored)) {
    const std::string want = ComparableAttribute(wanted, name);
    const std::string have = ComparableAttribute(stored, name);
    if (want == have) continue;
    v1::TargetDifference& difference = *match.add_target_differences();
    difference.set_attribute(name);
    difference.set_wanted(want);
    difference.set_stored(have);
  }
}

}  // namespace

void FillMatch(const v1::Workload& wanted, const v1::Target& target,
               const Scope& scope, const Hit& hit, RecordWriter write,
               v1::Match& match) {
  const v1::TuningRecord& record = hit.entry->record;
  match.set_outcome(hit.candidate.exact() ? v1::OUTCOME_EXACT
                                          : v1::OUTCOME_COMPATIBLE);
  match.set_distance_factor(hit.candidate.distance_factor);
  match.set_measured_cost_seconds(Cost(record.measurement()));
  match.set_estimated_cost_seconds(hit.estimated_cost_seconds);
  match.set_scope(scope.name);
  write(*hit.entry, *match.mutable_stored());
  if (!hit.candidate.exact()) {
    AddArgumentDifferences(wanted, record.workload(), match);
  }
  AddTargetDifferences(target, record.target(), match);
}

}  // namespace tunedex::storage
