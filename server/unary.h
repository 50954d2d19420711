#ifndef TUNEDEX_SERVER_UNARY_H_
#define TUNEDEX_SERVER_UNARY_H_

#include <utility>

#include "absl/status/statusor.h"
#include "grpcpp/support/server_callback.h"
#include "server/call_counter.h"
#include "server/error.h"

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

// Ends a unary call with an answer that is known already, or with its error:
//   return FinishUnary(calls_, Answer(*request), response);
template <typename Response>
grpc::ServerUnaryReactor* FinishUnary(CallCounter& calls,
                                      absl::StatusOr<Response> answer,
                                      Response* response) {
  if (answer.ok()) *response = *std::move(answer);
  auto* reactor = new UnaryCall(calls);
  reactor->Finish(ToGrpcStatus(answer.status()));
  return reactor;
}

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_UNARY_H_
