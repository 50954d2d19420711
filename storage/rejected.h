#ifndef TUNEDEX_STORAGE_REJECTED_H_
#define TUNEDEX_STORAGE_REJECTED_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "storage/engine.h"
#include "storage/read_budget.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::storage {

// A stored workload, and how near it is to the wanted one.
struct Rejected {
  v1::Workload stored;
  // As EncodeArguments gives them.
  std::string arguments;
  // The record with the smallest cost in seconds, of those that count.
  std::string record_id;
  double cost_seconds = 0;
  uint64_t sequence = 0;
  // How many arguments rule it out; a missing or a surplus one counts.
  uint32_t offending_arguments = 0;
};

// The order of rejected workloads: the fewest offending arguments first, then
// the smallest sequence.
bool IsNearer(const Rejected& a, const Rejected& b);

// The `count` workloads of one scope that are the nearest to the wanted one,
// nearest first; also those that no argument rules out. `groups` are those of
// the scope, one for each kind of target that may answer, and of the wanted
// framework and hash; a workload in several of them is one. Every entry read
// takes one read of the budget; when it ends, the nearest of what was read. The
// statuses are the engine's.
absl::StatusOr<std::vector<Rejected>> NearestRejected(
    const Engine& engine, const std::vector<GroupKey>& groups,
    const v1::Workload& wanted, size_t count, ReadBudget& budget);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_REJECTED_H_
