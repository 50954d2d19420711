#ifndef TUNEDEX_CLIENT_CLI_LOG_FILE_H_
#define TUNEDEX_CLIENT_CLI_LOG_FILE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/line_reader.h"

namespace tunedex::cli {

// A file to import, or a path that cannot be.
struct LogPath {
  std::string path;
  // NOT_FOUND or UNAVAILABLE for a path that does not exist or cannot be read.
  absl::Status status;
  // Found in a folder, where a file that is no log is no mistake.
  bool from_folder = false;
};

// What was found under the given paths.
struct LogPaths {
  // Files as given; folders as their files, at any depth, sorted by name.
  std::vector<LogPath> logs;
  // What was left out of folders, with the reason: hidden files and folders,
  // and what is no file. A path that was given by name is never left out.
  std::vector<std::string> left_out;
};
LogPaths FindLogs(const std::vector<std::string>& paths);

// An opened log.
class LogFile {
 public:
  // UNAVAILABLE for a file that cannot be read, INVALID_ARGUMENT for one that
  // is binary: no log.
  static absl::StatusOr<std::unique_ptr<LogFile>> Open(const std::string& path);

  ~LogFile();

  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  LineReader& lines() { return lines_; }

 private:
  explicit LogFile(int descriptor);

  const int descriptor_;
  LineReader lines_;
};

// Whether a file that begins like this is no text: it has a NUL byte and does
// not start as a log or a comment does. (NUL bytes that a crash left in a log
// cost only their own lines.)
bool LooksBinary(absl::string_view beginning);

// Whether a file is a log, whatever it begins with: some line is a JSON object
// or a pickled row, or all of them are comments and blanks. Reads as far as it
// has to, so not to be asked of a pipe. UNAVAILABLE if the file cannot be read.
absl::StatusOr<bool> IsLog(const std::string& path);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_LOG_FILE_H_
