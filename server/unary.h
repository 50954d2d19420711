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

// Answers a unary call with what `answer` gives, a StatusOr of the response.
// The call counts from before the work until the answer is sent, so that a
// shutdown waits for both:
//   return AnswerUnary(calls_, response, [&] { return Answer(*request); });
template <typename Response, typename Answer>
grpc::ServerUnaryReactor* AnswerUnary(CallCounter& calls, Response* response,
                                      Answer answer) {
  auto* reactor = new UnaryCall(calls);
  absl::StatusOr<Response> result = answer();
  if (result.ok()) *response = *std::move(result);
  reactor->Finish(ToGrpcStatus(result.status()));
  return reactor;
}

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_UNARY_H_
