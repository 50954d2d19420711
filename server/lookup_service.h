#ifndef TUNEDEX_SERVER_LOOKUP_SERVICE_H_
#define TUNEDEX_SERVER_LOOKUP_SERVICE_H_

#include "absl/status/status.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "server/call_counter.h"
#include "server/metrics.h"
#include "server/target_reader.h"
#include "server/target_texts.h"
#include "server/wire.h"
#include "storage/store.h"
#include "tunedex/v1/lookup_service.grpc.pb.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::server {

// Answers lookups from a store. Only brings the caller's forms of workload and
// target into one, and names targets in the answer; what is best is decided by
// the store.
class LookupService final
    : public v1::LookupService::WithRawCallbackMethod_Lookup<
          v1::LookupService::WithRawCallbackMethod_BatchLookup<
              v1::LookupService::Service>> {
 public:
  // All must outlive the service.
  LookupService(const storage::Store& store, Metrics& metrics,
                CallCounter& calls)
      : store_(store), metrics_(metrics), calls_(calls) {}

  grpc::ServerUnaryReactor* Lookup(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response) override;

  grpc::ServerUnaryReactor* BatchLookup(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override;

 private:
  absl::Status Find(const v1::LookupRequest& request, TargetTexts& texts,
                    v1::LookupResponse& answer);
  absl::Status FindAndCount(const v1::LookupRequest& request,
                            TargetTexts& texts, v1::LookupResponse& answer);
  absl::Status FindOne(const v1::LookupRequest& request,
                       EncodedMessages& encoded);
  absl::Status FindAll(const grpc::CallbackServerContext& context,
                       const v1::BatchLookupRequest& request,
                       EncodedMessages& encoded);
  void FindInBatch(const v1::LookupRequest& request, TargetTexts& texts,
                   v1::BatchLookupResponse& response, EncodedMessages& encoded);

  const storage::Store& store_;
  Metrics& metrics_;
  CallCounter& calls_;
  TargetReader targets_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_LOOKUP_SERVICE_H_
