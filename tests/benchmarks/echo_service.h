#ifndef TUNEDEX_TESTS_BENCHMARKS_ECHO_SERVICE_H_
#define TUNEDEX_TESTS_BENCHMARKS_ECHO_SERVICE_H_

#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "server/error.h"
#include "server/wire.h"
#include "tunedex/v1/lookup_service.grpc.pb.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::benchmarks {

// Answers of one call, given in turn. Thread safe.
template <typename Request, typename Answer>
class Echo {
 public:
  explicit Echo(std::vector<Answer> answers) : answers_(std::move(answers)) {}

  grpc::ServerUnaryReactor* Call(grpc::CallbackServerContext* context,
                                 const grpc::ByteBuffer& request_bytes,
                                 grpc::ByteBuffer* response) {
    Request request;
    const absl::Status status = server::Decode(request_bytes, request);
    if (status.ok()) {
      bool owns_bytes = false;
      grpc::SerializationTraits<Answer>::Serialize(
          answers_[next_++ % answers_.size()], response, &owns_bytes);
    }
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(server::ToGrpcStatus(status));
    return reactor;
  }

 private:
  const std::vector<Answer> answers_;
  std::atomic<size_t> next_ = 0;
};

// The lookup service without lookups: decodes the same requests, and gives
// answers that were made before, serialised anew for every call.
class EchoService final
    : public v1::LookupService::WithRawCallbackMethod_Lookup<
          v1::LookupService::WithRawCallbackMethod_BatchLookup<
              v1::LookupService::Service>> {
 public:
  EchoService(std::vector<v1::LookupResponse> single,
              std::vector<v1::BatchLookupResponse> batches)
      : single_(std::move(single)), batches_(std::move(batches)) {}

  grpc::ServerUnaryReactor* Lookup(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response) override {
    return single_.Call(context, *request, response);
  }

  grpc::ServerUnaryReactor* BatchLookup(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override {
    return batches_.Call(context, *request, response);
  }

 private:
  Echo<v1::LookupRequest, v1::LookupResponse> single_;
  Echo<v1::BatchLookupRequest, v1::BatchLookupResponse> batches_;
};

}  // namespace tunedex::benchmarks

#endif  // TUNEDEX_TESTS_BENCHMARKS_ECHO_SERVICE_H_
