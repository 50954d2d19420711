#ifndef TUNEDEX_STORAGE_ROCKSDB_STATUS_H_
#define TUNEDEX_STORAGE_ROCKSDB_STATUS_H_

#include "absl/status/status.h"
#include "rocksdb/status.h"

namespace tunedex::storage {

// What RocksDB says, in the codes of storage/engine.h: DATA_LOSS for damage,
// RESOURCE_EXHAUSTED for a full disk, UNAVAILABLE for everything else.
// RocksDB's message names the file.
absl::Status FromRocksDb(const rocksdb::Status& status);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_ROCKSDB_STATUS_H_
