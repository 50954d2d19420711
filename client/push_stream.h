#ifndef TUNEDEX_CLIENT_PUSH_STREAM_H_
#define TUNEDEX_CLIENT_PUSH_STREAM_H_

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "grpcpp/client_context.h"
#include "grpcpp/completion_queue.h"
#include "tunedex/v1/ingest_service.grpc.pb.h"

namespace tunedex {

// One push call, from its start until it ends for whatever reason; a
// client/record_pusher.h makes a new one after a lost connection. Driven by its
// caller's thread alone: nothing happens except in its methods, so there is
// nothing to lock. Writing and reading overlap all the same, as neither waits
// in its own method but both in Next: a server that answers before it reads on
// is never blocked by a client that writes before it reads.
class PushStream {
 public:
  // What happened on the stream.
  enum class Event {
    // Nothing until the deadline.
    kNothing,
    // The stream has opened, or a request has been handed to the connection.
    kCanWrite,
    // A response has arrived; see response().
    kResponse,
    // No more will come; see Finish().
    kEnded,
  };

  // Starts the call. The stub must outlive the stream.
  explicit PushStream(v1::IngestService::Stub& stub);

  // Cancels the call if it has not ended.
  ~PushStream();

  PushStream(const PushStream&) = delete;
  PushStream& operator=(const PushStream&) = delete;

  // The next event. A deadline in the past only looks whether there is one.
  Event Next(absl::Time deadline);

  // Whether a request may be written now.
  bool can_write() const { return open_ && !writing_; }

  // Begins to send a request, which is copied. Needs can_write().
  void Write(const v1::PushRequest& request);

  // The response of the last kResponse event, until Next is called again.
  const v1::PushResponse& response() const { return response_; }

  // Tells the server that no request follows; it then ends the stream. Needs
  // can_write().
  void WritesDone();

  // What the call ended with. Cancels it first if it goes on, which gives
  // CANCELLED. The last call on a stream.
  absl::Status Finish();

 private:
  enum Tag : intptr_t { kStart = 1, kRead, kWrite, kFinish };

  void Read();
  Event Handle(Tag tag, bool ok);
  void Drain();

  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<
      grpc::ClientAsyncReaderWriter<v1::PushRequest, v1::PushResponse>>
      stream_;
  v1::PushResponse response_;
  // Operations that gRPC has not given back yet.
  int pending_ = 0;
  bool open_ = false;
  bool writing_ = false;
  bool response_taken_ = false;
  bool ended_ = false;
  bool finished_ = false;
};

}  // namespace tunedex

#endif  // TUNEDEX_CLIENT_PUSH_STREAM_H_
