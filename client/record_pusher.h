#ifndef TUNEDEX_CLIENT_RECORD_PUSHER_H_
#define TUNEDEX_CLIENT_RECORD_PUSHER_H_

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/push_stream.h"
#include "client/server_channel.h"
#include "tunedex/v1/ingest_service.grpc.pb.h"

namespace tunedex {

// How to push, and how long to bear with a lost server.
struct RecordPusherOptions {
  // "HOST:PORT".
  std::string server_address = kDefaultServerAddress;
  // Most requests sent and not yet acknowledged; bounds the memory. Default: 4.
  size_t max_in_flight = 4;
  // How long a lost server is looked for before pushing fails, from the loss
  // on. 0 fails at once. Default: 10 s.
  absl::Duration retry_time = absl::Seconds(10);
  // A server that answers nothing for so long counts as lost. Default: 10 s.
  absl::Duration response_timeout = absl::Seconds(10);
  // Called when the server is found lost and is to be tried again, once for
  // each loss: until something is acknowledged. May be null.
  absl::AnyInvocable<void()> on_lost = nullptr;
  // The clock, and how to wait between two tries; tests inject their own.
  absl::AnyInvocable<absl::Time()> now = absl::Now;
  absl::AnyInvocable<void(absl::Duration)> sleep = absl::SleepFor;
};

// Pushes records over one stream, several requests at a time. When the server
// is lost it connects again and sends what was not acknowledged once more,
// which changes nothing about records that were stored after all. To be used by
// one thread; results are delivered on that thread, from inside Send and
// Finish.
class RecordPusher {
 public:
  // Given every request with its response, in the order of the calls of Send.
  using ResultCallback = absl::AnyInvocable<void(
      const v1::PushRequest& request, const v1::PushResponse& response)>;

  // Connects with the first Send. INVALID_ARGUMENT for an address that is not
  // HOST:PORT.
  static absl::StatusOr<std::unique_ptr<RecordPusher>> Create(
      RecordPusherOptions options, ResultCallback on_result);

  // Sends a request, waiting while too many are in flight. UNAVAILABLE once the
  // server has been lost for the retry time, INVALID_ARGUMENT or
  // RESOURCE_EXHAUSTED if it refuses a request as a whole. After a failure
  // every further call fails alike.
  absl::Status Send(v1::PushRequest request);

  // Waits until everything sent is acknowledged, and closes the stream. Fails
  // as Send does.
  absl::Status Finish();

 private:
  RecordPusher(RecordPusherOptions options,
               std::unique_ptr<v1::IngestService::Stub> stub,
               ResultCallback on_result);

  absl::Status Drive(size_t most_unacknowledged);
  absl::Status Handle(PushStream::Event event);
  void WriteNext();
  absl::Status Acknowledge(const v1::PushResponse& response);
  absl::Status Lost(const absl::Status& status);
  void CloseStream();

  RecordPusherOptions options_;
  const std::unique_ptr<v1::IngestService::Stub> stub_;
  ResultCallback on_result_;
  std::unique_ptr<PushStream> stream_;
  std::deque<v1::PushRequest> unacknowledged_;
  // How many of them were written to the present stream.
  size_t written_ = 0;
  // When the server was first found lost since the last acknowledgement, and
  // how long to wait before the next try.
  std::optional<absl::Time> lost_since_;
  absl::Duration pause_;
  absl::Status failure_;
};

}  // namespace tunedex

#endif  // TUNEDEX_CLIENT_RECORD_PUSHER_H_
