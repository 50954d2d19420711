#include "storage/rejected.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "storage/cost.h"
#include "storage/distance.h"
#include "storage/tuple.h"

namespace tunedex::storage {
namespace {

Rank RankOf(const BestEntry& entry) {
  return {entry.cost_seconds(), entry.sequence()};
}

uint32_t CountOffending(const v1::Workload& wanted,
                        const v1::Workload& stored) {
  const int common = std::min(wanted.arguments_size(), stored.arguments_size());
  int offending = std::abs(wanted.arguments_size() - stored.arguments_size());
  for (int i = 0; i < common; ++i) {
    if (!Applies(wanted.arguments(i), stored.arguments(i))) ++offending;
  }
  return offending;
}

// One scan of the groups of a scope.
class RejectedScan {
 public:
  RejectedScan(const Engine& engine, const std::vector<GroupKey>& groups,
               const v1::Workload& wanted, size_t count, ReadBudget& budget)
      : engine_(engine),
        groups_(groups),
        wanted_(wanted),
        count_(count),
        budget_(budget) {}

  absl::StatusOr<std::vector<Rejected>> Run() && {
    for (const GroupKey& group : groups_) {
      absl::Status failure;
      const absl::Status scanned = engine_.ScanGroup(
          group, [&](absl::string_view arguments, const BestEntry& entry) {
            if (!budget_.Take()) return false;
            failure = Consider(group, arguments, entry);
            return failure.ok();
          });
      if (!scanned.ok()) return scanned;
      if (!failure.ok()) return failure;
    }
    return std::move(nearest_);
  }

 private:
  absl::Status Consider(const GroupKey& group, absl::string_view arguments,
                        const BestEntry& entry) {
    if (entry.valid_records() == 0) return absl::OkStatus();
    Rejected rejected;
    rejected.stored.set_framework(wanted_.framework());
    rejected.stored.set_structural_hash(wanted_.structural_hash());
    absl::Status status = DecodeArguments(arguments, rejected.stored);
    if (!status.ok()) return status;
    rejected.sequence = entry.sequence();
    rejected.offending_arguments = CountOffending(wanted_, rejected.stored);
    if (nearest_.size() == count_ && !IsNearer(rejected, nearest_.back())) {
      return absl::OkStatus();
    }
    rejected.arguments = std::string(arguments);
    const absl::StatusOr<bool> is_best = IsBestOfScope(group, arguments, entry);
    if (!is_best.ok()) return is_best.status();
    if (!*is_best) return absl::OkStatus();
    rejected.record_id = entry.record_id();
    rejected.cost_seconds = entry.cost_seconds();
    Keep(std::move(rejected));
    return absl::OkStatus();
  }

  // Whether no other kind has a better record of the workload: that one stands
  // for it.
  absl::StatusOr<bool> IsBestOfScope(const GroupKey& group,
                                     absl::string_view arguments,
                                     const BestEntry& entry) const {
    for (const GroupKey& other : groups_) {
      if (other.kind == group.kind) continue;
      const absl::StatusOr<std::optional<BestEntry>> found = engine_.ReadBest(
          {.group = other, .arguments = std::string(arguments)});
      if (!found.ok()) return found.status();
      if (found->has_value() && (*found)->valid_records() > 0 &&
          RankOf(**found) < RankOf(entry)) {
        return false;
      }
    }
    return true;
  }

  void Keep(Rejected rejected) {
    const auto place =
        std::upper_bound(nearest_.begin(), nearest_.end(), rejected, IsNearer);
    nearest_.insert(place, std::move(rejected));
    if (nearest_.size() > count_) nearest_.pop_back();
  }

  const Engine& engine_;
  const std::vector<GroupKey>& groups_;
  const v1::Workload& wanted_;
  const size_t count_;
  ReadBudget& budget_;
  // In order.
  std::vector<Rejected> nearest_;
};

}  // namespace

bool IsNearer(const Rejected& a, const Rejected& b) {
  return std::tie(a.offending_arguments, a.sequence) <
         std::tie(b.offending_arguments, b.sequence);
}

absl::StatusOr<std::vector<Rejected>> NearestRejected(
    const Engine& engine, const std::vector<GroupKey>& groups,
    const v1::Workload& wanted, size_t count, ReadBudget& budget) {
  return RejectedScan(engine, groups, wanted, count, budget).Run();
}

}  // namespace tunedex::storage
