#include "client/schedule_client.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/grpc_status.h"
#include "client/lookup_chunks.h"
#include "client/server_channel.h"
#include "grpcpp/channel.h"
#include "grpcpp/client_context.h"

namespace tunedex {
namespace {

// A chunk of 256 comes down to single lookups in two steps, so that a server
// that hangs is given up after three timeouts.
constexpr size_t kPartsOfSlowChunk = 16;

// One unary call with a deadline: `call` is given the context and the place for
// the response.
template <typename Response, typename Call>
absl::StatusOr<Response> CallWithin(absl::Duration timeout, Call call) {
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(absl::Now() + timeout));
  Response response;
  const absl::Status status = FromGrpcStatus(call(&context, &response));
  if (!status.ok()) {
    return status;
  }
  return response;
}

bool IsAnswerTooLarge(const v1::BatchLookupResult& result) {
  if (!result.has_error()) {
    return false;
  }
  const std::optional<google::rpc::ErrorInfo> info =
      GetErrorInfo(FromRpcStatus(result.error()));
  return info.has_value() && info->reason() == "ANSWER_TOO_LARGE";
}

v1::BatchLookupResult MakeResult(absl::StatusOr<v1::LookupResponse> answer) {
  v1::BatchLookupResult result;
  if (answer.ok()) {
    *result.mutable_answer() = *std::move(answer);
  } else {
    *result.mutable_error() = ToRpcStatus(answer.status());
  }
  return result;
}

}  // namespace

absl::StatusOr<std::unique_ptr<ScheduleClient>> ScheduleClient::Create(
    ScheduleClientOptions options) {
  absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      OpenServerChannel(options.server_address);
  if (!channel.ok()) {
    return channel.status();
  }
  return std::unique_ptr<ScheduleClient>(
      new ScheduleClient(*std::move(channel), options.call_timeout));
}

ScheduleClient::ScheduleClient(std::shared_ptr<grpc::Channel> channel,
                               absl::Duration call_timeout)
    : call_timeout_(call_timeout),
      lookup_(v1::LookupService::NewStub(channel)),
      admin_(v1::AdminService::NewStub(channel)),
      health_(grpc::health::v1::Health::NewStub(channel)) {}

absl::StatusOr<v1::LookupResponse> ScheduleClient::Lookup(
    const v1::LookupRequest& request) const {
  return CallWithin<v1::LookupResponse>(
      call_timeout_, [&](auto* context, auto* response) {
        return lookup_->Lookup(context, request, response);
      });
}

absl::StatusOr<v1::BatchLookupResponse> ScheduleClient::CallBatchLookup(
    absl::Span<const v1::LookupRequest> chunk) const {
  v1::BatchLookupRequest batch;
  batch.mutable_requests()->Add(chunk.begin(), chunk.end());
  absl::StatusOr<v1::BatchLookupResponse> response =
      CallWithin<v1::BatchLookupResponse>(
          call_timeout_, [&](auto* context, auto* response) {
            return lookup_->BatchLookup(context, batch, response);
          });
  if (response.ok() && response->results_size() != batch.requests_size()) {
    return absl::InternalError(
        absl::StrCat("the server gave ", response->results_size(),
                     " answers to ", batch.requests_size(), " lookups"));
  }
  return response;
}

// Adds the results of lookups that fit into one message.
absl::Status ScheduleClient::AnswerChunk(
    absl::Span<const v1::LookupRequest> chunk,
    std::vector<v1::BatchLookupResult>& results) const {
  absl::StatusOr<v1::BatchLookupResponse> response = CallBatchLookup(chunk);
  if (absl::IsDeadlineExceeded(response.status()) && chunk.size() > 1) {
    // The lookups may just be too slow together. Where the server hangs, the
    // first of the parts fails, and the whole with it.
    const size_t part =
        (chunk.size() + kPartsOfSlowChunk - 1) / kPartsOfSlowChunk;
    for (size_t begin = 0; begin < chunk.size(); begin += part) {
      const absl::Status status =
          AnswerChunk(chunk.subspan(begin, part), results);
      if (!status.ok()) {
        return status;
      }
    }
    return absl::OkStatus();
  }
  if (!response.ok()) {
    return response.status();
  }
  for (size_t i = 0; i < chunk.size(); ++i) {
    v1::BatchLookupResult& result = *response->mutable_results(i);
    results.push_back(IsAnswerTooLarge(result) ? MakeResult(Lookup(chunk[i]))
                                               : std::move(result));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<v1::BatchLookupResult>> ScheduleClient::BatchLookup(
    absl::Span<const v1::LookupRequest> requests) const {
  std::vector<v1::BatchLookupResult> results;
  results.reserve(requests.size());
  for (const absl::Span<const v1::LookupRequest> chunk :
       SplitIntoChunks(requests)) {
    const absl::Status status = AnswerChunk(chunk, results);
    if (!status.ok()) {
      return status;
    }
  }
  return results;
}

absl::StatusOr<v1::StoredRecord> ScheduleClient::GetRecord(
    const std::string& record_id) const {
  v1::GetRecordRequest request;
  request.set_record_id(record_id);
  absl::StatusOr<v1::GetRecordResponse> response =
      CallWithin<v1::GetRecordResponse>(
          call_timeout_, [&](auto* context, auto* response) {
            return admin_->GetRecord(context, request, response);
          });
  if (!response.ok()) {
    return response.status();
  }
  return std::move(*response->mutable_stored());
}

absl::StatusOr<v1::GetStatsResponse> ScheduleClient::GetStats() const {
  return CallWithin<v1::GetStatsResponse>(
      call_timeout_, [&](auto* context, auto* response) {
        return admin_->GetStats(context, v1::GetStatsRequest(), response);
      });
}

absl::StatusOr<bool> ScheduleClient::CheckHealth() const {
  using ::grpc::health::v1::HealthCheckRequest;
  using ::grpc::health::v1::HealthCheckResponse;
  absl::StatusOr<HealthCheckResponse> response =
      CallWithin<HealthCheckResponse>(
          call_timeout_, [&](auto* context, auto* response) {
            return health_->Check(context, HealthCheckRequest(), response);
          });
  if (!response.ok()) {
    return response.status();
  }
  return response->status() == HealthCheckResponse::SERVING;
}

}  // namespace tunedex
