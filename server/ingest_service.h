#ifndef TUNEDEX_SERVER_INGEST_SERVICE_H_
#define TUNEDEX_SERVER_INGEST_SERVICE_H_

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/server_callback.h"
#include "server/call_counter.h"
#include "server/metrics.h"
#include "server/push_stream.h"
#include "storage/store.h"
#include "tunedex/v1/ingest_service.grpc.pb.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::server {

// Takes pushes into a store. Owns the streams that are open; what happens in
// one is the business of PushStream.
class IngestService final
    : public v1::IngestService::WithRawCallbackMethod_Push<
          v1::IngestService::Service> {
 public:
  // All must outlive the service.
  IngestService(storage::Store& store, Metrics& metrics, CallCounter& calls)
      : store_(store), metrics_(metrics), calls_(calls) {}

  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* Push(
      grpc::CallbackServerContext* context) override;

  // Ends every stream, also those to come, with UNAVAILABLE as soon as what it
  // pushed is answered. Returns at once.
  void Drain();

 private:
  void Forget(PushStream* stream);

  storage::Store& store_;
  Metrics& metrics_;
  CallCounter& calls_;

  absl::Mutex mutex_;
  absl::flat_hash_map<PushStream*, std::shared_ptr<PushStream>> streams_
      ABSL_GUARDED_BY(mutex_);
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_INGEST_SERVICE_H_
