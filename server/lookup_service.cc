#include "server/lookup_service.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "formats/target.h"
#include "formats/workload_key.h"
#include "google/protobuf/unknown_field_set.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/server_callback.h"
#include "server/error.h"
#include "server/limits.h"
#include "server/metrics.h"
#include "server/unary.h"
#include "server/wire.h"
#include "storage/engine.h"
#include "storage/scope.h"
#include "storage/store.h"
#include "storage/stored_record.h"
#include "tunedex/v1/lookup_service.pb.h"
#include "tunedex/v1/target.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::server {
namespace {

void WarnOfUnknownKind(const v1::Target& target, v1::LookupResponse& response) {
  if (formats::IsKnownTargetKind(target.kind())) return;
  v1::Warning& warning = *response.add_warnings();
  warning.set_code("UNKNOWN_TARGET_KIND");
  warning.set_text(
      absl::StrCat("the target kind \"", target.kind(),
                   "\" is not one of TVM's: there are no default keys for it"));
}

// A misspelt name would be unset on both sides, and so always equal.
void WarnOfUnsetAttributes(const v1::LookupOptions& options,
                           const v1::Target& target,
                           v1::LookupResponse& response) {
  for (const std::string& name : options.required_attributes()) {
    if (!storage::ComparableAttribute(target, name).empty()) continue;
    v1::Warning& warning = *response.add_warnings();
    warning.set_code("REQUIRED_ATTRIBUTE_NOT_SET");
    warning.set_text(
        absl::StrCat("the wanted target has no attribute \"",
                     absl::Utf8SafeCEscape(name.substr(0, 80)),
                     "\"; only records answer that have none, either"));
  }
}

// Puts a record into an answer. Most of an answer is its record, so the bytes
// of one that is kept are used as they are: as an unknown field they are
// written out where the record would be.
void WriteRecord(const storage::HistoryEntry& entry, TargetTexts& texts,
                 v1::StoredRecord& stored) {
  storage::FillFilings(entry, stored);
  if (entry.record.has_target()) {
    stored.set_target_text(texts.Of(entry.record.target()));
  }
  if (entry.serialized_record.empty()) {
    *stored.mutable_record() = entry.record;
    return;
  }
  *stored.GetReflection()->MutableUnknownFields(&stored)->AddLengthDelimited(
      v1::StoredRecord::kRecordFieldNumber) = entry.serialized_record;
}

absl::Status AnswerTooLarge(size_t size, size_t limit, const char* advice) {
  return WithReason(absl::ResourceExhaustedError(absl::StrCat(
                        "the answer of ", size, " bytes does not fit into ",
                        limit, "; ", advice)),
                    reason::kAnswerTooLarge,
                    {{"limit_bytes", absl::StrCat(limit)},
                     {"answer_bytes", absl::StrCat(size)}});
}

absl::Status CheckBatchSize(const v1::BatchLookupRequest& request) {
  if (request.requests_size() <= kMaxBatchLookups) return absl::OkStatus();
  return WithReason(absl::InvalidArgumentError(absl::StrCat(
                        "a batch holds at most ", kMaxBatchLookups,
                        " lookups, not ", request.requests_size())),
                    reason::kBatchTooLarge,
                    {{"limit", absl::StrCat(kMaxBatchLookups)},
                     {"given", absl::StrCat(request.requests_size())}});
}

}  // namespace

grpc::ServerUnaryReactor* LookupService::Lookup(
    grpc::CallbackServerContext* /*context*/, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  return AnswerEncoded<v1::LookupRequest>(
      calls_, *request, response,
      [&](const v1::LookupRequest& decoded, EncodedMessages& encoded) {
        return FindOne(decoded, encoded);
      });
}

grpc::ServerUnaryReactor* LookupService::BatchLookup(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  return AnswerEncoded<v1::BatchLookupRequest>(
      calls_, *request, response,
      [&](const v1::BatchLookupRequest& decoded, EncodedMessages& encoded) {
        return FindAll(*context, decoded, encoded);
      });
}

absl::Status LookupService::FindOne(const v1::LookupRequest& request,
                                    EncodedMessages& encoded) {
  CallArena arena;
  auto& answer = arena.Make<v1::LookupResponse>();
  TargetTexts texts;
  absl::Status status = FindAndCount(request, texts, answer);
  if (!status.ok()) return status;
  const size_t size = encoded.Add(answer, kMaxSingleAnswerBytes);
  if (size <= kMaxSingleAnswerBytes) return absl::OkStatus();
  return AnswerTooLarge(size, kMaxSingleAnswerBytes,
                        "ask for fewer alternatives or a smaller top_k");
}

absl::Status LookupService::Find(const v1::LookupRequest& request,
                                 TargetTexts& texts,
                                 v1::LookupResponse& answer) {
  auto workload = formats::ReadWorkloadInput(request.workload());
  if (!workload.ok()) {
    return WithReason(workload.status(), reason::kMalformedWorkload);
  }
  const auto read = targets_.Read(request.target());
  if (!read.ok()) {
    return WithReason(read.status(), reason::kMalformedTarget);
  }
  const v1::Target& target = **read;
  const auto write = [&](const storage::HistoryEntry& entry,
                         v1::StoredRecord& stored) {
    WriteRecord(entry, texts, stored);
  };
  absl::Status found =
      store_.Lookup(*workload, target, request.options(), write, answer);
  if (!found.ok()) return WithStoreReason(found, reason::kInvalidOption);
  WarnOfUnknownKind(target, answer);
  WarnOfUnsetAttributes(request.options(), target, answer);
  return absl::OkStatus();
}

absl::Status LookupService::FindAndCount(const v1::LookupRequest& request,
                                         TargetTexts& texts,
                                         v1::LookupResponse& answer) {
  const absl::Time start = absl::Now();
  absl::Status status = Find(request, texts, answer);
  metrics_.CountLookup(status, answer, absl::Now() - start);
  return status;
}

absl::Status LookupService::FindAll(const grpc::CallbackServerContext& context,
                                    const v1::BatchLookupRequest& request,
                                    EncodedMessages& encoded) {
  if (absl::Status status = CheckBatchSize(request); !status.ok()) {
    return status;
  }
  CallArena arena;
  TargetTexts texts;
  for (const v1::LookupRequest& item : request.requests()) {
    if (context.IsCancelled()) {
      return absl::CancelledError("the caller gave up");
    }
    FindInBatch(item, texts, arena.Make<v1::BatchLookupResponse>(), encoded);
    arena.Reset();
  }
  return absl::OkStatus();
}

// Adds the result of one lookup, as a response of its own.
void LookupService::FindInBatch(const v1::LookupRequest& request,
                                TargetTexts& texts,
                                v1::BatchLookupResponse& response,
                                EncodedMessages& encoded) {
  v1::BatchLookupResult& result = *response.add_results();
  absl::Status status = FindAndCount(request, texts, *result.mutable_answer());
  if (status.ok()) {
    const size_t left =
        kMaxBatchAnswerBytes - std::min(encoded.size(), kMaxBatchAnswerBytes);
    const size_t size = encoded.Add(response, kMaxBatchAnswerBytes);
    if (size <= left) return;
    status = AnswerTooLarge(size, left, "ask for this one alone");
  }
  *result.mutable_error() = ToRpcStatus(status);
  encoded.Add(response);
}

}  // namespace tunedex::server
