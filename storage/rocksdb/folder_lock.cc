#include "storage/rocksdb/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace tunedex::storage {
namespace {

constexpr char kLockFile[] = "/tunedex.lock";

absl::Status Failed(absl::string_view what, const std::string& path,
                    int error) {
  return absl::UnavailableError(
      absl::StrCat("cannot ", what, " ", path, ": ", std::strerror(error)));
}

std::string HostName() {
  std::array<char, 256> name = {};
  if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

absl::Status MakePrivate(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path parent =
      std::filesystem::path(folder).lexically_normal().parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, error);
  if (error) return Failed("make folder", parent, error.value());
  if (mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    return Failed("make data folder", folder, errno);
  }
  struct stat found = {};
  if (stat(folder.c_str(), &found) != 0) {
    return Failed("use data folder", folder, errno);
  }
  if (!S_ISDIR(found.st_mode)) {
    return Failed("use data folder", folder, ENOTDIR);
  }
  if ((found.st_mode & (S_IRWXG | S_IRWXO)) == 0) return absl::OkStatus();
  if (chmod(folder.c_str(), S_IRWXU) == 0) return absl::OkStatus();
  if (errno == EPERM) {
    return absl::FailedPreconditionError(absl::StrCat(
        "data folder ", folder, " belongs to user id ", found.st_uid,
        " and is open to others: run as its user, or give another folder"));
  }
  return Failed("make private the data folder", folder, errno);
}

absl::Status HeldBy(const std::string& folder) {
  std::ifstream file(folder + kLockFile);
  const std::string holder{std::istreambuf_iterator<char>(file), {}};
  return absl::FailedPreconditionError(absl::StrCat(
      "data folder ", folder, " is in use by ",
      holder.empty() ? "another process" : absl::StripSuffix(holder, "\n"),
      ": stop that one, or give another folder"));
}

// For people who ask whose the folder is; a lock without it still locks.
void NameHolder(int file) {
  const std::string holder =
      absl::StrCat("process ", getpid(), " on host ", HostName(), "\n");
  if (ftruncate(file, 0) != 0) return;
  [[maybe_unused]] const ssize_t written =
      pwrite(file, holder.data(), holder.size(), 0);
}

}  // namespace

absl::StatusOr<std::unique_ptr<FolderLock>> FolderLock::Take(
    const std::string& folder) {
  if (absl::Status made = MakePrivate(folder); !made.ok()) return made;
  const std::string path = folder + kLockFile;
  const int file =
      open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return Failed("open", path, errno);
  std::unique_ptr<FolderLock> lock(new FolderLock(file));
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK ? HeldBy(folder) : Failed("lock", path, errno);
  }
  NameHolder(file);
  return lock;
}

FolderLock::~FolderLock() { close(file_); }

}  // namespace tunedex::storage
