#include "storage/committer.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "storage/cost.h"
#include "storage/write_set_builder.h"

namespace tunedex::storage {
namespace {

// A group this large makes the sync a small part of the work; a larger one only
// makes the first pusher wait longer.
constexpr size_t kMaxGroupRecords = 8192;

absl::Status NotWritten(const absl::Status& status) {
  return absl::UnavailableError(
      absl::StrCat("the records were not stored and may be pushed again: ",
                   status.message()));
}

}  // namespace

Committer::Committer(Engine& engine, IndexCache& index, const Totals& totals,
                     Store::Clock clock)
    : engine_(engine),
      index_(index),
      clock_(std::move(clock)),
      totals_(totals),
      thread_([this] { Run(); }) {}

Committer::~Committer() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  work_.notify_one();
  thread_.join();
}

void Committer::Enqueue(Submission submission, ReceiptCallback done) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    queue_.push_back(
        {.submission = std::move(submission), .done = std::move(done)});
  }
  work_.notify_one();
}

Totals Committer::totals() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return totals_;
}

void Committer::Run() {
  while (true) {
    std::vector<Pending> group = TakeGroup();
    if (group.empty()) return;
    CommitGroup(std::move(group));
  }
}

// Waits for work; gives nothing when there is none left and none will come.
std::vector<Committer::Pending> Committer::TakeGroup() {
  std::unique_lock<std::mutex> lock(mutex_);
  work_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
  std::vector<Pending> group;
  size_t records = 0;
  while (!queue_.empty() && records < kMaxGroupRecords) {
    records += queue_.front().submission.records.size();
    group.push_back(std::move(queue_.front()));
    queue_.pop_front();
  }
  return group;
}

void Committer::CommitGroup(std::vector<Pending> group) {
  absl::StatusOr<std::vector<Receipt>> receipts = Write(group);
  for (size_t i = 0; i < group.size(); ++i) {
    if (receipts.ok()) {
      std::move(group[i].done)(std::move((*receipts)[i]));
    } else {
      std::move(group[i].done)(NotWritten(receipts.status()));
    }
  }
}

absl::StatusOr<std::vector<Receipt>> Committer::Write(
    std::vector<Pending>& group) {
  const int64_t now_micros = absl::ToUnixMicros(clock_());
  WriteSetBuilder builder(engine_, totals());
  std::vector<Receipt> receipts;
  for (Pending& pending : group) {
    Receipt& receipt = receipts.emplace_back();
    Submission& submission = pending.submission;
    for (v1::TuningRecord& record : submission.records) {
      const bool failed = Cost(record.measurement()) == 0;
      absl::StatusOr<WriteSetBuilder::Added> added = builder.Add(
          std::move(record), submission.source, submission.model, now_micros);
      if (!added.ok()) return added.status();
      receipt.entries.push_back({.record_id = std::move(added->record_id),
                                 .stored = added->is_new,
                                 .failed_measurement = failed});
    }
  }
  Totals committed = totals();
  if (builder.HasChanges()) {
    const WriteSet writes = std::move(builder).Finish();
    if (absl::Status status = engine_.Commit(writes); !status.ok()) {
      return status;
    }
    // Before the acknowledgement, so that the next lookup sees what was pushed.
    for (const auto& [key, entry] : writes.best) index_.Update(key, entry);
    committed = writes.totals;
    std::lock_guard<std::mutex> lock(mutex_);
    totals_ = committed;
  }
  for (Receipt& receipt : receipts) receipt.revision = committed.revision();
  return receipts;
}

}  // namespace tunedex::storage
