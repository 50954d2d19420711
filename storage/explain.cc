#include "storage/explain.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "storage/distance.h"
#include "storage/record_id.h"
#include "storage/rejected.h"
#include "storage/scope.h"

namespace tunedex::storage {
namespace {

constexpr size_t kMaxRejected = 5;

// A rejected workload with the name of the scope where it was found.
struct RejectedIn {
  std::string scope;
  Rejected rejected;
};

bool Contains(const std::vector<RejectedIn>& all,
              const std::string& arguments) {
  return std::any_of(all.begin(), all.end(), [&](const RejectedIn& known) {
    return known.rejected.arguments == arguments;
  });
}

// The nearest over all scopes. A workload counts once, in the first of them.
absl::StatusOr<std::vector<RejectedIn>> FindRejected(const Engine& engine,
                                                     const LookupQuery& query,
                                                     ReadBudget& budget) {
  std::vector<RejectedIn> all;
  for (const Scope& scope : query.scopes) {
    absl::StatusOr<std::vector<Rejected>> found =
        NearestRejected(engine, query.GroupsOf(scope), query.nearest.wanted,
                        kMaxRejected, budget);
    if (!found.ok()) return found.status();
    for (Rejected& rejected : *found) {
      if (Contains(all, rejected.arguments)) continue;
      all.push_back({.scope = scope.name, .rejected = std::move(rejected)});
    }
  }
  std::sort(all.begin(), all.end(),
            [](const RejectedIn& a, const RejectedIn& b) {
              return IsNearer(a.rejected, b.rejected);
            });
  if (all.size() > kMaxRejected) all.resize(kMaxRejected);
  return all;
}

void SetFirstOffending(const v1::Workload& wanted, const v1::Workload& stored,
                       v1::ArgumentDifference& difference) {
  for (int i = 0; i < wanted.arguments_size(); ++i) {
    if (Applies(wanted.arguments(i), stored.arguments(i))) continue;
    difference.set_index(i);
    *difference.mutable_wanted() = wanted.arguments(i);
    *difference.mutable_stored() = stored.arguments(i);
    return;
  }
}

// What has to do with shapes alone; unspecified if none of it holds.
v1::RejectionReason ReasonByShape(const LookupQuery& query,
                                  const Rejected& rejected, double factor) {
  const NearestQuery& nearest = query.nearest;
  if (nearest.wanted.arguments_size() != rejected.stored.arguments_size()) {
    return v1::REJECTION_REASON_ARGUMENT_COUNT;
  }
  if (rejected.offending_arguments > 0) return v1::REJECTION_REASON_ARGUMENT;
  if (nearest.exact_only && factor != 1) {
    return v1::REJECTION_REASON_EXACT_ONLY;
  }
  if (factor > nearest.max_distance_factor || !std::isfinite(factor)) {
    return v1::REJECTION_REASON_DISTANCE_FACTOR;
  }
  return v1::REJECTION_REASON_UNSPECIFIED;
}

// Gives whether the constraints rule out the best record of the workload.
absl::StatusOr<bool> AddExclusions(const Engine& engine,
                                   const Constraints& constraints,
                                   const std::string& record_id,
                                   v1::RejectedCandidate& candidate) {
  const absl::StatusOr<std::shared_ptr<const HistoryEntry>> entry =
      engine.ReadRecord(record_id);
  if (!entry.ok()) return entry.status();
  if (*entry == nullptr) return false;
  for (v1::ExcludedBy& excluded : constraints.WhatExcludes(**entry)) {
    *candidate.add_excluded_by() = std::move(excluded);
  }
  candidate.set_reason(v1::REJECTION_REASON_CONSTRAINTS);
  return !candidate.excluded_by().empty();
}

// What rules a workload out. Nothing if that cannot be told: it was stored
// while the lookup ran, or lies beyond what one lookup may read.
absl::StatusOr<std::optional<v1::RejectedCandidate>> Explain(
    const Engine& engine, const LookupQuery& query, const RejectedIn& found) {
  const Rejected& rejected = found.rejected;
  v1::RejectedCandidate candidate;
  candidate.set_scope(found.scope);
  candidate.set_record_id(FormatRecordId(rejected.record_id));
  candidate.set_measured_cost_seconds(rejected.cost_seconds);
  *candidate.mutable_arguments() = rejected.stored.arguments();
  candidate.set_offending_arguments(rejected.offending_arguments);
  const double factor = DistanceFactor(query.nearest.wanted, rejected.stored);
  if (rejected.offending_arguments == 0) candidate.set_distance_factor(factor);
  candidate.set_reason(ReasonByShape(query, rejected, factor));
  if (candidate.reason() == v1::REJECTION_REASON_ARGUMENT) {
    SetFirstOffending(query.nearest.wanted, rejected.stored,
                      *candidate.mutable_first_offending_argument());
  }
  if (candidate.reason() == v1::REJECTION_REASON_UNSPECIFIED) {
    const absl::StatusOr<bool> excluded =
        AddExclusions(engine, query.constraints, rejected.record_id, candidate);
    if (!excluded.ok()) return excluded.status();
    if (!*excluded) return std::nullopt;
  }
  return candidate;
}

}  // namespace

absl::Status AddRejected(const Engine& engine, const LookupQuery& query,
                         ReadBudget& budget, v1::Miss& miss) {
  const absl::StatusOr<std::vector<RejectedIn>> found =
      FindRejected(engine, query, budget);
  if (!found.ok()) return found.status();
  for (const RejectedIn& rejected : *found) {
    absl::StatusOr<std::optional<v1::RejectedCandidate>> candidate =
        Explain(engine, query, rejected);
    if (!candidate.ok()) return candidate.status();
    if (candidate->has_value()) *miss.add_rejected() = **std::move(candidate);
  }
  return absl::OkStatus();
}

}  // namespace tunedex::storage
