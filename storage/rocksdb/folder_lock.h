#ifndef TUNEDEX_STORAGE_ROCKSDB_FOLDER_LOCK_H_
#define TUNEDEX_STORAGE_ROCKSDB_FOLDER_LOCK_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace tunedex::storage {

// Owns a folder for as long as it exists: one process, and one place in it, at
// a time. The system lets go of it when the process ends, however it ends. The
// lock is the file "tunedex.lock", which names the holder and stays behind.
class FolderLock {
 public:
  // Makes the folder and those above it if they are missing, and makes it
  // private to its user (mode 0700). FAILED_PRECONDITION if it is held, naming
  // the holder's process id and host, or belongs to another user; UNAVAILABLE
  // if it cannot be made or written to.
  static absl::StatusOr<std::unique_ptr<FolderLock>> Take(
      const std::string& folder);

  ~FolderLock();

  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  explicit FolderLock(int file) : file_(file) {}

  const int file_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_ROCKSDB_FOLDER_LOCK_H_
