#ifndef TUNEDEX_STORAGE_ROCKSDB_TUNING_H_
#define TUNEDEX_STORAGE_ROCKSDB_TUNING_H_

#include <cstddef>

#include "rocksdb/options.h"

namespace tunedex::storage {

// All tuning of RocksDB, each value with its reason. `block_cache_bytes` bounds
// the memory for blocks read from tables.
rocksdb::Options TunedOptions(size_t block_cache_bytes);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_ROCKSDB_TUNING_H_
