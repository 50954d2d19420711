// What is special to the engine on a local folder.

#include "storage/rocksdb/rocksdb_engine.h"

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rocksdb/db.h"
#include "storage/rocksdb/layout.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

using ::testing::HasSubstr;
using ::tunedex::testing::TemporaryFolder;

// Writes a value under "meta" behind the engine's back.
void PutMeta(const std::string& data_dir, const std::string& key,
             const std::string& value) {
  std::vector<std::string> names;
  ASSERT_TRUE(
      rocksdb::DB::ListColumnFamilies(rocksdb::Options(), data_dir, &names)
          .ok());
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  size_t meta = 0;
  for (const std::string& name : names) {
    if (name == "meta") meta = families.size();
    families.emplace_back(name, rocksdb::ColumnFamilyOptions());
  }
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  ASSERT_TRUE(rocksdb::DB::Open(rocksdb::DBOptions(), data_dir, families,
                                &handles, &opened)
                  .ok());
  const std::unique_ptr<rocksdb::DB> db(opened);
  EXPECT_TRUE(db->Put(rocksdb::WriteOptions(), handles[meta], key, value).ok());
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    db->DestroyColumnFamilyHandle(handle);
  }
}

TEST(RocksDbEngineTest, AFolderOfANewerFormatIsRefused) {
  const TemporaryFolder folder;
  ASSERT_TRUE(OpenRocksDbEngine({.data_dir = folder.path()}).ok());
  PutMeta(folder.path(), layout::kFormatKey,
          absl::StrCat(layout::kFormatVersion + 1));
  const absl::Status status =
      OpenRocksDbEngine({.data_dir = folder.path()}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("format version"));
}

TEST(RocksDbEngineTest, AFolderWithMoreColumnFamiliesIsOfANewerFormat) {
  const TemporaryFolder folder;
  ASSERT_TRUE(OpenRocksDbEngine({.data_dir = folder.path()}).ok());
  rocksdb::DB* opened = nullptr;
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  std::vector<std::string> names = layout::ColumnFamilyNames();
  names.push_back(rocksdb::kDefaultColumnFamilyName);
  for (const std::string& name : names) {
    families.emplace_back(name, rocksdb::ColumnFamilyOptions());
  }
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  ASSERT_TRUE(rocksdb::DB::Open(rocksdb::DBOptions(), folder.path(), families,
                                &handles, &opened)
                  .ok());
  rocksdb::ColumnFamilyHandle* added = nullptr;
  ASSERT_TRUE(
      opened
          ->CreateColumnFamily(rocksdb::ColumnFamilyOptions(), "novel", &added)
          .ok());
  handles.push_back(added);
  for (auto* handle : handles) opened->DestroyColumnFamilyHandle(handle);
  delete opened;
  const absl::Status status =
      OpenRocksDbEngine({.data_dir = folder.path()}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("novel"));
}

TEST(RocksDbEngineTest, APathWithTheWordLockIsNotTakenForOneInUse) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("blocks", "x");
  EXPECT_EQ(OpenRocksDbEngine({.data_dir = file}).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(RocksDbEngineTest, ADamagedFormatVersionIsDataLoss) {
  const TemporaryFolder folder;
  ASSERT_TRUE(OpenRocksDbEngine({.data_dir = folder.path()}).ok());
  PutMeta(folder.path(), layout::kFormatKey, "one");
  EXPECT_EQ(OpenRocksDbEngine({.data_dir = folder.path()}).status().code(),
            absl::StatusCode::kDataLoss);
}

TEST(RocksDbEngineTest, DamagedTotalsAreDataLoss) {
  const TemporaryFolder folder;
  ASSERT_TRUE(OpenRocksDbEngine({.data_dir = folder.path()}).ok());
  PutMeta(folder.path(), layout::kTotalsKey, "\xff\xff");
  const absl::StatusOr<std::unique_ptr<Engine>> engine =
      OpenRocksDbEngine({.data_dir = folder.path()});
  ASSERT_TRUE(engine.ok()) << engine.status();
  EXPECT_EQ((*engine)->ReadTotals().status().code(),
            absl::StatusCode::kDataLoss);
}

TEST(RocksDbEngineTest, AFolderInUseIsRefused) {
  const TemporaryFolder folder;
  const absl::StatusOr<std::unique_ptr<Engine>> first =
      OpenRocksDbEngine({.data_dir = folder.path()});
  ASSERT_TRUE(first.ok()) << first.status();
  const absl::Status second =
      OpenRocksDbEngine({.data_dir = folder.path()}).status();
  EXPECT_EQ(second.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(second.message()), HasSubstr("in use"));
}

TEST(RocksDbEngineTest, APathThatIsNoFolderIsRefusedByName) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/file";
  std::ofstream(file) << "x";
  const absl::Status status = OpenRocksDbEngine({.data_dir = file}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr(file));
}

}  // namespace
}  // namespace tunedex::storage
