#include "client/lookup_chunks.h"

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex {
namespace {

constexpr size_t kMaxChunkLookups = 256;
constexpr size_t kMaxChunkBytes = (4 << 20) - 1;
// Tag and length of one lookup inside the message.
constexpr size_t kFramingBytes = 6;

}  // namespace

std::vector<absl::Span<const v1::LookupRequest>> SplitIntoChunks(
    absl::Span<const v1::LookupRequest> requests) {
  std::vector<absl::Span<const v1::LookupRequest>> chunks;
  size_t begin = 0;
  size_t bytes = 0;
  for (size_t i = 0; i < requests.size(); ++i) {
    const size_t item = requests[i].ByteSizeLong() + kFramingBytes;
    const bool full =
        i - begin == kMaxChunkLookups || bytes + item > kMaxChunkBytes;
    if (full && i > begin) {
      chunks.push_back(requests.subspan(begin, i - begin));
      begin = i;
      bytes = 0;
    }
    bytes += item;
  }
  if (begin < requests.size()) {
    chunks.push_back(requests.subspan(begin));
  }
  return chunks;
}

}  // namespace tunedex
