#ifndef TUNEDEX_STORAGE_ENGINE_H_
#define TUNEDEX_STORAGE_ENGINE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "storage/stored.pb.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::storage {

// All workloads of one framework and structural hash that are filed in one
// scope of one kind of target: what a nearest lookup chooses from.
struct GroupKey {
  std::string kind;
  // "target:" and the identity, "model:t4", "arch:sm_75" or "key:cuda".
  std::string scope;
  std::string framework;
  std::string structural_hash;
};

// One workload within a group.
struct BestKey {
  GroupKey group;
  // As EncodeArguments (storage/tuple.h) gives them.
  std::string arguments;
};

// All records of one workload, whatever their targets.
struct WorkloadKey {
  std::string framework;
  std::string structural_hash;
  // As EncodeArguments (storage/tuple.h) gives them.
  std::string arguments;
};

// A record with its filings, as read back.
struct HistoryEntry {
  // 16 bytes.
  std::string record_id;
  v1::TuningRecord record;
  Filings filings;
  // The record as it goes into answers, serialised once for all of them; empty
  // if the entry was not read to be kept.
  std::string serialized_record;
};

// Everything that one commit changes. Applied in full or not at all.
struct WriteSet {
  struct NewRecord {
    std::string record_id;
    v1::TuningRecord record;
  };
  // Records that are not stored yet.
  std::vector<NewRecord> records;
  // Replaces the filings of a record id.
  std::vector<std::pair<std::string, Filings>> filings;
  // Replaces best entries.
  std::vector<std::pair<BestKey, BestEntry>> best;
  // Names that are new: kinds, targets and sources by their text.
  std::vector<std::string> kinds;
  std::vector<std::string> targets;
  std::vector<std::string> sources;
  // Replaces the totals.
  Totals totals;
};

// Keeps records, filings and best entries at rest. Knows nothing of the lookup
// policy: what is best is decided above it. One engine has one writer at a
// time; reads are thread safe, also while a commit runs.
//
// Every method gives UNAVAILABLE if the medium fails and DATA_LOSS if what was
// read is not what was written; further codes are named where they can occur.
class Engine {
 public:
  // Stops a scan by returning false.
  using BestVisitor = absl::FunctionRef<bool(absl::string_view arguments,
                                             const BestEntry& entry)>;
  using HistoryVisitor = absl::FunctionRef<bool(
      absl::string_view record_id, const v1::TuningRecord& record)>;

  virtual ~Engine() = default;

  // Applies `writes` atomically and durably: when it returns OK, they survive a
  // crash of the process and of the machine.
  virtual absl::Status Commit(const WriteSet& writes) = 0;

  // The totals of the last commit; all zero in a new store.
  virtual absl::StatusOr<Totals> ReadTotals() const = 0;

  // The kinds of target that any commit named, in order.
  virtual absl::StatusOr<std::vector<std::string>> ReadKinds() const = 0;

  // Whether a commit named this target or this source.
  virtual absl::StatusOr<bool> HasTarget(absl::string_view target) const = 0;
  virtual absl::StatusOr<bool> HasSource(absl::string_view source) const = 0;

  // The filings of a record; nothing if there is no such record.
  virtual absl::StatusOr<std::optional<Filings>> ReadFilings(
      absl::string_view record_id) const = 0;

  // A record with its filings; null if there is no such record. Shared, since
  // an engine may keep it in memory for the next lookup that it answers.
  virtual absl::StatusOr<std::shared_ptr<const HistoryEntry>> ReadRecord(
      absl::string_view record_id) const = 0;

  // One best entry; nothing if no record of this workload is filed there.
  virtual absl::StatusOr<std::optional<BestEntry>> ReadBest(
      const BestKey& key) const = 0;

  // Visits the best entries of a group in the order of their encoded arguments.
  virtual absl::Status ScanGroup(const GroupKey& group,
                                 BestVisitor visit) const = 0;

  // Visits the records of a workload, without their filings, in the order of
  // their targets.
  virtual absl::Status ScanHistory(const WorkloadKey& workload,
                                   HistoryVisitor visit) const = 0;

  // Whether any record of this workload is stored.
  virtual absl::StatusOr<bool> HasWorkload(
      const WorkloadKey& workload) const = 0;

  // Whether any record of this framework and structural hash is stored.
  virtual absl::StatusOr<bool> HasHash(
      absl::string_view framework, absl::string_view structural_hash) const = 0;

  // Size of tables and logs.
  virtual absl::StatusOr<uint64_t> BytesOnDisk() const = 0;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_ENGINE_H_
