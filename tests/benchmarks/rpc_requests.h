#ifndef TUNEDEX_TESTS_BENCHMARKS_RPC_REQUESTS_H_
#define TUNEDEX_TESTS_BENCHMARKS_RPC_REQUESTS_H_

#include <vector>

#include "tests/benchmarks/data_set.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::benchmarks {

// What rpc_benchmark asks and rpc_server holds.
inline constexpr int kRpcRequests = 4096;
inline constexpr int kRpcBatchSize = 64;

inline DataSet RpcData() { return DataSet(/*operators=*/100, /*shapes=*/200); }

// In turn a shape that is stored and one that another divides. No misses: they
// have an answer of a few bytes after a search of every scope, and would be
// compared with an echo of next to nothing.
inline std::vector<v1::LookupRequest> SingleRequests() {
  const DataSet data = RpcData();
  std::vector<v1::LookupRequest> requests;
  for (int i = 0; i < kRpcRequests; ++i) {
    requests.push_back(
        data.Lookup(i, i % 2 == 0 ? Find::kExact : Find::kCompatible));
  }
  return requests;
}

// The same requests in batches.
inline std::vector<v1::BatchLookupRequest> BatchRequests() {
  std::vector<v1::BatchLookupRequest> batches;
  for (v1::LookupRequest& request : SingleRequests()) {
    if (batches.empty() || batches.back().requests_size() == kRpcBatchSize) {
      batches.emplace_back();
    }
    *batches.back().add_requests() = request;
  }
  return batches;
}

}  // namespace tunedex::benchmarks

#endif  // TUNEDEX_TESTS_BENCHMARKS_RPC_REQUESTS_H_
