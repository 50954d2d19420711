#include "server/push_request.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/canonical_line.h"
#include "formats/log_line.h"
#include "server/error.h"
#include "server/limits.h"
#include "storage/store.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::server {
namespace {

absl::Status CheckName(absl::string_view what, absl::string_view name,
                       absl::string_view reason) {
  if (name.size() > kMaxNameBytes) {
    return WithReason(absl::InvalidArgumentError(absl::StrCat(
                          "the ", what, " has ", name.size(),
                          " bytes; at most ", kMaxNameBytes, " are allowed")),
                      reason, {{"limit_bytes", absl::StrCat(kMaxNameBytes)}});
  }
  auto control = std::find_if(name.begin(), name.end(), absl::ascii_iscntrl);
  if (control != name.end()) {
    return WithReason(absl::InvalidArgumentError(absl::StrCat(
                          "the ", what, " has a control character at byte ",
                          control - name.begin())),
                      reason);
  }
  return absl::OkStatus();
}

absl::Status CheckRequest(const v1::PushRequest& request) {
  if (request.source().empty()) {
    return WithReason(absl::InvalidArgumentError(
                          "the source is missing: every push says who pushes"),
                      reason::kMissingSource);
  }
  if (auto status =
          CheckName("source", request.source(), reason::kMalformedSource);
      !status.ok()) {
    return status;
  }
  if (auto status =
          CheckName("model", request.model(), reason::kMalformedModel);
      !status.ok()) {
    return status;
  }
  if (request.records_size() > kMaxPushRecords) {
    return WithReason(absl::InvalidArgumentError(absl::StrCat(
                          "a request holds at most ", kMaxPushRecords,
                          " records, not ", request.records_size())),
                      reason::kBatchTooLarge,
                      {{"limit", absl::StrCat(kMaxPushRecords)},
                       {"given", absl::StrCat(request.records_size())}});
  }
  return absl::OkStatus();
}

absl::StatusOr<formats::ParsedLine> ParseStructured(
    const v1::StructuredRecord& record) {
  auto line = formats::FormatCanonicalLine(record);
  if (!line.ok()) return line.status();
  return formats::ParseLogLine(*line);
}

void AddRecord(absl::StatusOr<formats::ParsedLine> parsed, PushWork& work) {
  v1::PushResult& result = *work.response.add_results();
  if (!parsed.ok()) {
    result.set_outcome(v1::PUSH_OUTCOME_REJECTED);
    *result.mutable_error() =
        ToRpcStatus(WithReason(parsed.status(), reason::kMalformedRecord));
    return;
  }
  for (v1::Warning& warning : parsed->warnings) {
    *result.add_warnings() = std::move(warning);
  }
  work.positions.push_back(work.response.results_size() - 1);
  work.submission.records.push_back(std::move(parsed->record));
}

void AddLine(absl::string_view log_line, PushWork& work) {
  absl::string_view line = formats::StripLineEnd(log_line);
  if (formats::IsComment(line)) {
    work.response.add_results()->set_outcome(v1::PUSH_OUTCOME_COMMENT);
    return;
  }
  AddRecord(formats::ParseLogLine(line), work);
}

void AddInput(const v1::RecordInput& input, PushWork& work) {
  switch (input.form_case()) {
    case v1::RecordInput::kLogLine:
      return AddLine(input.log_line(), work);
    case v1::RecordInput::kRecord:
      return AddRecord(ParseStructured(input.record()), work);
    case v1::RecordInput::FORM_NOT_SET:
      return AddRecord(absl::InvalidArgumentError(
                           "neither a log line nor a structured record"),
                       work);
  }
}

}  // namespace

absl::StatusOr<PushWork> ReadPushRequest(const v1::PushRequest& request) {
  if (auto status = CheckRequest(request); !status.ok()) return status;
  PushWork work;
  work.submission.source = request.source();
  work.submission.model = request.model();
  for (const v1::RecordInput& input : request.records()) AddInput(input, work);
  return work;
}

void FillIn(const storage::Receipt& receipt, PushWork& work) {
  work.response.set_revision(receipt.revision);
  for (size_t i = 0; i < work.positions.size(); ++i) {
    const storage::Receipt::Entry& entry = receipt.entries.at(i);
    v1::PushResult& result = *work.response.mutable_results(work.positions[i]);
    result.set_outcome(entry.stored ? v1::PUSH_OUTCOME_STORED
                                    : v1::PUSH_OUTCOME_DUPLICATE);
    result.set_record_id(absl::BytesToHexString(entry.record_id));
    result.set_failed_measurement(entry.failed_measurement);
  }
}

}  // namespace tunedex::server
