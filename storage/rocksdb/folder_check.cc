#include "storage/rocksdb/folder_check.h"

#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace tunedex::storage {
namespace {

// What lies there before CURRENT does: in a folder whose making was cut short,
// and at the root of a file system.
bool MayComeFirst(const std::string& name) {
  return name == "LOCK" || name == "IDENTITY" || name == "tunedex.lock" ||
         name == "MANIFEST-000001" || name == "lost+found" ||
         absl::EndsWith(name, ".dbtmp");
}

bool IsOfDatabase(const std::string& name) {
  return absl::EndsWith(name, ".sst") || absl::EndsWith(name, ".log") ||
         absl::StartsWith(name, "MANIFEST-") ||
         absl::StartsWith(name, "OPTIONS-");
}

}  // namespace

absl::Status CheckDataFolder(const std::string& folder) {
  std::error_code ignored;
  // What cannot be listed, or is no folder, cannot be opened either.
  std::filesystem::directory_iterator files(folder, ignored);
  if (std::filesystem::exists(folder + "/CURRENT", ignored)) {
    return absl::OkStatus();
  }
  std::string stranger;
  for (; files != std::filesystem::directory_iterator();
       files.increment(ignored)) {
    const std::string name = files->path().filename();
    if (IsOfDatabase(name) && !MayComeFirst(name)) {
      return absl::DataLossError(absl::StrCat(
          "data folder ", folder, " is damaged: its file CURRENT is missing"));
    }
    if (!MayComeFirst(name)) stranger = name;
  }
  if (stranger.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("data folder ", folder, " holds other files (", stranger,
                   ") and no database: give a folder of its own"));
}

}  // namespace tunedex::storage
