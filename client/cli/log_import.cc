#include "client/cli/log_import.h"

#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/cli/console.h"
#include "client/cli/import_counts.h"
#include "client/cli/line_pusher.h"
#include "client/cli/line_reader.h"
#include "client/cli/log_file.h"
#include "client/cli/units.h"
#include "client/record_pusher.h"
#include "formats/limits.h"
#include "formats/log_line.h"

namespace tunedex::cli {
namespace {

std::string LostText(const RecordPusherOptions& options) {
  return absl::StrCat("the server ", options.server_address,
                      " is lost; trying again for up to ",
                      FormatNumber(absl::ToDoubleSeconds(options.retry_time)),
                      " s");
}

}  // namespace

absl::StatusOr<std::unique_ptr<LogImport>> LogImport::Create(
    RecordPusherOptions options, const std::string& source,
    const std::string& model, Console& console) {
  std::unique_ptr<LogImport> log_import(new LogImport(console));
  options.on_lost = [target = log_import.get(), text = LostText(options)] {
    target->Note(text);
  };
  absl::StatusOr<std::unique_ptr<LinePusher>> pusher = LinePusher::Create(
      std::move(options), source, model,
      [target = log_import.get()](const v1::PushResult& result,
                                  const LineOrigin& origin) {
        target->TakeResult(result, origin);
      });
  if (!pusher.ok()) {
    return pusher.status();
  }
  log_import->pusher_ = *std::move(pusher);
  return log_import;
}

LogImport::LogImport(Console& console)
    : console_(console), progress_(console) {}

absl::Status LogImport::Run(const std::vector<std::string>& paths) {
  const LogPaths found = FindLogs(paths);
  for (const std::string& left_out : found.left_out) {
    Note(absl::StrCat(left_out, " and was left out"));
  }
  for (size_t i = 0; i < found.logs.size(); ++i) {
    const absl::Status status = ImportFile(i, found.logs[i]);
    if (!status.ok()) {
      progress_.Clear();
      return status;
    }
  }
  const absl::Status status = pusher_->Finish();
  progress_.Clear();
  return status;
}

absl::Status LogImport::ImportFile(size_t file_index, const LogPath& log) {
  const LineOrigin whole_file = {
      .file_index = file_index, .file = log.path, .line = 0};
  if (!log.status.ok()) {
    Refuse(whole_file, log.status.message());
    return absl::OkStatus();
  }
  if (log.from_folder && !IsLog(log.path).value_or(true)) {
    Note(absl::StrCat(log.path, " is no log and was left out"));
    return absl::OkStatus();
  }
  const absl::StatusOr<std::unique_ptr<LogFile>> file = LogFile::Open(log.path);
  if (!file.ok()) {
    Refuse(whole_file, file.status().message());
    return absl::OkStatus();
  }
  ++files_read_;
  return ImportLines(file_index, log.path, (*file)->lines());
}

absl::Status LogImport::ImportLines(size_t file_index, const std::string& path,
                                    LineReader& lines) {
  LineOrigin origin = {.file_index = file_index, .file = path, .line = 0};
  while (true) {
    const absl::StatusOr<LineReader::Line> line = lines.Next();
    if (!line.ok()) {
      ++origin.line;
      Refuse(origin, line.status().message());
      return absl::OkStatus();
    }
    if (line->kind == LineReader::Line::Kind::kEnd) {
      break;
    }
    origin.line = line->number;
    const absl::Status status = ImportLine(*line, origin);
    if (!status.ok()) {
      return status;
    }
    ShowProgress(path);
  }
  if (origin.line == 0) {
    Note(absl::StrCat(path, " is empty"));
  }
  return absl::OkStatus();
}

absl::Status LogImport::ImportLine(const LineReader::Line& line,
                                   LineOrigin origin) {
  if (line.kind == LineReader::Line::Kind::kTooLong) {
    Refuse(std::move(origin),
           absl::StrCat("the line is longer than ", formats::kMaxLogLineBytes,
                        " bytes"));
    return absl::OkStatus();
  }
  if (formats::IsComment(formats::StripLineEnd(line.text))) {
    counts_.AddComment();
    return absl::OkStatus();
  }
  return pusher_->Push(line.text, std::move(origin));
}

void LogImport::Note(absl::string_view text) {
  progress_.Clear();
  PrintMessage(console_, absl::StrCat("note: ", text));
}

// Counts a line that never reaches the server.
void LogImport::Refuse(LineOrigin origin, absl::string_view reason) {
  v1::PushResult result;
  result.set_outcome(v1::PUSH_OUTCOME_REJECTED);
  result.mutable_error()->set_message(std::string(reason));
  TakeResult(result, origin);
}

void LogImport::TakeResult(const v1::PushResult& result,
                           const LineOrigin& origin) {
  counts_.AddResult(result, origin);
  if (result.outcome() == v1::PUSH_OUTCOME_REJECTED) {
    progress_.Clear();
    console_.err << Printable(origin.file) << ":" << origin.line << ": "
                 << Printable(result.error().message()) << "\n";
  }
}

void LogImport::ShowProgress(const std::string& path) {
  if (progress_.IsDue()) {
    progress_.Show(absl::StrCat(counts_.lines(), " lines, ", counts_.rejected(),
                                " rejected, now ", Printable(path)));
  }
}

}  // namespace tunedex::cli
