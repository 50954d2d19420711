#ifndef TUNEDEX_SERVER_PUSH_STREAM_H_
#define TUNEDEX_SERVER_PUSH_STREAM_H_

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "server/call_counter.h"
#include "server/metrics.h"
#include "server/push_request.h"
#include "storage/store.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::server {

// One client's stream of pushes.
//
// Each request becomes a ticket. Tickets are settled when their records are
// durable, or at once if there is nothing to store, and answered strictly in
// order. At most kMaxPushesInFlight tickets are open: reading pauses until the
// oldest is answered, so a client that does not read its responses cannot fill
// the memory.
//
// The stream ends when everything that was read is answered and the client has
// closed its side, vanished, or sent a request that fails as a whole; when the
// store fails; or, while the server stops, as soon as nothing is in flight.
//
// Events come from gRPC's threads and from the store's. Each changes the state
// under the mutex and then calls Advance, in which one thread at a time starts
// what the state asks for, outside the mutex. So a read is never started after
// the end of the call, and a reaction may run within the call that started it.
// Shared ownership keeps the object for store callbacks that outlive the call.
class PushStream final
    : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>,
      public std::enable_shared_from_this<PushStream> {
 public:
  // The services must outlive the stream and its pushes. `forget` is
  // called at the end of the call, where the owner drops the stream.
  PushStream(storage::Store& store, Metrics& metrics, CallCounter& calls,
             std::function<void(PushStream*)> forget);

  // Starts to read. Called once, when the stream has its owner.
  void Start();

  // Ends the stream with UNAVAILABLE as soon as nothing is in flight.
  void Drain();

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  // A request between its arrival and its written response.
  struct Ticket {
    PushWork work;
    // The work's response while it is written.
    grpc::ByteBuffer response;
    // Set when settled; an error ends the stream at this place.
    std::optional<absl::Status> outcome;
  };
  enum class Step { kNone, kRead, kWrite, kFinish };

  void Accept(Ticket& ticket);
  absl::StatusOr<PushWork> ReadWork();
  void Submit(Ticket& ticket);
  absl::Status Conclude(absl::StatusOr<storage::Receipt> receipt,
                        Ticket& ticket);
  void Settle(Ticket& ticket, absl::Status outcome);
  void Advance();
  void Take(Step step);
  Step NextStep() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool HasAnswer() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status FinalStatus() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  storage::Store& store_;
  Metrics& metrics_;
  const CallCounter::Call call_;
  const std::function<void(PushStream*)> forget_;

  // Belongs to gRPC while a read is out, then to OnReadDone.
  grpc::ByteBuffer request_;

  absl::Mutex mutex_;
  // In the order of arrival. A ticket stays at its place in memory.
  std::deque<Ticket> tickets_ ABSL_GUARDED_BY(mutex_);
  // A thread is in Advance.
  bool advancing_ ABSL_GUARDED_BY(mutex_) = false;
  // A read is out, or what it brought is not submitted yet.
  bool reading_ ABSL_GUARDED_BY(mutex_) = false;
  // The client sends nothing more, or nothing more is read from it.
  bool input_over_ ABSL_GUARDED_BY(mutex_) = false;
  // No more responses are written: the client is gone, or the stream failed.
  bool output_over_ ABSL_GUARDED_BY(mutex_) = false;
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  // The error that ended the stream.
  absl::Status failure_ ABSL_GUARDED_BY(mutex_);
  // The oldest ticket while its response is written. Changed under the mutex,
  // by the thread in Advance and by OnWriteDone.
  Ticket* writing_ = nullptr;
  // What the call ends with. Touched only by the thread in Advance.
  absl::Status final_status_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_PUSH_STREAM_H_
