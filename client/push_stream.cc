#include "client/push_stream.h"

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/grpc_status.h"
#include "grpcpp/completion_queue.h"
#include "grpcpp/support/status.h"

namespace tunedex {
namespace {

// gRPC hands tags back as pointers; these are numbers and never followed.
void* AsPointer(intptr_t tag) { return reinterpret_cast<void*>(tag); }

}  // namespace

PushStream::PushStream(v1::IngestService::Stub& stub)
    : stream_(stub.PrepareAsyncPush(&context_, &queue_)) {
  stream_->StartCall(AsPointer(kStart));
  ++pending_;
}

PushStream::~PushStream() {
  if (!finished_) {
    Finish().IgnoreError();
  }
  queue_.Shutdown();
}

PushStream::Event PushStream::Next(absl::Time deadline) {
  if (ended_) {
    return Event::kEnded;
  }
  if (response_taken_) {
    response_taken_ = false;
    Read();
  }
  // gRPC takes a time before 1970 for the infinite future.
  const auto until = absl::ToChronoTime(std::max(deadline, absl::UnixEpoch()));
  Event event = Event::kNothing;
  void* tag;
  bool ok;
  while (event == Event::kNothing && queue_.AsyncNext(&tag, &ok, until) ==
                                         grpc::CompletionQueue::GOT_EVENT) {
    --pending_;
    event = Handle(static_cast<Tag>(reinterpret_cast<intptr_t>(tag)), ok);
  }
  return event;
}

PushStream::Event PushStream::Handle(Tag tag, bool ok) {
  if (tag == kWrite) {
    writing_ = false;
    if (ok) {
      return Event::kCanWrite;
    }
    // The stream has ended; the read in flight comes back too, but only after
    // the responses that arrived before the end.
    open_ = false;
    return Event::kNothing;
  }
  if (!ok) {
    open_ = false;
    ended_ = true;
    return Event::kEnded;
  }
  if (tag == kStart) {
    open_ = true;
    Read();
    return Event::kCanWrite;
  }
  response_taken_ = true;
  return Event::kResponse;
}

void PushStream::Read() {
  stream_->Read(&response_, AsPointer(kRead));
  ++pending_;
}

void PushStream::Write(const v1::PushRequest& request) {
  stream_->Write(request, AsPointer(kWrite));
  writing_ = true;
  ++pending_;
}

void PushStream::WritesDone() {
  stream_->WritesDone(AsPointer(kWrite));
  writing_ = true;
  ++pending_;
}

void PushStream::Drain() {
  void* tag;
  bool ok;
  while (pending_ > 0 && queue_.Next(&tag, &ok)) {
    --pending_;
  }
}

absl::Status PushStream::Finish() {
  if (!ended_) {
    context_.TryCancel();
  }
  // gRPC allows no other operation beside this one; those in flight come back
  // at once, since the call has ended.
  Drain();
  grpc::Status status;
  stream_->Finish(&status, AsPointer(kFinish));
  ++pending_;
  Drain();
  open_ = false;
  finished_ = true;
  return FromGrpcStatus(status);
}

}  // namespace tunedex
