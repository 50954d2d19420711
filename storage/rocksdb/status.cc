#include "storage/rocksdb/status.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace tunedex::storage {

absl::Status FromRocksDb(const rocksdb::Status& status) {
  if (status.ok()) return absl::OkStatus();
  const std::string message = absl::StrCat("RocksDB: ", status.ToString());
  if (status.IsCorruption()) return absl::DataLossError(message);
  if (status.IsNoSpace()) return absl::ResourceExhaustedError(message);
  return absl::UnavailableError(message);
}

}  // namespace tunedex::storage
