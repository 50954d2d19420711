#include "client/lookup_chunks.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tunedex {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::LookupRequest RequestOfBytes(size_t bytes) {
  v1::LookupRequest request;
  request.mutable_workload()->set_workload_key(std::string(bytes, 'k'));
  return request;
}

std::vector<size_t> ChunkSizes(const std::vector<v1::LookupRequest>& requests) {
  std::vector<size_t> sizes;
  const v1::LookupRequest* next = requests.data();
  for (const absl::Span<const v1::LookupRequest> chunk :
       SplitIntoChunks(requests)) {
    EXPECT_EQ(chunk.data(), next) << "not in order";
    next += chunk.size();
    sizes.push_back(chunk.size());
  }
  EXPECT_EQ(next, requests.data() + requests.size());
  return sizes;
}

TEST(LookupChunksTest, NothingMakesNoChunk) {
  EXPECT_THAT(ChunkSizes({}), IsEmpty());
}

TEST(LookupChunksTest, SplitsByCount) {
  EXPECT_THAT(ChunkSizes(std::vector<v1::LookupRequest>(256)),
              ElementsAre(256));
  EXPECT_THAT(ChunkSizes(std::vector<v1::LookupRequest>(600)),
              ElementsAre(256, 256, 88));
}

TEST(LookupChunksTest, SplitsByBytes) {
  const std::vector<v1::LookupRequest> requests(5, RequestOfBytes(1 << 20));
  EXPECT_THAT(ChunkSizes(requests), ElementsAre(3, 2));
  const std::vector<absl::Span<const v1::LookupRequest>> chunks =
      SplitIntoChunks(requests);
  v1::BatchLookupRequest message;
  message.mutable_requests()->Add(chunks[0].begin(), chunks[0].end());
  EXPECT_LT(message.ByteSizeLong(), 4 << 20);
}

TEST(LookupChunksTest, OneThatIsTooLargeGoesAlone) {
  EXPECT_THAT(ChunkSizes({RequestOfBytes(10), RequestOfBytes(5 << 20),
                          RequestOfBytes(10)}),
              ElementsAre(1, 1, 1));
}

}  // namespace
}  // namespace tunedex
