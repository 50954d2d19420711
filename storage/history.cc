#include "storage/history.h"

#include <algorithm>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "storage/cost.h"
#include "storage/filed_under.h"
#include "storage/record_id.h"
#include "storage/scope.h"

namespace tunedex::storage {
namespace {

bool Contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

bool HistoryReader::IsOfKind(const v1::Target& target) const {
  return Contains(query_.kinds, target.kind());
}

HistoryReader::ScopeIndexes HistoryReader::FiledIn(
    const v1::Target& target, const Filings& filings) const {
  const std::vector<std::string> filed_under = FiledUnder(target, filings);
  ScopeIndexes scopes;
  for (size_t i = 0; i < query_.scopes.size(); ++i) {
    if (Contains(filed_under, query_.scopes[i].filed_under)) {
      scopes.push_back(i);
    }
  }
  return scopes;
}

// As FiledIn, with the wanted model among the filings.
const HistoryReader::ScopeIndexes& HistoryReader::MayBeFiledIn(
    const v1::Target& target) {
  std::string bytes = target.SerializeAsString();
  if (bytes == last_target_) return last_scopes_;
  Filings filings;
  if (const std::string& model = query_.target.model(); !model.empty()) {
    filings.add_added_models(model);
  }
  last_scopes_ = FiledIn(target, filings);
  last_target_ = std::move(bytes);
  return last_scopes_;
}

absl::Status HistoryReader::Read(const WorkloadKey& workload, Wants wants,
                                 Visitor visit) {
  absl::Status failure;
  const auto read = [&](absl::string_view id, const v1::TuningRecord& record) {
    if (!budget_.Take()) return false;
    const double cost = Cost(record.measurement());
    if (cost == 0 || !IsOfKind(record.target()) ||
        !query_.constraints.AdmitsRecord(record) ||
        !wants(cost, MayBeFiledIn(record.target()))) {
      return true;
    }
    const absl::StatusOr<std::optional<Filings>> filings =
        engine_.ReadFilings(id);
    if (!filings.ok()) {
      failure = filings.status();
    } else if (!filings->has_value()) {
      failure = absl::DataLossError(absl::StrCat(
          "a record is stored without its filings: ", FormatRecordId(id)));
    } else if (query_.constraints.AdmitsFilings(**filings)) {
      visit({.id = id,
             .record = record,
             .filings = **filings,
             .cost_seconds = cost,
             .scopes = FiledIn(record.target(), **filings)});
    }
    return failure.ok();
  };
  const absl::Status scanned = engine_.ScanHistory(workload, read);
  return scanned.ok() ? failure : scanned;
}

}  // namespace tunedex::storage
