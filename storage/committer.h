#ifndef TUNEDEX_STORAGE_COMMITTER_H_
#define TUNEDEX_STORAGE_COMMITTER_H_

#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "storage/engine.h"
#include "storage/store.h"

namespace tunedex::storage {

// The one writer of an engine: a thread that takes what all pushers have
// queued, writes it in one commit with one sync, and then acknowledges it, in
// the order in which it was queued. Thread safe.
class Committer {
 public:
  // `engine` must outlive the committer; `totals` are those of its last commit.
  Committer(Engine& engine, const Totals& totals, Store::Clock clock);

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
  const Store::Clock clock_;
  mutable absl::Mutex mutex_;
  std::deque<Pending> queue_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  Totals totals_ ABSL_GUARDED_BY(mutex_);
  // Last, so that it starts when all else is in place.
  std::thread thread_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_COMMITTER_H_
