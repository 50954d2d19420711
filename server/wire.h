#ifndef TUNEDEX_SERVER_WIRE_H_
#define TUNEDEX_SERVER_WIRE_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "grpcpp/impl/codegen/proto_utils.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/slice.h"
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

// The bytes of one message, or of several in a row: for a reader, those are one
// message with the elements of all. Each message is encoded while it is still
// in the processor's caches, and needed no more afterwards.
class EncodedMessages {
 public:
  // Adds a message, unless all would be larger than `max_bytes`. Gives its size
  // in bytes.
  template <typename Message>
  size_t Add(const Message& message,
             size_t max_bytes = std::numeric_limits<size_t>::max()) {
    const size_t size = message.ByteSizeLong();
    if (size_ + size > max_bytes) return size;
    grpc::Slice slice(size);
    // A slice of our own may be written to until it is given away.
    message.SerializeWithCachedSizesToArray(
        const_cast<uint8_t*>(slice.begin()));
    slices_.push_back(std::move(slice));
    size_ += size;
    return size;
  }

  // All together, in bytes.
  size_t size() const { return size_; }
  grpc::ByteBuffer ToByteBuffer() const {
    return {slices_.data(), slices_.size()};
  }

 private:
  std::vector<grpc::Slice> slices_;
  size_t size_ = 0;
};

// The bytes of a message.
template <typename Message>
grpc::ByteBuffer Encode(const Message& message) {
  EncodedMessages encoded;
  encoded.Add(message);
  return encoded.ToByteBuffer();
}

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_WIRE_H_
