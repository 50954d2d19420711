#ifndef TUNEDEX_STORAGE_STORE_H_
#define TUNEDEX_STORAGE_STORE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "storage/engine.h"
#include "storage/nearest/index_cache.h"
#include "storage/stored_record.h"
#include "tunedex/v1/lookup_service.pb.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::storage {

class Committer;

// Records that one source pushes together.
struct Submission {
  // Who pushes.
  std::string source;
  // Model to file under records whose target names none; empty adds nothing.
  std::string model;
  // Complete records with their log lines, as `formats` makes them.
  std::vector<v1::TuningRecord> records;
};

// What became of a submission.
struct Receipt {
  struct Entry {
    // 16 bytes.
    std::string record_id;
    // False: the record was known already.
    bool stored = false;
    // The record counts as history only.
    bool failed_measurement = false;
  };
  // One for each record, in order.
  std::vector<Entry> entries;
  // Revision of the store that holds all of them.
  uint64_t revision = 0;
};

// Called once with what became of a submission.
using ReceiptCallback =
    absl::AnyInvocable<void(absl::StatusOr<Receipt> receipt) &&>;

// The records of all frameworks and targets, with the lookup policy over them,
// whichever engine keeps the bytes. Thread safe.
class Store {
 public:
  // Gives the time at which a source pushed a record; tests inject their own.
  using Clock = absl::AnyInvocable<absl::Time() const>;

  struct Options {
    // Memory for the nearest index, in bytes.
    size_t index_cache_bytes = size_t{256} << 20;
    Clock clock = absl::Now;
  };

  // Takes over an opened engine. The status is the engine's.
  static absl::StatusOr<std::unique_ptr<Store>> Create(
      std::unique_ptr<Engine> engine, Options options);

  // Commits what is still queued.
  ~Store();

  // Queues a submission and returns at once. `done` is called from the
  // committer thread, in the order of the calls, once the records are durable;
  // with UNAVAILABLE if the engine could not write them (nothing was
  // acknowledged and they may be pushed again). `done` must not block for long.
  void Push(Submission submission, ReceiptCallback done);

  // Queues a submission and waits for its receipt.
  absl::StatusOr<Receipt> PushAndWait(Submission submission);

  // The best schedule for a normalised workload and target. A miss is OK with a
  // reason. INVALID_ARGUMENT, naming the option, for options outside their
  // ranges; UNAVAILABLE if the engine cannot read.
  //
  // Fills an empty `response`, the records in it by `write`.
  absl::Status Lookup(const v1::Workload& workload, const v1::Target& target,
                      const v1::LookupOptions& options, RecordWriter write,
                      v1::LookupResponse& response) const;

  // The same, with an answer of its own that has copies of the records.
  absl::StatusOr<v1::LookupResponse> Lookup(
      const v1::Workload& workload, const v1::Target& target,
      const v1::LookupOptions& options) const;

  // NOT_FOUND for an id that is not stored; INVALID_ARGUMENT for text that is
  // no record id (32 hexadecimal digits).
  absl::StatusOr<v1::StoredRecord> GetRecord(absl::string_view record_id) const;

  // Totals as of the last commit.
  Totals GetTotals() const;

  // How much of the nearest index is in memory.
  IndexCache::Statistics GetIndexStatistics() const;

  // Size of tables and logs; UNAVAILABLE if the engine cannot tell.
  absl::StatusOr<uint64_t> BytesOnDisk() const;

 private:
  Store(std::unique_ptr<Engine> engine, const Totals& totals, Options options);

  const std::unique_ptr<Engine> engine_;
  // Searches load and touch what they use.
  const std::unique_ptr<IndexCache> index_;
  const std::unique_ptr<Committer> committer_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_STORE_H_
