#include "storage/store.h"

#include <future>
#include <utility>

#include "absl/strings/str_cat.h"
#include "storage/committer.h"
#include "storage/lookup.h"
#include "storage/record_id.h"

namespace tunedex::storage {

absl::StatusOr<std::unique_ptr<Store>> Store::Create(
    std::unique_ptr<Engine> engine, Options options) {
  const absl::StatusOr<Totals> totals = engine->ReadTotals();
  if (!totals.ok()) return totals.status();
  return std::unique_ptr<Store>(
      new Store(std::move(engine), *totals, std::move(options)));
}

Store::Store(std::unique_ptr<Engine> engine, const Totals& totals,
             Options options)
    : engine_(std::move(engine)),
      index_(std::make_unique<IndexCache>(*engine_, options.index_cache_bytes)),
      committer_(std::make_unique<Committer>(*engine_, *index_, totals,
                                             std::move(options.clock))) {}

Store::~Store() = default;

void Store::Push(Submission submission, ReceiptCallback done) {
  committer_->Enqueue(std::move(submission), std::move(done));
}

absl::StatusOr<Receipt> Store::PushAndWait(Submission submission) {
  std::promise<absl::StatusOr<Receipt>> result;
  Push(std::move(submission), [&](absl::StatusOr<Receipt> receipt) {
    result.set_value(std::move(receipt));
  });
  return result.get_future().get();
}

absl::Status Store::Lookup(const v1::Workload& workload,
                           const v1::Target& target,
                           const v1::LookupOptions& options, RecordWriter write,
                           v1::LookupResponse& response) const {
  response.set_revision(committer_->totals().revision());
  return LookUp(*engine_, *index_, workload, target, options, write, response);
}

absl::StatusOr<v1::LookupResponse> Store::Lookup(
    const v1::Workload& workload, const v1::Target& target,
    const v1::LookupOptions& options) const {
  v1::LookupResponse response;
  const absl::Status status =
      Lookup(workload, target, options, CopyRecord, response);
  if (!status.ok()) return status;
  return response;
}

absl::StatusOr<v1::StoredRecord> Store::GetRecord(
    absl::string_view record_id) const {
  const absl::StatusOr<std::string> id = ParseRecordId(record_id);
  if (!id.ok()) return id.status();
  const absl::StatusOr<std::shared_ptr<const HistoryEntry>> entry =
      engine_->ReadRecord(*id);
  if (!entry.ok()) return entry.status();
  if (*entry == nullptr) {
    return absl::NotFoundError(
        absl::StrCat("no record has the id ", record_id));
  }
  v1::StoredRecord stored;
  CopyRecord(**entry, stored);
  return stored;
}

Totals Store::GetTotals() const { return committer_->totals(); }

IndexCache::Statistics Store::GetIndexStatistics() const {
  return index_->GetStatistics();
}

absl::StatusOr<uint64_t> Store::BytesOnDisk() const {
  return engine_->BytesOnDisk();
}

}  // namespace tunedex::storage
