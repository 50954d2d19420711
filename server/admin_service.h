#ifndef TUNEDEX_SERVER_ADMIN_SERVICE_H_
#define TUNEDEX_SERVER_ADMIN_SERVICE_H_

#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "server/call_counter.h"
#include "storage/store.h"
#include "tunedex/v1/admin_service.grpc.pb.h"
#include "tunedex/v1/admin_service.pb.h"

namespace tunedex::server {

// Shows what a store holds. Changes nothing.
class AdminService final
    : public v1::AdminService::WithRawCallbackMethod_GetRecord<
          v1::AdminService::WithRawCallbackMethod_GetStats<
              v1::AdminService::Service>> {
 public:
  // Both must outlive the service.
  AdminService(const storage::Store& store, CallCounter& calls)
      : store_(store), calls_(calls) {}

  grpc::ServerUnaryReactor* GetRecord(grpc::CallbackServerContext* context,
                                      const grpc::ByteBuffer* request,
                                      grpc::ByteBuffer* response) override;

  grpc::ServerUnaryReactor* GetStats(grpc::CallbackServerContext* context,
                                     const grpc::ByteBuffer* request,
                                     grpc::ByteBuffer* response) override;

 private:
  const storage::Store& store_;
  CallCounter& calls_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_ADMIN_SERVICE_H_
