#include "server/ingest_service.h"

#include <memory>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/server_callback.h"
#include "server/push_stream.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::server {

grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>*
IngestService::Push(grpc::CallbackServerContext* /*context*/) {
  auto stream = std::make_shared<PushStream>(
      store_, metrics_, calls_, [this](PushStream* ended) { Forget(ended); });
  bool draining;
  {
    absl::MutexLock lock(&mutex_);
    streams_.emplace(stream.get(), stream);
    draining = draining_;
  }
  if (draining) {
    stream->Drain();
  } else {
    stream->Start();
  }
  return stream.get();
}

void IngestService::Drain() {
  std::vector<std::shared_ptr<PushStream>> streams;
  {
    absl::MutexLock lock(&mutex_);
    draining_ = true;
    for (const auto& [key, stream] : streams_) streams.push_back(stream);
  }
  // Without the mutex: a stream that ends asks to be forgotten.
  for (const auto& stream : streams) stream->Drain();
}

void IngestService::Forget(PushStream* stream) {
  absl::MutexLock lock(&mutex_);
  streams_.erase(stream);
}

}  // namespace tunedex::server
