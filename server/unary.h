#ifndef TUNEDEX_SERVER_UNARY_H_
#define TUNEDEX_SERVER_UNARY_H_

#include <array>
#include <cstddef>

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

// An arena whose first block, which a single lookup or its answer fits into, is
// no allocation.
class CallArena {
 public:
  CallArena() : arena_(Options(first_block_.data())) {}

  template <typename Message>
  Message& Make() {
    return *google::protobuf::Arena::CreateMessage<Message>(&arena_);
  }
  // All messages end.
  void Reset() { arena_.Reset(); }

 private:
  static constexpr size_t kFirstBlockBytes = 4 << 10;

  static google::protobuf::ArenaOptions Options(char* first_block) {
    google::protobuf::ArenaOptions options;
    options.initial_block = first_block;
    options.initial_block_size = kFirstBlockBytes;
    // A batch takes a few of the largest.
    options.start_block_size = kFirstBlockBytes;
    options.max_block_size = 64 << 10;
    return options;
  }

  alignas(std::max_align_t) std::array<char, kFirstBlockBytes> first_block_;
  google::protobuf::Arena arena_;
};

// Decodes a request of a unary call, and answers it with what `answer` encodes
// for it. The call counts from before the work until the answer is sent, so
// that a shutdown waits for both. The request lies on an arena, which spares an
// allocation for each of its many parts.
template <typename Request, typename Answer>
grpc::ServerUnaryReactor* AnswerEncoded(CallCounter& calls,
                                        const grpc::ByteBuffer& request_bytes,
                                        grpc::ByteBuffer* response_bytes,
                                        Answer answer) {
  auto* reactor = new UnaryCall(calls);
  CallArena arena;
  auto& request = arena.Make<Request>();
  absl::Status status = Decode(request_bytes, request);
  if (status.ok()) {
    EncodedMessages encoded;
    status = answer(request, encoded);
    if (status.ok()) *response_bytes = encoded.ToByteBuffer();
  }
  reactor->Finish(ToGrpcStatus(status));
  return reactor;
}

// The same for an answer of one message, which `answer` fills:
//   return AnswerUnary<v1::GetStatsRequest, v1::GetStatsResponse>(
//       calls_, *request, response,
//       [&](const v1::GetStatsRequest& request,
//           v1::GetStatsResponse& response) {
//         return ReadStats(request, response);
//       });
template <typename Request, typename Response, typename Answer>
grpc::ServerUnaryReactor* AnswerUnary(CallCounter& calls,
                                      const grpc::ByteBuffer& request_bytes,
                                      grpc::ByteBuffer* response_bytes,
                                      Answer answer) {
  return AnswerEncoded<Request>(
      calls, request_bytes, response_bytes,
      [&](const Request& request, EncodedMessages& encoded) {
        Response response;
        const absl::Status status = answer(request, response);
        if (status.ok()) encoded.Add(response);
        return status;
      });
}

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_UNARY_H_
