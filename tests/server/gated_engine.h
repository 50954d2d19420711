#ifndef TUNEDEX_TESTS_SERVER_GATED_ENGINE_H_
#define TUNEDEX_TESTS_SERVER_GATED_ENGINE_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "storage/engine.h"

namespace tunedex::server {

// Stops calls, and lets them through or fail as a test says. The test keeps the
// gate, the store owns the engine.
class Gate {
 public:
  // Calls wait from now on.
  void Close() {
    absl::MutexLock lock(&mutex_);
    closed_ = true;
  }

  // Waiting calls and those to come go on; with an error, they fail with it.
  void Open(absl::Status result = absl::OkStatus()) {
    absl::MutexLock lock(&mutex_);
    result_ = std::move(result);
    closed_ = false;
  }

  // Waits until a call waits at the gate.
  void AwaitCall() {
    absl::MutexLock lock(&mutex_);
    mutex_.Await(absl::Condition(
        +[](int* waiting) { return *waiting > 0; }, &waiting_));
  }

  // Called by the engine.
  absl::Status Pass() {
    absl::MutexLock lock(&mutex_);
    ++waiting_;
    mutex_.Await(absl::Condition(
        +[](bool* closed) { return !*closed; }, &closed_));
    --waiting_;
    return result_;
  }

 private:
  absl::Mutex mutex_;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  int waiting_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Status result_ ABSL_GUARDED_BY(mutex_);
};

// The gates of an engine's commits, and of its reads for lookups.
struct Gates {
  Gate commits;
  Gate lookups;
};

// A real engine behind gates.
class GatedEngine final : public storage::Engine {
 public:
  // `gates` must outlive the engine.
  GatedEngine(std::unique_ptr<storage::Engine> engine, Gates& gates)
      : engine_(std::move(engine)), gates_(gates) {}

  absl::Status Commit(const storage::WriteSet& writes) override {
    absl::Status status = gates_.commits.Pass();
    return status.ok() ? engine_->Commit(writes) : status;
  }
  absl::StatusOr<storage::Totals> ReadTotals() const override {
    return engine_->ReadTotals();
  }
  absl::StatusOr<std::vector<std::string>> ReadKinds() const override {
    return engine_->ReadKinds();
  }
  absl::StatusOr<bool> HasTarget(absl::string_view target) const override {
    return engine_->HasTarget(target);
  }
  absl::StatusOr<bool> HasSource(absl::string_view source) const override {
    return engine_->HasSource(source);
  }
  absl::StatusOr<std::optional<storage::Filings>> ReadFilings(
      absl::string_view record_id) const override {
    return engine_->ReadFilings(record_id);
  }
  absl::StatusOr<std::shared_ptr<const storage::HistoryEntry>> ReadRecord(
      absl::string_view record_id) const override {
    return engine_->ReadRecord(record_id);
  }
  absl::StatusOr<std::optional<storage::BestEntry>> ReadBest(
      const storage::BestKey& key) const override {
    return engine_->ReadBest(key);
  }
  absl::Status ScanGroup(const storage::GroupKey& group,
                         BestVisitor visit) const override {
    absl::Status status = gates_.lookups.Pass();
    if (!status.ok()) return status;
    return engine_->ScanGroup(group, visit);
  }
  absl::Status ScanHistory(const storage::WorkloadKey& workload,
                           HistoryVisitor visit) const override {
    return engine_->ScanHistory(workload, visit);
  }
  absl::StatusOr<bool> HasWorkload(
      const storage::WorkloadKey& workload) const override {
    return engine_->HasWorkload(workload);
  }
  absl::StatusOr<bool> HasHash(
      absl::string_view framework,
      absl::string_view structural_hash) const override {
    return engine_->HasHash(framework, structural_hash);
  }
  absl::StatusOr<uint64_t> BytesOnDisk() const override {
    return engine_->BytesOnDisk();
  }

 private:
  const std::unique_ptr<storage::Engine> engine_;
  Gates& gates_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_TESTS_SERVER_GATED_ENGINE_H_
