#include "storage/admitted_records.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "storage/best_schedules.h"
#include "storage/record_id.h"

namespace tunedex::storage {

absl::StatusOr<std::shared_ptr<const HistoryEntry>> AdmittedRecords::ReadStored(
    const std::string& record_id) const {
  absl::StatusOr<std::shared_ptr<const HistoryEntry>> entry =
      engine_.ReadRecord(record_id);
  if (entry.ok() && *entry == nullptr) {
    return absl::DataLossError(
        absl::StrCat("a best entry names a record that is not stored: ",
                     FormatRecordId(record_id)));
  }
  return entry;
}

absl::StatusOr<bool> AdmittedRecords::MayAdmit(const Candidate& candidate,
                                               size_t scope) const {
  for (GroupKey& group : query_.GroupsOf(query_.scopes[scope])) {
    const absl::StatusOr<std::optional<BestEntry>> entry = engine_.ReadBest(
        {.group = std::move(group), .arguments = candidate.arguments});
    if (!entry.ok()) return entry.status();
    if (entry->has_value() && query_.constraints.MayAdmit(**entry)) return true;
  }
  return false;
}

absl::StatusOr<AdmittedRecords::BestOfScopes> AdmittedRecords::ReadHistory(
    const std::string& arguments) {
  BestOfScopes best(query_.scopes.size());
  const auto wants = [&](double cost, const std::vector<size_t>& scopes) {
    return std::any_of(scopes.begin(), scopes.end(), [&](size_t scope) {
      return !best[scope] || cost <= best[scope]->rank.cost_seconds;
    });
  };
  const auto visit = [&](const HistoryReader::Record& record) {
    const Rank rank = {record.cost_seconds, record.filings.sequence()};
    for (const size_t scope : record.scopes) {
      if (best[scope] && !(rank < best[scope]->rank)) continue;
      best[scope] = {.rank = rank, .record_id = std::string(record.id)};
    }
  };
  const absl::Status read =
      history_.Read(query_.WorkloadOf(arguments), wants, visit);
  if (!read.ok()) return read;
  return best;
}

absl::StatusOr<std::shared_ptr<const HistoryEntry>> AdmittedRecords::Best(
    const Candidate& candidate, size_t scope) {
  if (!query_.constraints.any()) return ReadStored(candidate.record_id);
  auto history = histories_.find(candidate.arguments);
  if (history == histories_.end()) {
    if (!budget_.Take()) return nullptr;
    const absl::StatusOr<bool> may_admit = MayAdmit(candidate, scope);
    if (!may_admit.ok()) return may_admit.status();
    if (!*may_admit) return nullptr;
    // What is the best of all is the best of those that are admitted.
    absl::StatusOr<std::shared_ptr<const HistoryEntry>> best =
        ReadStored(candidate.record_id);
    if (!best.ok() || query_.constraints.Admits(**best)) return best;
    absl::StatusOr<BestOfScopes> read = ReadHistory(candidate.arguments);
    if (!read.ok()) return read.status();
    history = histories_.emplace(candidate.arguments, *std::move(read)).first;
  }
  const std::optional<Found>& found = history->second[scope];
  if (!found) return nullptr;
  return ReadStored(found->record_id);
}

absl::StatusOr<std::vector<HistoryEntry>> AdmittedRecords::Schedules(
    const std::string& arguments, size_t scope, const HistoryEntry& best) {
  const auto here = [&](const std::vector<size_t>& scopes) {
    return std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
  };
  BestSchedules schedules(query_.alternatives);
  schedules.Add(best);
  const absl::Status read = history_.Read(
      query_.WorkloadOf(arguments),
      [&](double cost, const std::vector<size_t>& scopes) {
        return here(scopes) && schedules.Wants(cost);
      },
      [&](const HistoryReader::Record& record) {
        if (!here(record.scopes)) return;
        schedules.Add({.record_id = std::string(record.id),
                       .record = record.record,
                       .filings = record.filings});
      });
  if (!read.ok()) return read;
  return std::move(schedules).Finish();
}

}  // namespace tunedex::storage
