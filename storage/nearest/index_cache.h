#ifndef TUNEDEX_STORAGE_NEAREST_INDEX_CACHE_H_
#define TUNEDEX_STORAGE_NEAREST_INDEX_CACHE_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "storage/engine.h"
#include "storage/nearest/group_index.h"
#include "storage/nearest/group_snapshot.h"

namespace tunedex::storage {

// Keeps the indexes of the groups that were asked for last, within a number of
// bytes. A group is read from the engine when it is first asked for, follows
// the commits while it is kept, and is dropped when others need its place. One
// that is larger than all the memory is never kept: it has to be streamed.
//
// Thread safe. A search waits only for the group it asks for, and only while
// that is being read for the first time.
class IndexCache {
 public:
  // `engine` must outlive the cache.
  IndexCache(const Engine& engine, size_t capacity_bytes);
  ~IndexCache();
  IndexCache(const IndexCache&) = delete;
  IndexCache& operator=(const IndexCache&) = delete;

  // The shapes of a group, with all that was committed and told to Update by
  // now; nothing if the group is too large to be kept. The statuses are the
  // engine's.
  absl::StatusOr<std::optional<GroupSnapshot>> Get(const GroupKey& group);

  // Follows a commit: to be called for each best entry that it replaced, after
  // the engine has it, by one thread at a time.
  void Update(const BestKey& key, const BestEntry& entry);

  // What is kept, and what became of it.
  struct Statistics {
    size_t groups = 0;
    size_t shapes = 0;
    // Memory, in bytes.
    size_t bytes = 0;
    // Since the start.
    uint64_t loads = 0;
    uint64_t evictions = 0;
    uint64_t streamed = 0;
  };
  Statistics GetStatistics() const;

 private:
  enum class State { kLoading, kKept, kTooLarge };
  struct Change {
    std::string arguments;
    IndexedBest best;
  };
  struct Slot {
    State state = State::kLoading;
    std::shared_ptr<GroupIndex> index;
    // Commits that came while the group was being read, and may or may not be
    // in what was read.
    std::vector<Change> changes;
    size_t bytes = 0;
    size_t shapes = 0;
    bool is_being_merged = false;
    // In used_.
    std::list<std::string>::iterator position;
  };
  using Lock = std::unique_lock<std::mutex>;

  absl::StatusOr<std::shared_ptr<GroupIndex>> Read(const GroupKey& group) const;
  absl::StatusOr<std::optional<GroupSnapshot>> Load(const GroupKey& group,
                                                    const std::string& key,
                                                    Lock lock);
  void Insert(const std::string& key);
  void Erase(const std::string& key);
  void Account(const std::string& key);
  void Evict();
  void MergeInBackground();

  const Engine& engine_;
  const size_t capacity_bytes_;

  mutable std::mutex mutex_;
  // A group that was being read is kept now, or gone.
  std::condition_variable loaded_;
  absl::flat_hash_map<std::string, std::unique_ptr<Slot>> slots_;
  // Keys, the one that was used last in front.
  std::list<std::string> used_;
  Statistics statistics_;

  // Groups with segments to merge.
  std::condition_variable merges_;
  std::deque<std::string> to_merge_;
  bool stopping_ = false;
  // Last, so that it starts when all else is in place.
  std::thread merger_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_INDEX_CACHE_H_
