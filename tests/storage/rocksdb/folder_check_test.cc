#include "storage/rocksdb/folder_check.h"

#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

using ::testing::HasSubstr;
using ::tunedex::testing::TemporaryFolder;

TEST(FolderCheck, TakesAMissingAndAnEmptyFolder) {
  const TemporaryFolder folder;
  EXPECT_TRUE(CheckDataFolder(folder.path()).ok());
  EXPECT_TRUE(CheckDataFolder(folder.path() + "/missing").ok());
}

TEST(FolderCheck, TakesTheRootOfAFileSystemAndAMakingThatWasCutShort) {
  const TemporaryFolder folder;
  for (const char* name : {"lost+found", "tunedex.lock", "LOCK", "IDENTITY",
                           "MANIFEST-000001", "000001.dbtmp"}) {
    folder.Write(name, "");
  }
  EXPECT_EQ(CheckDataFolder(folder.path()), absl::OkStatus());
}

TEST(FolderCheck, ADatabaseWithoutCurrentIsDamagedAndNotNew) {
  for (const char* name : {"000012.sst", "000013.log", "MANIFEST-000005"}) {
    const TemporaryFolder folder;
    folder.Write(name, "");
    const absl::Status status = CheckDataFolder(folder.path());
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << name;
    EXPECT_THAT(std::string(status.message()), HasSubstr("CURRENT"));
  }
}

TEST(FolderCheck, AFolderOfOtherFilesIsLeftAlone) {
  const TemporaryFolder folder;
  folder.Write("thesis.tex", "");
  const absl::Status status = CheckDataFolder(folder.path());
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("thesis.tex"));
}

}  // namespace
}  // namespace tunedex::storage
