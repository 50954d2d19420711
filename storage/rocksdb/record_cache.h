#ifndef TUNEDEX_STORAGE_ROCKSDB_RECORD_CACHE_H_
#define TUNEDEX_STORAGE_ROCKSDB_RECORD_CACHE_H_

#include <cstdint>
#include <memory>
#include <mutex>

#include "absl/strings/string_view.h"
#include "rocksdb/cache.h"
#include "storage/engine.h"

namespace tunedex::storage {

// Records as lookups answer with them, decoded and with their filings. They lie
// in the same cache as the blocks of tables and count against its bound.
// Records are immutable, but filings are not: what a commit changes is
// forgotten. Thread safe.
class RecordCache {
 public:
  explicit RecordCache(std::shared_ptr<rocksdb::Cache> cache)
      : cache_(std::move(cache)), id_(cache_->NewId()) {}

  // Null for a record that is not kept.
  std::shared_ptr<const HistoryEntry> Find(absl::string_view record_id) const;

  // Counts the commits. To be asked for before a record is read from tables.
  uint64_t generation() const;

  // Keeps a record that was read after `generation` was asked for, unless a
  // commit may have changed its filings since.
  void Keep(uint64_t generation, std::shared_ptr<const HistoryEntry> entry);

  // Forgets the records whose filings a commit changed. To be called after new
  // reads see the commit and before it is acknowledged.
  void Forget(const WriteSet& writes);

 private:
  const std::shared_ptr<rocksdb::Cache> cache_;
  // Tells these keys from those of others in the same cache.
  const uint64_t id_;
  mutable std::mutex mutex_;
  uint64_t generation_ = 0;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_ROCKSDB_RECORD_CACHE_H_
