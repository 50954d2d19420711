#ifndef TUNEDEX_CLIENT_LOOKUP_CHUNKS_H_
#define TUNEDEX_CLIENT_LOOKUP_CHUNKS_H_

#include <vector>

#include "absl/types/span.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex {

// Splits lookups, in order, into parts that fit into one message each: at most
// 256 lookups and less than 4 MiB (what a gRPC server takes unless told
// otherwise). A lookup that is larger than that by itself is a part of its own,
// for the server to refuse.
std::vector<absl::Span<const v1::LookupRequest>> SplitIntoChunks(
    absl::Span<const v1::LookupRequest> requests);

}  // namespace tunedex

#endif  // TUNEDEX_CLIENT_LOOKUP_CHUNKS_H_
