#include "storage/nearest.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "storage/cost.h"
#include "storage/distance.h"
#include "storage/tuple.h"

namespace tunedex::storage {
namespace {

Rank RankOf(const Candidate& candidate) {
  return {candidate.estimated_cost_seconds, candidate.best.sequence()};
}

// std heaps keep the greatest in front.
bool ComesAfter(const Candidate& a, const Candidate& b) {
  return RankOf(b) < RankOf(a);
}

// Keeps the better of two best entries of one workload; an entry without a
// valid record is the worst.
void KeepBetter(const BestEntry& entry, std::optional<BestEntry>& best) {
  if (entry.valid_records() == 0) return;
  if (!best.has_value() || Rank{entry.cost_seconds(), entry.sequence()} <
                               Rank{best->cost_seconds(), best->sequence()}) {
    best = entry;
  }
}

}  // namespace

NearestCursor::NearestCursor(const Engine& engine, std::vector<GroupKey> groups,
                             const NearestQuery& query)
    : engine_(engine),
      groups_(std::move(groups)),
      query_(query),
      wanted_arguments_(EncodeArguments(query.wanted)) {}

absl::StatusOr<std::optional<Candidate>> NearestCursor::FindExact() {
  std::optional<BestEntry> best;
  for (const GroupKey& group : groups_) {
    const absl::StatusOr<std::optional<BestEntry>> entry =
        engine_.ReadBest({.group = group, .arguments = wanted_arguments_});
    if (!entry.ok()) return entry.status();
    if (entry->has_value()) KeepBetter(**entry, best);
  }
  if (!best.has_value()) return std::nullopt;
  const double cost = best->cost_seconds();
  return Candidate{.stored = query_.wanted,
                   .arguments = wanted_arguments_,
                   .best = *std::move(best),
                   .distance_factor = 1,
                   .estimated_cost_seconds = cost};
}

absl::Status NearestCursor::FindCompatible() {
  absl::flat_hash_map<std::string, std::optional<BestEntry>> best_of;
  for (const GroupKey& group : groups_) {
    const absl::Status scanned = engine_.ScanGroup(
        group, [&](absl::string_view arguments, const BestEntry& entry) {
          KeepBetter(entry, best_of[arguments]);
          return true;
        });
    if (!scanned.ok()) return scanned;
  }
  best_of.erase(wanted_arguments_);
  for (auto& [arguments, best] : best_of) {
    if (!best.has_value()) continue;
    Candidate candidate;
    candidate.arguments = arguments;
    candidate.best = *std::move(best);
    candidate.stored.set_framework(query_.wanted.framework());
    candidate.stored.set_structural_hash(query_.wanted.structural_hash());
    const absl::Status decoded = DecodeArguments(arguments, candidate.stored);
    if (!decoded.ok()) return decoded;
    const double factor = DistanceFactor(query_.wanted, candidate.stored);
    if (!std::isfinite(factor) || factor > query_.max_distance_factor) continue;
    candidate.distance_factor = factor;
    candidate.estimated_cost_seconds = candidate.best.cost_seconds() * factor;
    compatible_.push_back(std::move(candidate));
  }
  std::make_heap(compatible_.begin(), compatible_.end(), ComesAfter);
  return absl::OkStatus();
}

absl::StatusOr<std::optional<Candidate>> NearestCursor::Next() {
  if (!exact_is_done_) {
    exact_is_done_ = true;
    absl::StatusOr<std::optional<Candidate>> exact = FindExact();
    if (!exact.ok() || exact->has_value()) return exact;
  }
  if (query_.exact_only) return std::nullopt;
  if (!compatible_are_found_) {
    compatible_are_found_ = true;
    const absl::Status found = FindCompatible();
    if (!found.ok()) return found;
  }
  if (compatible_.empty()) return std::nullopt;
  std::pop_heap(compatible_.begin(), compatible_.end(), ComesAfter);
  Candidate candidate = std::move(compatible_.back());
  compatible_.pop_back();
  return candidate;
}

}  // namespace tunedex::storage
