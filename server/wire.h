#ifndef TUNEDEX_SERVER_WIRE_H_
#define TUNEDEX_SERVER_WIRE_H_

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "grpcpp/impl/codegen/proto_utils.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/error.h"
#include "server/limits.h"

namespace tunedex::server {

// The services take messages as bytes and decode them here: gRPC itself answers
// a message that it cannot decode with UNIMPLEMENTED, and takes one on a stream
// for the end of the stream.

// Decodes a message. RESOURCE_EXHAUSTED (MESSAGE_TOO_LARGE) above
// kMaxMessageBytes, INVALID_ARGUMENT (MALFORMED_MESSAGE) for bytes that are no
// such message, text that is not UTF-8 included.
template <typename Message>
absl::Status Decode(const grpc::ByteBuffer& bytes, Message& message) {
  if (bytes.Length() > kMaxMessageBytes) {
    return WithReason(
        absl::ResourceExhaustedError(absl::StrCat(
            "the message of ", bytes.Length(), " bytes is larger than ",
            kMaxMessageBytes, "; send less at once")),
        reason::kMessageTooLarge,
        {{"limit_bytes", absl::StrCat(kMaxMessageBytes)},
         {"given_bytes", absl::StrCat(bytes.Length())}});
  }
  grpc::ByteBuffer unread = bytes;
  if (!grpc::SerializationTraits<Message>::Deserialize(&unread, &message)
           .ok()) {
    return WithReason(
        absl::InvalidArgumentError(absl::StrCat(
            "the message is not a ", Message::descriptor()->full_name(),
            ": it is damaged, or a text in it is not UTF-8")),
        reason::kMalformedMessage);
  }
  return absl::OkStatus();
}

// The bytes of a message.
template <typename Message>
grpc::ByteBuffer Encode(const Message& message) {
  grpc::ByteBuffer bytes;
  bool owns_bytes = false;
  grpc::SerializationTraits<Message>::Serialize(message, &bytes, &owns_bytes);
  return bytes;
}

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_WIRE_H_
