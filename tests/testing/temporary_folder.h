#ifndef TUNEDEX_TESTS_TESTING_TEMPORARY_FOLDER_H_
#define TUNEDEX_TESTS_TESTING_TEMPORARY_FOLDER_H_

#include <string>

#include "absl/strings/string_view.h"

namespace tunedex::testing {

// A folder of its own for one test, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

  // Writes a file, making the folders above it, and gives its path.
  std::string Write(absl::string_view name, absl::string_view content) const;

 private:
  std::string path_;
};

}  // namespace tunedex::testing

#endif  // TUNEDEX_TESTS_TESTING_TEMPORARY_FOLDER_H_
