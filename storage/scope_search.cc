#include "storage/scope_search.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "storage/cost.h"
#include "storage/nearest.h"

namespace tunedex::storage {
namespace {

// The identical workload first.
bool ComesBefore(const Hit& a, const Hit& b) {
  if (a.candidate.exact() != b.candidate.exact()) return a.candidate.exact();
  return Rank{a.estimated_cost_seconds, a.entry->filings.sequence()} <
         Rank{b.estimated_cost_seconds, b.entry->filings.sequence()};
}

// Whether no other candidate is worth looking at.
bool AreFinal(const std::vector<Hit>& hits, const LookupQuery& query) {
  if (hits.size() < query.top_k) return false;
  // The identical workload stands, whatever others would cost.
  return !query.constraints.any() ||
         (query.top_k == 1 && hits.front().candidate.exact());
}

// Whether neither this candidate nor a later one can be among the hits. Under
// constraints a candidate's own estimate is only a lower bound of what its
// admitted records give, so the walk goes on until that is worse.
bool ComesTooLate(const Candidate& candidate, const std::vector<Hit>& hits,
                  const LookupQuery& query) {
  return hits.size() == query.top_k &&
         candidate.estimated_cost_seconds > hits.back().estimated_cost_seconds;
}

}  // namespace

absl::StatusOr<std::vector<Hit>> SearchScope(const Engine& engine,
                                             IndexCache& index,
                                             const LookupQuery& query,
                                             size_t scope,
                                             AdmittedRecords& records) {
  const bool only_best = query.top_k == 1 && !query.constraints.any();
  NearestCursor cursor(engine, index, query.GroupsOf(query.scopes[scope]),
                       query.nearest, only_best);
  std::vector<Hit> hits;
  while (!AreFinal(hits, query)) {
    absl::StatusOr<std::optional<Candidate>> next = cursor.Next();
    if (!next.ok()) return next.status();
    if (!next->has_value() || ComesTooLate(**next, hits, query)) break;
    Candidate& candidate = **next;
    absl::StatusOr<std::shared_ptr<const HistoryEntry>> entry =
        records.Best(candidate, scope);
    if (!entry.ok()) return entry.status();
    if (*entry == nullptr) {
      if (records.exhausted()) break;
      continue;
    }
    const double estimate =
        Cost((*entry)->record.measurement()) * candidate.distance_factor;
    hits.push_back({.candidate = std::move(candidate),
                    .entry = *std::move(entry),
                    .estimated_cost_seconds = estimate});
    std::sort(hits.begin(), hits.end(), ComesBefore);
    if (hits.size() > query.top_k) hits.pop_back();
  }
  return hits;
}

}  // namespace tunedex::storage
