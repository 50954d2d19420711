#ifndef TUNEDEX_CLIENT_CLI_LOG_IMPORT_H_
#define TUNEDEX_CLIENT_CLI_LOG_IMPORT_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/console.h"
#include "client/cli/import_counts.h"
#include "client/cli/line_pusher.h"
#include "client/cli/line_reader.h"
#include "client/cli/log_file.h"
#include "client/cli/progress_line.h"
#include "client/record_pusher.h"

namespace tunedex::cli {

// Pushes the lines of log files and counts what becomes of them. Rejects are
// printed as they come; whatever is wrong with one file or line, the others go
// on.
class LogImport {
 public:
  // Fails as RecordPusher::Create does. The console must outlive it.
  static absl::StatusOr<std::unique_ptr<LogImport>> Create(
      RecordPusherOptions options, const std::string& source,
      const std::string& model, Console& console);

  // Imports files and folders. Fails as RecordPusher::Send does, when the
  // server is lost; the counts then hold what was acknowledged.
  absl::Status Run(const std::vector<std::string>& paths);

  const ImportCounts& counts() const { return counts_; }

  // How many files could be read.
  size_t files_read() const { return files_read_; }

 private:
  explicit LogImport(Console& console);

  absl::Status ImportFile(size_t file_index, const LogPath& log);
  absl::Status ImportLines(size_t file_index, const std::string& path,
                           LineReader& lines);
  absl::Status ImportLine(const LineReader::Line& line, LineOrigin origin);
  void Note(absl::string_view text);
  void Refuse(LineOrigin origin, absl::string_view reason);
  void TakeResult(const v1::PushResult& result, const LineOrigin& origin);
  void ShowProgress(const std::string& path);

  Console& console_;
  ProgressLine progress_;
  ImportCounts counts_;
  size_t files_read_ = 0;
  std::unique_ptr<LinePusher> pusher_;
};

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_LOG_IMPORT_H_
