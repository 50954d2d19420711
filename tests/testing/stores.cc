#include "tests/testing/stores.h"

#include <utility>

#include "gtest/gtest.h"
#include "storage/rocksdb/rocksdb_engine.h"

#if defined(__SANITIZE_THREAD__)
// The packaged RocksDB is not instrumented: how it synchronises its own memory
// cannot be seen, only that it copies and compares it.
extern "C" const char* __tsan_default_suppressions() {
  return "called_from_lib:librocksdb.so\n";
}
#endif

namespace tunedex::testing {

std::unique_ptr<storage::Engine> OpenEngine(const std::string& data_dir) {
  absl::StatusOr<std::unique_ptr<storage::Engine>> engine =
      storage::OpenRocksDbEngine({.data_dir = data_dir});
  EXPECT_TRUE(engine.ok()) << engine.status();
  return *std::move(engine);
}

std::unique_ptr<storage::Store> OpenStore(const std::string& data_dir,
                                          storage::Store::Options options) {
  absl::StatusOr<std::unique_ptr<storage::Store>> store =
      storage::Store::Create(OpenEngine(data_dir), std::move(options));
  EXPECT_TRUE(store.ok()) << store.status();
  return *std::move(store);
}

std::vector<std::string> Push(storage::Store& store,
                              const std::vector<v1::TuningRecord>& records,
                              const std::string& source,
                              const std::string& model) {
  const absl::StatusOr<storage::Receipt> receipt =
      store.PushAndWait({.source = source, .model = model, .records = records});
  EXPECT_TRUE(receipt.ok()) << receipt.status();
  std::vector<std::string> ids;
  for (const storage::Receipt::Entry& entry : receipt->entries) {
    ids.push_back(entry.record_id);
  }
  return ids;
}

}  // namespace tunedex::testing
