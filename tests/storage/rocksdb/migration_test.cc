// Folders that earlier programs wrote are read by this one.

#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "storage/store.h"
#include "tests/testing/records.h"
#include "tests/testing/stores.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::Dimensions;
using ::tunedex::testing::MakeRecord;
using ::tunedex::testing::MakeTarget;
using ::tunedex::testing::OpenStore;
using ::tunedex::testing::TemporaryFolder;

// A copy of the folder that the first version of the format wrote. It held 24
// records of source "first" in tables and 20 of source "second", with the added
// model "a6000", in its log when its server was killed.
void CopyVersion1(const std::string& to) {
  const std::string from = absl::StrCat(std::getenv("TEST_SRCDIR"), "/",
                                        std::getenv("TEST_WORKSPACE"),
                                        "/tests/storage/rocksdb/version_1");
  for (const auto& file : std::filesystem::directory_iterator(from)) {
    std::filesystem::copy_file(
        std::filesystem::canonical(file.path()),
        std::filesystem::path(to) / file.path().filename());
  }
  for (const auto& file : std::filesystem::directory_iterator(to)) {
    std::filesystem::permissions(file.path(),
                                 std::filesystem::perms::owner_read |
                                     std::filesystem::perms::owner_write);
  }
}

v1::LookupResponse LookUpDense(const Store& store, int64_t batch) {
  const absl::StatusOr<v1::LookupResponse> answer = store.Lookup(
      Dimensions("dense_bias_relu", {batch, 512, 512}),
      MakeTarget("llvm", {"cpu"}, {{"mcpu", "skylake-avx512"}}), {});
  EXPECT_TRUE(answer.ok()) << answer.status();
  return *answer;
}

class MigrationTest : public ::testing::Test {
 protected:
  MigrationTest() { CopyVersion1(folder_.path()); }

  const TemporaryFolder folder_;
};

TEST_F(MigrationTest, AFolderOfTheFirstVersionOpensWithAllItsRecords) {
  const std::unique_ptr<Store> store = OpenStore(folder_.path());
  const Totals totals = store->GetTotals();
  EXPECT_EQ(totals.records(), 44);
  EXPECT_EQ(totals.workloads(), 6);
  EXPECT_EQ(totals.targets(), 3);
  EXPECT_EQ(totals.sources(), 2);
  EXPECT_EQ(totals.failed_measurements(), 2);
}

TEST_F(MigrationTest, ItsTablesAndItsLogAnswer) {
  const std::unique_ptr<Store> store = OpenStore(folder_.path());
  // A table's record and its best cost, and one of the log.
  const absl::StatusOr<v1::StoredRecord> of_table =
      store->GetRecord("9d54d638672490b3976983e89caed472");
  ASSERT_TRUE(of_table.ok()) << of_table.status();
  EXPECT_EQ(of_table->record().workload().structural_hash(),
            "conv2d_nchw.cuda");
  const v1::LookupResponse best = LookUpDense(*store, 96);
  ASSERT_EQ(best.matches_size(), 1);
  EXPECT_EQ(best.matches(0).stored().record_id(),
            "ea1206c22eda40b1030a53c96b5d22d2");
  EXPECT_EQ(best.matches(0).distance_factor(), 96);
}

TEST_F(MigrationTest, ItTakesNewRecordsAndKeepsBoth) {
  {
    const std::unique_ptr<Store> store = OpenStore(folder_.path());
    testing::Push(
        *store,
        {MakeRecord(Dimensions("dense_bias_relu", {96, 512, 512}),
                    MakeTarget("llvm", {"cpu"}, {{"mcpu", "skylake-avx512"}}),
                    1e-5)});
  }
  const std::unique_ptr<Store> store = OpenStore(folder_.path());
  EXPECT_EQ(store->GetTotals().records(), 45);
  const v1::LookupResponse best = LookUpDense(*store, 96);
  ASSERT_EQ(best.matches_size(), 1);
  EXPECT_EQ(best.matches(0).distance_factor(), 1);
}

}  // namespace
}  // namespace tunedex::storage
