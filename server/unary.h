#ifndef TUNEDEX_SERVER_UNARY_H_
#define TUNEDEX_SERVER_UNARY_H_

#include "absl/status/status.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "server/call_counter.h"
#include "server/error.h"
#include "server/wire.h"

namespace tunedex::server {

// A unary call that counts until its answer is sent.
class UnaryCall final : public grpc::ServerUnaryReactor {
 public:
  explicit UnaryCall(CallCounter& calls) : call_(calls) {}

  // gRPC's way to give the object back.
  void OnDone() override { delete this; }

 private:
  const CallCounter::Call call_;
};

// Decodes a request of a unary call, and answers it with what `answer` gives
// for it, a StatusOr of the response. The call counts from before the work
// until the answer is sent, so that a shutdown waits for both:
//   return AnswerUnary<v1::LookupRequest>(
//       calls_, *request, response,
//       [&](const v1::LookupRequest& request) { return Find(request); });
template <typename Request, typename Answer>
grpc::ServerUnaryReactor* AnswerUnary(CallCounter& calls,
                                      const grpc::ByteBuffer& request_bytes,
                                      grpc::ByteBuffer* response,
                                      Answer answer) {
  auto* reactor = new UnaryCall(calls);
  Request request;
  absl::Status status = Decode(request_bytes, request);
  if (status.ok()) {
    auto result = answer(request);
    if (result.ok()) *response = Encode(*result);
    status = result.status();
  }
  reactor->Finish(ToGrpcStatus(status));
  return reactor;
}

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_UNARY_H_
