#ifndef TUNEDEX_STORAGE_NEAREST_DELTA_H_
#define TUNEDEX_STORAGE_NEAREST_DELTA_H_

#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include "storage/nearest/indexed_best.h"
#include "storage/nearest/shape.h"

namespace tunedex::storage {

// The newest changes of a group, in the order in which they came: few enough to
// be read one by one. One writer appends while any number of readers read what
// was there when they asked for the size; no one waits.
class Delta {
 public:
  static constexpr size_t kMaxRows = 32;

  struct Row {
    Shape shape;
    IndexedBest best;
  };

  Delta() { rows_.reserve(kMaxRows); }

  // For the one writer. `is_worse`: what an older part of the group says
  // about this shape may come before it. Precondition: size() < kMaxRows.
  void Append(Row row, bool is_worse) {
    if (is_worse) has_worsened_.store(true, std::memory_order_relaxed);
    bytes_ += sizeof(Row) + row.shape.pattern.capacity() +
              row.shape.dimensions.capacity() * sizeof(uint64_t);
    rows_.push_back(std::move(row));
    size_.store(rows_.size(), std::memory_order_release);
  }

  size_t size() const { return size_.load(std::memory_order_acquire); }
  // Precondition: i is below a size that was seen.
  const Row& row(size_t i) const { return rows_.data()[i]; }
  // Whether any row that is below a size that was seen is worse.
  bool has_worsened() const {
    return has_worsened_.load(std::memory_order_relaxed);
  }
  // Memory, in bytes. For the writer.
  size_t bytes() const { return sizeof(Delta) + bytes_; }

 private:
  // Never moves: its capacity is that of the constructor.
  std::vector<Row> rows_;
  std::atomic<size_t> size_ = 0;
  std::atomic<bool> has_worsened_ = false;
  size_t bytes_ = 0;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_DELTA_H_
