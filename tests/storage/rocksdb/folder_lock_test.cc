#include "storage/rocksdb/folder_lock.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

using ::testing::HasSubstr;
using ::tunedex::testing::TemporaryFolder;

mode_t ModeOf(const std::string& path) {
  struct stat found = {};
  EXPECT_EQ(stat(path.c_str(), &found), 0) << path;
  return found.st_mode & 0777;
}

TEST(FolderLock, MakesAMissingFolderThatOnlyItsUserCanRead) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/above/data";
  ASSERT_TRUE(FolderLock::Take(path).ok());
  EXPECT_EQ(ModeOf(path), 0700);
}

TEST(FolderLock, TakesAFolderThatWasOpenToOthersAwayFromThem) {
  const TemporaryFolder folder;
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
  ASSERT_TRUE(FolderLock::Take(folder.path()).ok());
  EXPECT_EQ(ModeOf(folder.path()), 0700);
}

TEST(FolderLock, NamesTheProcessAndHostThatHoldIt) {
  const TemporaryFolder folder;
  const absl::StatusOr<std::unique_ptr<FolderLock>> first =
      FolderLock::Take(folder.path());
  ASSERT_TRUE(first.ok()) << first.status();
  const absl::Status second = FolderLock::Take(folder.path()).status();
  EXPECT_EQ(second.code(), absl::StatusCode::kFailedPrecondition);
  char host[256] = {};
  ASSERT_EQ(gethostname(host, sizeof(host) - 1), 0);
  EXPECT_THAT(std::string(second.message()),
              HasSubstr(absl::StrCat("process ", getpid(), " on host ", host)));
}

TEST(FolderLock, IsFreeAgainWhenItsHolderLetsGo) {
  const TemporaryFolder folder;
  { ASSERT_TRUE(FolderLock::Take(folder.path()).ok()); }
  EXPECT_TRUE(FolderLock::Take(folder.path()).ok());
}

TEST(FolderLock, IsFreeAgainWhenItsHolderDies) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    const auto lock = FolderLock::Take(folder.path());
    _exit(lock.ok() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  EXPECT_TRUE(FolderLock::Take(folder.path()).ok());
}

TEST(FolderLock, RefusesAFileByName) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("file", "x");
  const absl::Status status = FolderLock::Take(file).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr(file));
}

}  // namespace
}  // namespace tunedex::storage
