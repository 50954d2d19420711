#ifndef TUNEDEX_STORAGE_NEAREST_H_
#define TUNEDEX_STORAGE_NEAREST_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "storage/engine.h"
#include "storage/nearest/index_cache.h"
#include "storage/nearest/shape.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::storage {

// What a nearest lookup wants.
struct NearestQuery {
  const v1::Workload& wanted;
  // That of `wanted`.
  Shape shape;
  // Only the identical workload.
  bool exact_only = false;
  // Greatest distance factor allowed; infinity for no limit.
  double max_distance_factor;
};

// A stored workload whose schedules apply to the wanted one.
struct Candidate {
  // As EncodeArguments gives them.
  std::string arguments;
  // The record with the smallest cost, of those that count: 16 bytes.
  std::string record_id;
  // Its position in the order of arrival.
  uint64_t sequence = 0;
  // Finite; 1 for the identical workload.
  double distance_factor = 1;
  // The record's cost * distance factor: no record of this workload can do
  // better.
  double estimated_cost_seconds = 0;

  bool exact() const { return distance_factor == 1; }
};

// The candidates of one scope, from the best to the worst: the identical
// workload first, then by estimated cost; ties by the smallest sequence. Reads
// no more than the candidates asked for need. Not thread safe.
class NearestCursor {
 public:
  // `groups` are those of one scope, one for each kind of target that may
  // answer; a workload in several of them is one candidate. `only_best` says
  // that Next() will be called once. `engine`, `index` and `query` must outlive
  // the cursor.
  NearestCursor(const Engine& engine, IndexCache& index,
                std::vector<GroupKey> groups, const NearestQuery& query,
                bool only_best);
  ~NearestCursor();

  // The next candidate; nothing after the last. The statuses are the engine's.
  absl::StatusOr<std::optional<Candidate>> Next();

 private:
  class Source;

  absl::Status Open();

  const Engine& engine_;
  IndexCache& index_;
  const std::vector<GroupKey> groups_;
  const NearestQuery& query_;
  const bool only_best_;
  bool is_open_ = false;
  // One for each group that has more to give.
  std::vector<std::unique_ptr<Source>> sources_;
  // The arguments of what was given.
  absl::flat_hash_set<std::string> given_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_H_
