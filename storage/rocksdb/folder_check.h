#ifndef TUNEDEX_STORAGE_ROCKSDB_FOLDER_CHECK_H_
#define TUNEDEX_STORAGE_ROCKSDB_FOLDER_CHECK_H_

#include <string>

#include "absl/status/status.h"

namespace tunedex::storage {

// Whether a database may be opened or made in a folder. A missing or empty one
// is fine. Without its CURRENT file RocksDB would take a database for a new
// one, and delete its tables: that is DATA_LOSS. FAILED_PRECONDITION if the
// folder holds anything else, which would be made private and written among.
absl::Status CheckDataFolder(const std::string& folder);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_ROCKSDB_FOLDER_CHECK_H_
