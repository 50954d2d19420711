#ifndef TUNEDEX_STORAGE_ROCKSDB_ROCKSDB_ENGINE_H_
#define TUNEDEX_STORAGE_ROCKSDB_ROCKSDB_ENGINE_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "storage/engine.h"

namespace tunedex::storage {

// How a data folder is opened.
struct RocksDbOptions {
  // Folder of the database; made if it is missing, and made private to its
  // user.
  std::string data_dir;
  // Memory for blocks read from tables, for records that answered, and for
  // writes that are not in tables yet, in bytes.
  size_t block_cache_bytes = size_t{256} << 20;
};

// Opens an engine on a local data folder, in the layout of
// docs/storage-format.md. FAILED_PRECONDITION if the folder was written by a
// newer format, is in use by another process, or holds other files than a
// database; DATA_LOSS if it is damaged; RESOURCE_EXHAUSTED if the disk is full;
// UNAVAILABLE if it cannot be read or written.
absl::StatusOr<std::unique_ptr<Engine>> OpenRocksDbEngine(
    const RocksDbOptions& options);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_ROCKSDB_ROCKSDB_ENGINE_H_
