#include "storage/lookup.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "storage/admitted_records.h"
#include "storage/constraints.h"
#include "storage/explain.h"
#include "storage/lookup_query.h"
#include "storage/match.h"
#include "storage/read_budget.h"
#include "storage/scope.h"
#include "storage/scope_search.h"

namespace tunedex::storage {
namespace {

// One walk of the policy.
class Walk {
 public:
  Walk(const Engine& engine, IndexCache& index, const LookupQuery& query,
       RecordWriter write, size_t max_reads)
      : engine_(engine),
        index_(index),
        query_(query),
        write_(write),
        max_reads_(max_reads),
        budget_(max_reads),
        records_(engine, query, budget_) {}

  absl::Status Run(v1::LookupResponse& response) {
    absl::Status walked = FindMatches(response);
    if (!walked.ok()) return walked;
    response.set_truncated(budget_.exhausted());
    if (response.matches().empty()) {
      response.set_outcome(v1::OUTCOME_NONE);
      return ExplainMiss(response);
    }
    response.set_outcome(response.matches(0).outcome());
    return absl::OkStatus();
  }

 private:
  // The first scope that answers wins.
  absl::Status FindMatches(v1::LookupResponse& response) {
    for (size_t scope = 0; scope < query_.scopes.size(); ++scope) {
      const absl::StatusOr<std::vector<Hit>> hits =
          SearchScope(engine_, index_, query_, scope, records_);
      if (!hits.ok()) return hits.status();
      for (const Hit& hit : *hits) {
        absl::Status added = AddMatch(scope, hit, response);
        if (!added.ok()) return added;
      }
      if (!hits->empty()) break;
    }
    return absl::OkStatus();
  }

  absl::Status AddMatch(size_t scope, const Hit& hit,
                        v1::LookupResponse& response) {
    v1::Match& match = *response.add_matches();
    FillMatch(query_.nearest.wanted, query_.target, query_.scopes[scope], hit,
              write_, match);
    if (query_.alternatives == 0) return absl::OkStatus();
    const absl::StatusOr<std::vector<HistoryEntry>> alternatives =
        records_.Schedules(hit.candidate.arguments, scope, *hit.entry);
    if (!alternatives.ok()) return alternatives.status();
    for (const HistoryEntry& alternative : *alternatives) {
      write_(alternative, *match.add_alternatives());
    }
    return absl::OkStatus();
  }

  absl::Status ExplainMiss(v1::LookupResponse& response) {
    v1::Miss& miss = *response.mutable_miss();
    for (const Scope& scope : query_.scopes) miss.add_scopes_tried(scope.name);
    const absl::StatusOr<v1::MissReason> filed = ReasonByFiling();
    if (!filed.ok()) return filed.status();
    miss.set_reason(*filed);
    if (*filed != v1::MISS_REASON_NO_COMPATIBLE_SHAPE) return absl::OkStatus();
    if (query_.constraints.any()) {
      absl::Status explained = ExplainExclusion(miss);
      if (!explained.ok()) return explained;
    }
    if (!query_.explain) return absl::OkStatus();
    ReadBudget budget(max_reads_);
    absl::Status added = AddRejected(engine_, query_, budget, miss);
    if (budget.exhausted()) response.set_truncated(true);
    return added;
  }

  // Whether the index knows of a record that counts in a tried scope. False
  // also if it would have to read to tell.
  absl::StatusOr<bool> HasShapes() const {
    for (const Scope& scope : query_.scopes) {
      for (const GroupKey& group : query_.GroupsOf(scope)) {
        const absl::StatusOr<std::optional<GroupSnapshot>> snapshot =
            index_.Get(group);
        if (!snapshot.ok()) return snapshot.status();
        if (snapshot->has_value() && (*snapshot)->has_shapes()) return true;
      }
    }
    return false;
  }

  // The reason as far as constraints have no part in it.
  absl::StatusOr<v1::MissReason> ReasonByFiling() const {
    const absl::StatusOr<bool> has_shapes = HasShapes();
    if (!has_shapes.ok()) return has_shapes.status();
    if (*has_shapes) return v1::MISS_REASON_NO_COMPATIBLE_SHAPE;
    const v1::Workload& wanted = query_.nearest.wanted;
    const absl::StatusOr<bool> known =
        engine_.HasHash(wanted.framework(), wanted.structural_hash());
    if (!known.ok()) return known.status();
    if (!*known) return v1::MISS_REASON_UNKNOWN_WORKLOAD;
    bool any_filed = false;
    bool any_valid = false;
    for (const Scope& scope : query_.scopes) {
      for (const GroupKey& group : query_.GroupsOf(scope)) {
        const absl::Status scanned = engine_.ScanGroup(
            group, [&](absl::string_view, const BestEntry& entry) {
              any_filed = true;
              any_valid = entry.valid_records() > 0;
              return !any_valid;
            });
        if (!scanned.ok()) return scanned;
        if (any_valid) return v1::MISS_REASON_NO_COMPATIBLE_SHAPE;
      }
    }
    return any_filed ? v1::MISS_REASON_ONLY_FAILED_MEASUREMENTS
                     : v1::MISS_REASON_UNKNOWN_TARGET;
  }

  // Finds what would have answered without the constraints, if anything.
  absl::Status ExplainExclusion(v1::Miss& miss) {
    const LookupQuery free = query_.WithoutConstraints();
    AdmittedRecords records(engine_, free, budget_);
    for (size_t scope = 0; scope < free.scopes.size(); ++scope) {
      const absl::StatusOr<std::vector<Hit>> hits =
          SearchScope(engine_, index_, free, scope, records);
      if (!hits.ok()) return hits.status();
      if (hits->empty()) continue;
      miss.set_reason(v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS);
      for (v1::ExcludedBy& excluded :
           query_.constraints.WhatExcludes(*hits->front().entry)) {
        *miss.add_excluded_by() = std::move(excluded);
      }
      return absl::OkStatus();
    }
    return absl::OkStatus();
  }

  const Engine& engine_;
  IndexCache& index_;
  const LookupQuery& query_;
  const RecordWriter write_;
  const size_t max_reads_;
  ReadBudget budget_;
  AdmittedRecords records_;
};

}  // namespace

absl::Status LookUp(const Engine& engine, IndexCache& index,
                    const v1::Workload& workload, const v1::Target& target,
                    const v1::LookupOptions& options, RecordWriter write,
                    v1::LookupResponse& response, size_t max_reads) {
  if (absl::Status checked = CheckOptions(options); !checked.ok()) {
    return checked;
  }
  std::vector<std::string> kinds = {target.kind()};
  if (options.any_kind()) {
    absl::StatusOr<std::vector<std::string>> all = engine.ReadKinds();
    if (!all.ok()) return all.status();
    kinds = *std::move(all);
  }
  const LookupQuery query(workload, target, options, std::move(kinds));
  return Walk(engine, index, query, write, max_reads).Run(response);
}

}  // namespace tunedex::storage
