#ifndef TUNEDEX_TESTS_CLIENT_TEMP_FOLDER_H_
#define TUNEDEX_TESTS_CLIENT_TEMP_FOLDER_H_

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace tunedex {

// A new folder for a test's files, deleted with all it holds at the end.
class TempFolder {
 public:
  TempFolder() : path_(absl::StrCat(testing::TempDir(), "/client.XXXXXX")) {
    if (mkdtemp(path_.data()) == nullptr) {
      ADD_FAILURE() << "cannot make a folder in " << testing::TempDir();
    }
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }

  // Writes a file, making the folders above it; returns its path.
  std::string Write(absl::string_view name, absl::string_view content) const {
    const std::string path = absl::StrCat(path_, "/", name);
    std::filesystem::create_directories(
        std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

 private:
  std::string path_;
};

}  // namespace tunedex

#endif  // TUNEDEX_TESTS_CLIENT_TEMP_FOLDER_H_
