#include "client/cli/batch_lookup.h"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cli/batch_line.h"
#include "client/cli/batch_notes.h"
#include "client/cli/console.h"
#include "client/cli/json_output.h"
#include "client/cli/line_reader.h"
#include "client/schedule_client.h"
#include "formats/limits.h"
#include "formats/log_line.h"

namespace tunedex::cli {
namespace {

constexpr size_t kMaxPartLines = 256;
// Enough to keep reading, the server and printing all at work.
constexpr size_t kMaxPartsInFlight = 4;

}  // namespace

BatchLookup::BatchLookup(const ScheduleClient& client, std::string file,
                         BatchDefaults defaults, AnswerStyle style,
                         Console& console)
    : client_(client),
      defaults_(std::move(defaults)),
      style_(style),
      out_(console.out),
      notes_(console, std::move(file)) {}

absl::Status BatchLookup::Run(LineReader& lines) {
  while (out_.good()) {
    absl::Status status;
    if (!lines.HasInput()) {
      status = Finish();
    } else if (entries_.size() == kMaxPartLines) {
      Ask();
      status = AnswerAllBut(kMaxPartsInFlight - 1);
    }
    if (!status.ok()) {
      return status;
    }
    const absl::StatusOr<LineReader::Line> line = lines.Next();
    if (!line.ok()) {
      input_failed_ = true;
      Finish().IgnoreError();
      return line.status();
    }
    if (line->kind == LineReader::Line::Kind::kEnd) {
      return Finish();
    }
    Take(*line);
  }
  return absl::OkStatus();
}

void BatchLookup::Take(const LineReader::Line& line) {
  if (line.kind == LineReader::Line::Kind::kTooLong) {
    entries_.push_back(
        {line.number, absl::InvalidArgumentError(
                          absl::StrCat("the line is longer than ",
                                       formats::kMaxLogLineBytes, " bytes"))});
    return;
  }
  // Every line is answered, blank ones too: answers are told by their position.
  BatchLine read = ParseBatchLine(formats::StripLineEnd(line.text), defaults_);
  for (const std::string& field : read.unknown_fields) {
    notes_.AddUnknownField(line.number, field);
  }
  entries_.push_back({line.number, read.request.status()});
  if (read.request.ok()) {
    requests_.push_back(*std::move(read.request));
  }
}

// Sends the lines taken so far to the server.
void BatchLookup::Ask() {
  in_flight_.push_back(
      {.entries = std::exchange(entries_, {}),
       .results = std::async(
           std::launch::async,
           [&client = client_, requests = std::exchange(requests_, {})] {
             return client.BatchLookup(requests);
           })});
}

// Answers the lines of the oldest parts, until only so many parts are left.
absl::Status BatchLookup::AnswerAllBut(size_t parts) {
  while (in_flight_.size() > parts) {
    Part part = std::move(in_flight_.front());
    in_flight_.pop_front();
    if (const absl::Status status = Answer(std::move(part)); !status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

// Answers all lines taken so far.
absl::Status BatchLookup::Finish() {
  Ask();
  return AnswerAllBut(0);
}

absl::Status BatchLookup::Answer(Part part) {
  const absl::StatusOr<std::vector<v1::BatchLookupResult>> results =
      part.results.get();
  if (!results.ok()) {
    return results.status();
  }
  auto result = results->begin();
  for (const Entry& entry : part.entries) {
    out_ << JsonLine(
        entry.status.ok()
            ? ResultJson(entry.line, *result++)
            : ErrorJson(notes_.Locate(entry.line, entry.status.message())));
  }
  out_.flush();
  return absl::OkStatus();
}

nlohmann::ordered_json BatchLookup::ResultJson(
    int64_t line, const v1::BatchLookupResult& result) {
  if (!result.has_answer()) {
    return ErrorJson(notes_.Locate(line, result.error().message()));
  }
  for (const v1::Warning& warning : result.answer().warnings()) {
    notes_.AddWarning(line, warning);
  }
  return AnswerJson(result.answer(), style_);
}

}  // namespace tunedex::cli
