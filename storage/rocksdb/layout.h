#ifndef TUNEDEX_STORAGE_ROCKSDB_LAYOUT_H_
#define TUNEDEX_STORAGE_ROCKSDB_LAYOUT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "storage/engine.h"
#include "storage/stored.pb.h"

// What the column families hold; docs/storage-format.md describes every key and
// value. A change here needs a new format version.
namespace tunedex::storage::layout {

inline constexpr int kFormatVersion = 1;

// Column families beside the default one, which stays empty.
enum ColumnFamily { kRecords, kIds, kFilings, kBest, kMeta, kColumnFamilies };

// Their names, in the order of ColumnFamily.
std::vector<std::string> ColumnFamilyNames();

// records: a workload's records lie together, those of one target in a row.
std::string HashPrefix(absl::string_view framework,
                       absl::string_view structural_hash);
std::string WorkloadPrefix(const WorkloadKey& workload);
std::string RecordKey(absl::string_view record_id,
                      const v1::TuningRecord& record);
// The id at the end of a record's key; empty if the key is too short for one.
absl::string_view RecordIdOf(absl::string_view record_key);

// best: the keys are those of storage/best_key.h.

// meta: single values, and names that are known.
inline constexpr char kFormatKey[] = "format";
inline constexpr char kTotalsKey[] = "totals";
std::string KindPrefix();
std::string KindKey(absl::string_view kind);
std::string TargetKey(absl::string_view target);
std::string SourceKey(absl::string_view source);

// A record's value: the schedule is stored once, inside the log line, where it
// is a piece of it.
std::string EncodeRecord(const v1::TuningRecord& record);
// False if the bytes are not such a value.
bool DecodeRecord(absl::string_view value, v1::TuningRecord& record);

}  // namespace tunedex::storage::layout

#endif  // TUNEDEX_STORAGE_ROCKSDB_LAYOUT_H_
