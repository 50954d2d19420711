#include "tests/testing/temporary_folder.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace tunedex::testing {

TemporaryFolder::TemporaryFolder()
    : path_(absl::StrCat(::testing::TempDir(), "/tunedex.XXXXXX")) {
  if (mkdtemp(path_.data()) == nullptr) {
    ADD_FAILURE() << "cannot make a folder in " << ::testing::TempDir();
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::Write(absl::string_view name,
                                   absl::string_view content) const {
  const std::string path = absl::StrCat(path_, "/", name);
  std::filesystem::create_directories(
      std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

}  // namespace tunedex::testing
