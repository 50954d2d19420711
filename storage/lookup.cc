#include "storage/lookup.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "storage/constraints.h"
#include "storage/cost.h"
#include "storage/history.h"
#include "storage/match.h"
#include "storage/nearest.h"
#include "storage/record_id.h"
#include "storage/scope.h"

namespace tunedex::storage {
namespace {

// The identical workload first.
bool ComesBefore(const Hit& a, const Hit& b) {
  if (a.candidate.exact() != b.candidate.exact()) return a.candidate.exact();
  return Rank{a.estimated_cost_seconds, a.entry->filings.sequence()} <
         Rank{b.estimated_cost_seconds, b.entry->filings.sequence()};
}

WorkloadKey KeyOf(const Candidate& candidate) {
  return {.framework = candidate.stored.framework(),
          .structural_hash = candidate.stored.structural_hash(),
          .arguments = candidate.arguments};
}

// Whether the options let a scope answer.
bool MayAnswer(const Scope& scope, const v1::LookupOptions& options) {
  if (options.scopes().empty()) return true;
  const std::string level = scope.name.substr(0, scope.name.find(':'));
  return std::any_of(options.scopes().begin(), options.scopes().end(),
                     [&](const std::string& allowed) {
                       return allowed == scope.name || allowed == level;
                     });
}

// One walk of the policy.
class Walk {
 public:
  Walk(const Engine& engine, const v1::Workload& workload,
       const v1::Target& target, const v1::LookupOptions& options,
       std::vector<std::string> kinds)
      : engine_(engine),
        target_(target),
        options_(options),
        nearest_{
            .wanted = workload,
            .exact_only = options.exact_only(),
            .max_distance_factor = options.max_distance_factor() == 0
                                       ? std::numeric_limits<double>::infinity()
                                       : options.max_distance_factor()},
        top_k_(std::max<size_t>(options.top_k(), 1)),
        kinds_(std::move(kinds)) {
    for (Scope& scope : ScopesOf(target)) {
      if (MayAnswer(scope, options)) scopes_.push_back(std::move(scope));
    }
  }

  absl::Status Run(v1::LookupResponse& response) const {
    const Constraints constraints(options_, target_);
    for (const Scope& scope : scopes_) {
      absl::StatusOr<std::vector<Hit>> hits =
          Search(scope, constraints, top_k_);
      if (!hits.ok()) return hits.status();
      if (!hits->empty()) return Answer(scope, constraints, *hits, response);
    }
    return Miss(constraints, response);
  }

 private:
  std::vector<GroupKey> GroupsOf(const Scope& scope) const {
    std::vector<GroupKey> groups;
    for (const std::string& kind : kinds_) {
      groups.push_back({.kind = kind,
                        .scope = scope.filed_under,
                        .framework = nearest_.wanted.framework(),
                        .structural_hash = nearest_.wanted.structural_hash()});
    }
    return groups;
  }

  // The record that answers for a candidate; null if the constraints rule out
  // all of them.
  absl::StatusOr<std::shared_ptr<const HistoryEntry>> RecordFor(
      const Candidate& candidate, const Constraints& constraints,
      const HistoryFilter& filter) const {
    if (constraints.any()) {
      absl::StatusOr<std::optional<HistoryEntry>> best =
          BestOfHistory(engine_, KeyOf(candidate), filter);
      if (!best.ok()) return best.status();
      if (!best->has_value()) return nullptr;
      return std::make_shared<const HistoryEntry>(**std::move(best));
    }
    absl::StatusOr<std::shared_ptr<const HistoryEntry>> entry =
        engine_.ReadRecord(candidate.best.record_id());
    if (entry.ok() && *entry == nullptr) {
      return absl::DataLossError(
          absl::StrCat("a best entry names a record that is not stored: ",
                       FormatRecordId(candidate.best.record_id())));
    }
    return entry;
  }

  // The best `count` workloads of a scope, best first.
  absl::StatusOr<std::vector<Hit>> Search(const Scope& scope,
                                          const Constraints& constraints,
                                          size_t count) const {
    NearestCursor cursor(engine_, GroupsOf(scope), nearest_);
    const HistoryFilter filter(kinds_, scope, constraints);
    std::vector<Hit> hits;
    while (true) {
      absl::StatusOr<std::optional<Candidate>> next = cursor.Next();
      if (!next.ok()) return next.status();
      if (!next->has_value()) break;
      Candidate& candidate = **next;
      // Under constraints a candidate's own estimate is only a lower bound, so
      // the walk goes on until no later candidate can be better.
      if (hits.size() == count &&
          (!constraints.any() || candidate.estimated_cost_seconds >
                                     hits.back().estimated_cost_seconds)) {
        break;
      }
      absl::StatusOr<std::shared_ptr<const HistoryEntry>> entry =
          RecordFor(candidate, constraints, filter);
      if (!entry.ok()) return entry.status();
      if (*entry == nullptr) continue;
      const double estimate =
          Cost((*entry)->record.measurement()) * candidate.distance_factor;
      hits.push_back({.candidate = std::move(candidate),
                      .entry = *std::move(entry),
                      .estimated_cost_seconds = estimate});
      std::sort(hits.begin(), hits.end(), ComesBefore);
      if (hits.size() > count) hits.pop_back();
      // The identical workload stands, whatever others would cost.
      if (count == 1 && hits.front().candidate.exact()) break;
    }
    return hits;
  }

  absl::Status Answer(const Scope& scope, const Constraints& constraints,
                      const std::vector<Hit>& hits,
                      v1::LookupResponse& response) const {
    for (const Hit& hit : hits) {
      v1::Match& match = *response.add_matches();
      FillMatch(nearest_.wanted, target_, scope, hit, match);
      if (options_.alternatives() == 0) continue;
      const absl::StatusOr<std::vector<HistoryEntry>> alternatives =
          BestSchedulesOfHistory(engine_, KeyOf(hit.candidate),
                                 HistoryFilter(kinds_, scope, constraints),
                                 options_.alternatives());
      if (!alternatives.ok()) return alternatives.status();
      for (const HistoryEntry& alternative : *alternatives) {
        *match.add_alternatives() = ToStoredRecord(alternative);
      }
    }
    response.set_outcome(response.matches(0).outcome());
    return absl::OkStatus();
  }

  absl::Status Miss(const Constraints& constraints,
                    v1::LookupResponse& response) const {
    response.set_outcome(v1::OUTCOME_NONE);
    v1::Miss& miss = *response.mutable_miss();
    for (const Scope& scope : scopes_) miss.add_scopes_tried(scope.name);
    const absl::StatusOr<v1::MissReason> filed = ReasonByFiling();
    if (!filed.ok()) return filed.status();
    miss.set_reason(*filed);
    if (*filed == v1::MISS_REASON_NO_COMPATIBLE_SHAPE && constraints.any()) {
      return ExplainExclusion(constraints, miss);
    }
    return absl::OkStatus();
  }

  // The reason as far as constraints have no part in it.
  absl::StatusOr<v1::MissReason> ReasonByFiling() const {
    bool any_filed = false;
    bool any_valid = false;
    for (const Scope& scope : scopes_) {
      for (const GroupKey& group : GroupsOf(scope)) {
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
    if (any_filed) return v1::MISS_REASON_ONLY_FAILED_MEASUREMENTS;
    // Last, since it is true of whatever is filed.
    const absl::StatusOr<bool> known = engine_.HasHash(
        nearest_.wanted.framework(), nearest_.wanted.structural_hash());
    if (!known.ok()) return known.status();
    return *known ? v1::MISS_REASON_UNKNOWN_TARGET
                  : v1::MISS_REASON_UNKNOWN_WORKLOAD;
  }

  // Finds what would have answered without the constraints, if anything.
  absl::Status ExplainExclusion(const Constraints& constraints,
                                v1::Miss& miss) const {
    for (const Scope& scope : scopes_) {
      const absl::StatusOr<std::vector<Hit>> hits =
          Search(scope, Constraints(), /*count=*/1);
      if (!hits.ok()) return hits.status();
      if (hits->empty()) continue;
      miss.set_reason(v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS);
      for (v1::ExcludedBy& excluded :
           constraints.WhatExcludes(*hits->front().entry)) {
        *miss.add_excluded_by() = std::move(excluded);
      }
      return absl::OkStatus();
    }
    return absl::OkStatus();
  }

  const Engine& engine_;
  const v1::Target& target_;
  const v1::LookupOptions& options_;
  const NearestQuery nearest_;
  const size_t top_k_;
  const std::vector<std::string> kinds_;
  std::vector<Scope> scopes_;
};

}  // namespace

absl::Status LookUp(const Engine& engine, const v1::Workload& workload,
                    const v1::Target& target, const v1::LookupOptions& options,
                    v1::LookupResponse& response) {
  if (absl::Status checked = CheckOptions(options); !checked.ok()) {
    return checked;
  }
  std::vector<std::string> kinds = {target.kind()};
  if (options.any_kind()) {
    absl::StatusOr<std::vector<std::string>> all = engine.ReadKinds();
    if (!all.ok()) return all.status();
    kinds = *std::move(all);
  }
  return Walk(engine, workload, target, options, std::move(kinds))
      .Run(response);
}

}  // namespace tunedex::storage
