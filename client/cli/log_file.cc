#include "client/cli/log_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/cli/line_reader.h"
#include "formats/limits.h"
#include "formats/log_line.h"

namespace tunedex::cli {
namespace {

namespace fs = std::filesystem;

absl::Status CannotRead(const std::string& why) {
  return absl::UnavailableError(absl::StrCat("cannot be read: ", why));
}

// The entries of a folder, sorted by name.
absl::StatusOr<std::vector<fs::path>> ListFolder(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  fs::directory_iterator end;
  for (fs::directory_iterator it(folder, error); !error && it != end;
       it.increment(error)) {
    entries.push_back(it->path());
  }
  if (error) {
    return CannotRead(error.message());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

void AddFolder(const fs::path& folder, LogPaths& found) {
  const absl::StatusOr<std::vector<fs::path>> entries = ListFolder(folder);
  if (!entries.ok()) {
    found.logs.push_back({.path = folder.string(), .status = entries.status()});
    return;
  }
  for (const fs::path& entry : *entries) {
    std::error_code error;
    if (entry.filename().string()[0] == '.') {
      found.left_out.push_back(absl::StrCat(entry.string(), " is hidden"));
    } else if (fs::is_directory(fs::symlink_status(entry, error))) {
      AddFolder(entry, found);
    } else if (fs::is_regular_file(entry, error)) {
      found.logs.push_back({.path = entry.string(), .from_folder = true});
    } else {
      // A link to a folder may lead back up; a pipe may never end.
      found.left_out.push_back(absl::StrCat(entry.string(), " is no file"));
    }
  }
}

// A JSON object, or a row of a pickled log, which the server refuses by name.
bool IsRecordLine(absl::string_view line) {
  constexpr int kTabsOfAPickledRow = 3;
  return absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "{") ||
         std::count(line.begin(), line.end(), '\t') >= kTabsOfAPickledRow;
}

}  // namespace

LogPaths FindLogs(const std::vector<std::string>& paths) {
  LogPaths found;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
      found.logs.push_back(
          {.path = path, .status = absl::NotFoundError("no such file")});
    } else if (fs::is_directory(status)) {
      AddFolder(path, found);
    } else {
      found.logs.push_back({.path = path});
    }
  }
  return found;
}

bool LooksBinary(absl::string_view beginning) {
  if (!absl::StrContains(beginning, '\0')) {
    return false;
  }
  const absl::string_view text = formats::StripLineEnd(beginning);
  constexpr absl::string_view kLogStarts = "{[# \t\r\n";
  return text.empty() || !absl::StrContains(kLogStarts, text[0]);
}

absl::StatusOr<bool> IsLog(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return CannotRead(std::strerror(errno));
  }
  const absl::Cleanup close_file = [descriptor] { close(descriptor); };
  LineReader lines(descriptor, formats::kMaxLogLineBytes);
  bool only_comments = true;
  while (true) {
    const absl::StatusOr<LineReader::Line> line = lines.Next();
    if (!line.ok()) {
      return line.status();
    }
    if (line->kind == LineReader::Line::Kind::kEnd) {
      return only_comments;
    }
    if (line->kind == LineReader::Line::Kind::kTooLong ||
        IsRecordLine(formats::StripLineEnd(line->text))) {
      return true;
    }
    only_comments = only_comments && formats::IsComment(line->text);
  }
}

absl::StatusOr<std::unique_ptr<LogFile>> LogFile::Open(
    const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return CannotRead(std::strerror(errno));
  }
  std::unique_ptr<LogFile> file(new LogFile(descriptor));
  const absl::StatusOr<absl::string_view> beginning = file->lines_.Peek();
  if (!beginning.ok()) {
    return beginning.status();
  }
  std::error_code error;
  if (LooksBinary(*beginning) && fs::is_regular_file(path, error) &&
      !IsLog(path).value_or(false)) {
    return absl::InvalidArgumentError("a binary file, not a log of text lines");
  }
  return file;
}

LogFile::LogFile(int descriptor)
    : descriptor_(descriptor), lines_(descriptor, formats::kMaxLogLineBytes) {}

LogFile::~LogFile() { close(descriptor_); }

}  // namespace tunedex::cli
