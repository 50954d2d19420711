#ifndef TUNEDEX_SERVER_CALL_COUNTER_H_
#define TUNEDEX_SERVER_CALL_COUNTER_H_

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace tunedex::server {

// Counts the calls that are being answered, so that a shutdown can wait for
// them and not for the connections of clients that only idle. Thread safe.
class CallCounter {
 public:
  // Counts as one call for as long as it lives.
  class Call {
   public:
    explicit Call(CallCounter& counter) : counter_(counter) { counter_.Add(1); }
    ~Call() { counter_.Add(-1); }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    CallCounter& counter_;
  };

  // Waits until no call is being answered, but no longer than `timeout`.
  void AwaitNone(absl::Duration timeout) {
    absl::MutexLock lock(&mutex_);
    mutex_.AwaitWithTimeout(absl::Condition(
                                +[](const int* calls) { return *calls == 0; },
                                static_cast<const int*>(&calls_)),
                            timeout);
  }

 private:
  void Add(int difference) {
    absl::MutexLock lock(&mutex_);
    calls_ += difference;
  }

  absl::Mutex mutex_;
  int calls_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_CALL_COUNTER_H_
