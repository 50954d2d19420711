#ifndef TUNEDEX_TESTS_TESTING_STORES_H_
#define TUNEDEX_TESTS_TESTING_STORES_H_

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "storage/store.h"

namespace tunedex::testing {

// A folder of its own for one test, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// A store in a data folder, over a real engine; fails the test if it cannot be
// opened.
std::unique_ptr<storage::Store> OpenStore(const std::string& data_dir);

// Pushes records and gives their ids; fails the test if they are not stored.
std::vector<std::string> Push(storage::Store& store,
                              const std::vector<v1::TuningRecord>& records,
                              const std::string& source = "test",
                              const std::string& model = "");

}  // namespace tunedex::testing

#endif  // TUNEDEX_TESTS_TESTING_STORES_H_
