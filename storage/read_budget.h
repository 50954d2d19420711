#ifndef TUNEDEX_STORAGE_READ_BUDGET_H_
#define TUNEDEX_STORAGE_READ_BUDGET_H_

#include <cstddef>

namespace tunedex::storage {

// How much one lookup may still read. Not thread safe.
class ReadBudget {
 public:
  explicit ReadBudget(size_t reads) : left_(reads) {}

  // Takes one read; false if none is left.
  bool Take() {
    exhausted_ = left_ == 0;
    if (!exhausted_) --left_;
    return !exhausted_;
  }

  // Whether a read was refused.
  bool exhausted() const { return exhausted_; }

 private:
  size_t left_;
  bool exhausted_ = false;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_READ_BUDGET_H_
