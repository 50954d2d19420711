#ifndef TUNEDEX_STORAGE_COMMITTER_H_
#define TUNEDEX_STORAGE_COMMITTER_H_

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "storage/engine.h"
#include "storage/nearest/index_cache.h"
#include "storage/store.h"

namespace tunedex::storage {

// The one writer of an engine: a thread that takes what all pushers have
// queued, writes it in one commit with one sync, tells the index, and then
// acknowledges it, in the order in which it was queued. Thread safe.
class Committer {
 public:
  // `engine` and `index` must outlive the committer; `totals` are those of the
  // engine's last commit.
  Committer(Engine& engine, IndexCache& index, const Totals& totals,
            Store::Clock clock);

  // Commits what is queued, then stops.
  ~Committer();

  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  // See Store::Push.
  void Enqueue(Submission submission, ReceiptCallback done);

  // As of the last commit.
  Totals totals() const;

 private:
  struct Pending {
    Submission submission;
    ReceiptCallback done;
  };

  void Run();
  std::vector<Pending> TakeGroup();
  void CommitGroup(std::vector<Pending> group);
  absl::StatusOr<std::vector<Receipt>> Write(std::vector<Pending>& group);

  Engine& engine_;
  IndexCache& index_;
  const Store::Clock clock_;
  // Of the standard library, since ThreadSanitizer cannot look into the
  // packaged Abseil. Guards all that follows.
  mutable std::mutex mutex_;
  std::condition_variable work_;
  std::deque<Pending> queue_;
  bool stopping_ = false;
  Totals totals_;
  // Last, so that it starts when all else is in place.
  std::thread thread_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_COMMITTER_H_
