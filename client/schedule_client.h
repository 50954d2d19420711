#ifndef TUNEDEX_CLIENT_SCHEDULE_CLIENT_H_
#define TUNEDEX_CLIENT_SCHEDULE_CLIENT_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/server_channel.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "grpcpp/channel.h"
#include "tunedex/v1/admin_service.grpc.pb.h"
#include "tunedex/v1/lookup_service.grpc.pb.h"

namespace tunedex {

// How to reach a server.
struct ScheduleClientOptions {
  // "HOST:PORT".
  std::string server_address = kDefaultServerAddress;
  // How long one call may take, its retries included. Default: 10 s.
  absl::Duration call_timeout = absl::Seconds(10);
};

// Asks a Tunedex server for schedules. Every method waits for its answer; a
// failed call has the gRPC code, with details as payloads
// (client/grpc_status.h): UNAVAILABLE if the server cannot be reached after
// some retries, DEADLINE_EXCEEDED after the call timeout. Thread safe.
//
//   absl::StatusOr<std::unique_ptr<ScheduleClient>> client =
//       ScheduleClient::Create({.server_address = "tunedex:7420"});
//   v1::LookupRequest request;
//   request.mutable_workload()->set_workload_key(key);
//   request.mutable_target()->set_text("cuda -arch=sm_86");
//   absl::StatusOr<v1::LookupResponse> answer = (*client)->Lookup(request);
class ScheduleClient {
 public:
  // Connects with the first call. INVALID_ARGUMENT for an address that is not
  // HOST:PORT.
  static absl::StatusOr<std::unique_ptr<ScheduleClient>> Create(
      ScheduleClientOptions options);

  // The best schedule for one workload; a miss is an answer, not an error.
  absl::StatusOr<v1::LookupResponse> Lookup(
      const v1::LookupRequest& request) const;

  // Many lookups, answered in order, in as few calls as fit. A lookup that
  // cannot be answered has an error of its own; a failed call fails the whole.
  // An answer too large to share a message is asked for again by itself, and
  // lookups of a call that takes longer than the timeout in smaller calls.
  absl::StatusOr<std::vector<v1::BatchLookupResult>> BatchLookup(
      absl::Span<const v1::LookupRequest> requests) const;

  // NOT_FOUND for an id that is not stored, INVALID_ARGUMENT for text that is
  // no id.
  absl::StatusOr<v1::StoredRecord> GetRecord(
      const std::string& record_id) const;

  // Totals of the store.
  absl::StatusOr<v1::GetStatsResponse> GetStats() const;

  // Whether the server can answer: true if it says SERVING, false if it says
  // anything else.
  absl::StatusOr<bool> CheckHealth() const;

 private:
  ScheduleClient(std::shared_ptr<grpc::Channel> channel,
                 absl::Duration call_timeout);

  absl::StatusOr<v1::BatchLookupResponse> CallBatchLookup(
      absl::Span<const v1::LookupRequest> chunk) const;
  absl::Status AnswerChunk(absl::Span<const v1::LookupRequest> chunk,
                           std::vector<v1::BatchLookupResult>& results) const;

  const absl::Duration call_timeout_;
  const std::unique_ptr<v1::LookupService::Stub> lookup_;
  const std::unique_ptr<v1::AdminService::Stub> admin_;
  const std::unique_ptr<grpc::health::v1::Health::Stub> health_;
};

}  // namespace tunedex

#endif  // TUNEDEX_CLIENT_SCHEDULE_CLIENT_H_
