#ifndef TUNEDEX_STORAGE_ROCKSDB_TUNING_H_
#define TUNEDEX_STORAGE_ROCKSDB_TUNING_H_

#include <memory>

#include "rocksdb/cache.h"
#include "rocksdb/options.h"

namespace tunedex::storage {

// All tuning of RocksDB, each value with its reason. `cache` bounds the memory:
// blocks read from tables and writes that are not in tables yet lie in it.
rocksdb::Options TunedOptions(const std::shared_ptr<rocksdb::Cache>& cache);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_ROCKSDB_TUNING_H_
