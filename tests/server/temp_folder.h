#ifndef TUNEDEX_TESTS_SERVER_TEMP_FOLDER_H_
#define TUNEDEX_TESTS_SERVER_TEMP_FOLDER_H_

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace tunedex::server {

// A new folder, deleted with all it holds at the end.
class TempFolder {
 public:
  TempFolder() : path_(absl::StrCat(testing::TempDir(), "/tunedex.XXXXXX")) {
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

 private:
  std::string path_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_TESTS_SERVER_TEMP_FOLDER_H_
