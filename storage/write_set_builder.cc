#include "storage/write_set_builder.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "storage/best_key.h"
#include "storage/cost.h"
#include "storage/filed_under.h"
#include "storage/record_id.h"
#include "storage/scope.h"
#include "storage/summary.h"
#include "storage/tuple.h"

namespace tunedex::storage {
namespace {

bool HasSourceNamed(const Filings& filings, absl::string_view name) {
  return std::any_of(
      filings.sources().begin(), filings.sources().end(),
      [&](const v1::RecordSource& source) { return source.name() == name; });
}

bool HasModelNamed(const Filings& filings, absl::string_view model) {
  return std::find(filings.added_models().begin(), filings.added_models().end(),
                   model) != filings.added_models().end();
}

}  // namespace

WriteSetBuilder::WriteSetBuilder(const Engine& engine, const Totals& totals)
    : engine_(engine) {
  writes_.totals = totals;
}

absl::StatusOr<Filings> WriteSetBuilder::FilingsOf(
    const std::string& record_id) const {
  if (const auto found = filings_.find(record_id); found != filings_.end()) {
    return found->second;
  }
  absl::StatusOr<std::optional<Filings>> stored =
      engine_.ReadFilings(record_id);
  if (!stored.ok()) return stored.status();
  return stored->has_value() ? **std::move(stored) : Filings();
}

absl::StatusOr<WriteSetBuilder::Added> WriteSetBuilder::Add(
    v1::TuningRecord record, absl::string_view source, absl::string_view model,
    int64_t now_micros) {
  Added added{.record_id =
                  RecordId(record.workload().framework(), record.log_line())};
  absl::StatusOr<Filings> filings = FilingsOf(added.record_id);
  if (!filings.ok()) return filings.status();

  added.is_new = filings->sequence() == 0;
  std::vector<std::string> new_scopes;
  if (added.is_new) {
    const absl::Status counted = CountNew(record);
    if (!counted.ok()) return counted;
    filings->set_sequence(writes_.totals.last_sequence());
    new_scopes = FiledUnder(record.target(), *filings);
  }
  const bool adds_model = !model.empty() && record.target().model().empty() &&
                          !HasModelNamed(*filings, model);
  if (adds_model) {
    filings->add_added_models(std::string(model));
    new_scopes.push_back(ModelScope(model).filed_under);
  }
  const bool adds_source = !HasSourceNamed(*filings, source);
  if (adds_source) {
    v1::RecordSource& entry = *filings->add_sources();
    entry.set_name(std::string(source));
    entry.set_first_pushed_at_micros(now_micros);
    const absl::Status counted = CountSource(source);
    if (!counted.ok()) return counted;
  }
  if (!adds_source && !adds_model) return added;
  const Summary summary = SummaryOf(record, *filings);
  for (const std::string& scope : new_scopes) {
    const absl::Status filed =
        FileUnder(record, added.record_id, filings->sequence(), summary, scope);
    if (!filed.ok()) return filed;
  }
  if (adds_source && !added.is_new) {
    const absl::Status summarised = SummariseAgain(record, *filings, summary);
    if (!summarised.ok()) return summarised;
  }
  filings_[added.record_id] = *std::move(filings);
  if (added.is_new) {
    writes_.records.push_back(
        {.record_id = added.record_id, .record = std::move(record)});
  }
  return added;
}

absl::Status WriteSetBuilder::CountNew(const v1::TuningRecord& record) {
  Totals& totals = writes_.totals;
  totals.set_records(totals.records() + 1);
  totals.set_last_sequence(totals.last_sequence() + 1);
  if (Cost(record.measurement()) == 0) {
    totals.set_failed_measurements(totals.failed_measurements() + 1);
  }

  const v1::Workload& workload = record.workload();
  const WorkloadKey key = {.framework = workload.framework(),
                           .structural_hash = workload.structural_hash(),
                           .arguments = EncodeArguments(workload)};
  const std::string workload_text = TupleWriter()
                                        .Text(key.framework)
                                        .Text(key.structural_hash)
                                        .Raw(key.arguments)
                                        .Finish();
  if (known_workloads_.insert(workload_text).second) {
    const absl::StatusOr<bool> known = engine_.HasWorkload(key);
    if (!known.ok()) return known.status();
    if (!*known) totals.set_workloads(totals.workloads() + 1);
  }

  std::string target = EncodeTarget(record.target());
  if (known_targets_.insert(target).second) {
    const absl::StatusOr<bool> known = engine_.HasTarget(target);
    if (!known.ok()) return known.status();
    if (!*known) {
      totals.set_targets(totals.targets() + 1);
      writes_.targets.push_back(std::move(target));
      writes_.kinds.push_back(record.target().kind());
    }
  }
  return absl::OkStatus();
}

absl::Status WriteSetBuilder::CountSource(absl::string_view source) {
  if (!known_sources_.insert(std::string(source)).second) {
    return absl::OkStatus();
  }
  const absl::StatusOr<bool> known = engine_.HasSource(source);
  if (!known.ok()) return known.status();
  if (!*known) {
    writes_.totals.set_sources(writes_.totals.sources() + 1);
    writes_.sources.emplace_back(source);
  }
  return absl::OkStatus();
}

absl::StatusOr<WriteSetBuilder::Entry*> WriteSetBuilder::EntryOf(
    const v1::TuningRecord& record, const std::string& scope) {
  const v1::Workload& workload = record.workload();
  BestKey key = {.group = {.kind = record.target().kind(),
                           .scope = scope,
                           .framework = workload.framework(),
                           .structural_hash = workload.structural_hash()},
                 .arguments = EncodeArguments(workload)};
  std::string encoded = EncodeBestKey(key);
  if (const auto found = best_.find(encoded); found != best_.end()) {
    return &found->second;
  }
  absl::StatusOr<std::optional<BestEntry>> stored = engine_.ReadBest(key);
  if (!stored.ok()) return stored.status();
  Entry entry = {.key = std::move(key)};
  if (stored->has_value()) entry.best = **std::move(stored);
  return &best_.emplace(std::move(encoded), std::move(entry)).first->second;
}

absl::Status WriteSetBuilder::FileUnder(const v1::TuningRecord& record,
                                        const std::string& record_id,
                                        uint64_t sequence,
                                        const Summary& summary,
                                        const std::string& scope) {
  const absl::StatusOr<Entry*> entry = EntryOf(record, scope);
  if (!entry.ok()) return entry.status();
  (*entry)->changed = true;
  BestEntry& best = (*entry)->best;
  const double cost = Cost(record.measurement());
  if (cost == 0) {
    best.set_failed_records(best.failed_records() + 1);
    return absl::OkStatus();
  }
  // A record gets later into the scope of an added model than others that came
  // after it, so the sequence has to decide here as well.
  if (best.valid_records() == 0 ||
      Rank{cost, sequence} < Rank{best.cost_seconds(), best.sequence()}) {
    best.set_cost_seconds(cost);
    best.set_record_id(record_id);
    best.set_sequence(sequence);
  }
  // A summary that is missing would lack the records that are filed already.
  if (best.valid_records() == 0 || best.has_summary()) {
    Merge(summary, *best.mutable_summary());
  }
  best.set_valid_records(best.valid_records() + 1);
  return absl::OkStatus();
}

absl::Status WriteSetBuilder::SummariseAgain(const v1::TuningRecord& record,
                                             const Filings& filings,
                                             const Summary& summary) {
  if (Cost(record.measurement()) == 0) return absl::OkStatus();
  for (const std::string& scope : FiledUnder(record.target(), filings)) {
    const absl::StatusOr<Entry*> entry = EntryOf(record, scope);
    if (!entry.ok()) return entry.status();
    BestEntry& best = (*entry)->best;
    if (best.has_summary() && Merge(summary, *best.mutable_summary())) {
      (*entry)->changed = true;
    }
  }
  return absl::OkStatus();
}

WriteSet WriteSetBuilder::Finish() && {
  writes_.totals.set_revision(writes_.totals.revision() + 1);
  for (auto& [record_id, filings] : filings_) {
    writes_.filings.emplace_back(record_id, std::move(filings));
  }
  for (auto& [encoded, entry] : best_) {
    if (!entry.changed) continue;
    writes_.best.emplace_back(std::move(entry.key), std::move(entry.best));
  }
  return std::move(writes_);
}

}  // namespace tunedex::storage
