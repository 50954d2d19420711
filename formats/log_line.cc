#include "formats/log_line.h"

#include <cstddef>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/auto_scheduler_line.h"
#include "formats/autotvm_line.h"
#include "formats/checks.h"
#include "formats/limits.h"
#include "formats/line_format.h"
#include "formats/opaque_line.h"
#include "formats/parsed_line.h"
#include "formats/pickled_row.h"
#include "formats/target.h"
#include "formats/text.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::formats {
namespace {

constexpr absl::string_view kByteOrderMark = "\xef\xbb\xbf";

// Refuses what is no JSON object on one line, whatever it holds.
absl::Status CheckShape(absl::string_view line) {
  if (line.size() > kMaxLogLineBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the line has ", line.size(), " bytes, more than the ",
                     kMaxLogLineBytes, " allowed"));
  }
  if (IsComment(line)) {
    return absl::InvalidArgumentError("a blank line or comment is no record");
  }
  if (const size_t at = line.find('\n'); at != absl::string_view::npos) {
    return absl::InvalidArgumentError(absl::StrCat(
        "byte ", at,
        ": a line end inside the line; push each line on its own"));
  }
  const absl::string_view text = StripBlanks(line);
  if (text.front() == '{') return absl::OkStatus();
  if (IsPickledRow(text)) {
    return absl::InvalidArgumentError(
        "a pickled AutoTVM row; pickles are refused and never unpickled: write "
        "the log again as JSON with autotvm.record");
  }
  if (absl::Status status = CheckPlainText(line); !status.ok()) return status;
  return absl::InvalidArgumentError(absl::StrCat(
      "not a record: a log line is a JSON object, this is ", Quote(text)));
}

absl::StatusOr<ParsedLine> ReadByFormat(absl::string_view line) {
  const absl::StatusOr<LineFormat> format = DetectLineFormat(line);
  if (!format.ok()) return format.status();
  switch (*format) {
    case LineFormat::kAutoScheduler:
      return ReadAutoSchedulerLine(line);
    case LineFormat::kAutotvm:
      return ReadAutotvmLine(line);
    case LineFormat::kAutotvmLegacy:
      return ReadLegacyAutotvmLine(line);
    case LineFormat::kOpaque:
      break;
  }
  return ReadOpaqueLine(line);
}

// Checks what no single format reader is responsible for.
absl::Status CheckRecord(const v1::TuningRecord& record) {
  if (record.schedule().empty()) {
    return absl::InvalidArgumentError("the schedule is missing or empty");
  }
  return CheckVersions(record.versions());
}

}  // namespace

absl::string_view StripLineEnd(absl::string_view line) {
  if (line.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    line.remove_prefix(kByteOrderMark.size());
  }
  if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
  while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

bool IsComment(absl::string_view line) {
  const absl::string_view text = StripBlanks(StripLineEnd(line));
  return text.empty() || text.front() == '#';
}

absl::StatusOr<ParsedLine> ParseLogLine(absl::string_view line) {
  line = StripLineEnd(line);
  if (absl::Status status = CheckShape(line); !status.ok()) return status;
  absl::StatusOr<ParsedLine> parsed = ReadByFormat(line);
  if (!parsed.ok()) return parsed;
  v1::TuningRecord& record = parsed->record;
  record.mutable_versions();
  if (absl::Status status = CheckRecord(record); !status.ok()) return status;
  if (!IsKnownTargetKind(record.target().kind())) {
    parsed->AddWarning(
        "UNKNOWN_TARGET_KIND",
        absl::StrCat("the target kind ", Quote(record.target().kind()),
                     " is not one of TVM's: there are no default keys for it"));
  }
  record.set_log_line(line.data(), line.size());
  return parsed;
}

}  // namespace tunedex::formats
