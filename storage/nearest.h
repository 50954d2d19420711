#ifndef TUNEDEX_STORAGE_NEAREST_H_
#define TUNEDEX_STORAGE_NEAREST_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "storage/engine.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::storage {

// What a nearest lookup wants.
struct NearestQuery {
  v1::Workload wanted;
  // Only the identical workload.
  bool exact_only = false;
  // Greatest distance factor allowed; infinity for no limit.
  double max_distance_factor;
};

// A stored workload whose schedules apply to the wanted one.
struct Candidate {
  v1::Workload stored;
  // As EncodeArguments gives them.
  std::string arguments;
  // The record with the smallest cost, of those that count.
  BestEntry best;
  // Finite; 1 for the identical workload.
  double distance_factor = 1;
  // best cost * distance factor: no record of this workload can do better.
  double estimated_cost_seconds = 0;

  bool exact() const { return distance_factor == 1; }
};

// The candidates of one scope, from the best to the worst: the identical
// workload first, then by estimated cost; ties by the smallest sequence. Reads
// no more than the candidates asked for need. Not thread safe.
class NearestCursor {
 public:
  // `groups` are those of one scope, one for each kind of target that may
  // answer; a workload in several of them is one candidate. `engine` and
  // `query` must outlive the cursor.
  NearestCursor(const Engine& engine, std::vector<GroupKey> groups,
                const NearestQuery& query);

  // The next candidate; nothing after the last. The statuses are the engine's.
  absl::StatusOr<std::optional<Candidate>> Next();

 private:
  absl::StatusOr<std::optional<Candidate>> FindExact();
  absl::Status FindCompatible();

  const Engine& engine_;
  const std::vector<GroupKey> groups_;
  const NearestQuery& query_;
  const std::string wanted_arguments_;
  bool exact_is_done_ = false;
  bool compatible_are_found_ = false;
  // A heap whose front is the best.
  std::vector<Candidate> compatible_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_H_
