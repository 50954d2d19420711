#ifndef TUNEDEX_SERVER_UNARY_H_
#define TUNEDEX_SERVER_UNARY_H_

#include "absl/status/status.h"
#include "google/protobuf/arena.h"
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

// A single lookup fits into the first block, a batch takes a few of the
// largest.
inline google::protobuf::ArenaOptions CallArenaOptions() {
  google::protobuf::ArenaOptions options;
  options.start_block_size = 4 << 10;
  options.max_block_size = 64 << 10;
  return options;
}

// Decodes a request of a unary call, and answers it with what `answer` fills in
// for it. Both messages lie on an arena, which spares an allocation for each of
// their many parts. The call counts from before the work until the answer is
// sent, so that a shutdown waits for both:
//   return AnswerUnary<v1::LookupRequest, v1::LookupResponse>(
//       calls_, *request, response,
//       [&](const v1::LookupRequest& request, v1::LookupResponse& response) {
//         return Find(request, response);
//       });
template <typename Request, typename Response, typename Answer>
grpc::ServerUnaryReactor* AnswerUnary(CallCounter& calls,
                                      const grpc::ByteBuffer& request_bytes,
                                      grpc::ByteBuffer* response_bytes,
                                      Answer answer) {
  auto* reactor = new UnaryCall(calls);
  google::protobuf::Arena arena(CallArenaOptions());
  auto& request = *google::protobuf::Arena::CreateMessage<Request>(&arena);
  absl::Status status = Decode(request_bytes, request);
  if (status.ok()) {
    auto& response = *google::protobuf::Arena::CreateMessage<Response>(&arena);
    status = answer(request, response);
    if (status.ok()) *response_bytes = Encode(response);
  }
  reactor->Finish(ToGrpcStatus(status));
  return reactor;
}

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_UNARY_H_
