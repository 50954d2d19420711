#ifndef TUNEDEX_STORAGE_NEAREST_GROUP_INDEX_H_
#define TUNEDEX_STORAGE_NEAREST_GROUP_INDEX_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "storage/nearest/group_snapshot.h"
#include "storage/nearest/indexed_best.h"
#include "storage/nearest/segment.h"
#include "storage/nearest/shape.h"

namespace tunedex::storage {

// The shapes of one group (storage/engine.h) with their best records, of which
// searches take snapshots while updates come in.
//
// An update goes into a short delta, which is turned into a small segment when
// it is full. Each segment is several times as large as the next newer one:
// when it no longer is, both are merged, small ones by the writer at once,
// large ones by whoever calls MergeLarge. So an update costs the logarithm of
// the group's size, on average, and a search sees few segments.
//
// Thread safe; a search waits for nothing but the copying of a pointer.
class GroupIndex {
 public:
  // `all` may be null: no shapes.
  explicit GroupIndex(std::shared_ptr<const Segment> all);

  GroupSnapshot Snapshot() const;

  // Replaces what is known about a shape; `best` may say that it is gone. Gives
  // whether segments changed, and with them bytes(), rows() and NeedsMerge().
  bool Update(Shape shape, const IndexedBest& best);

  // Whether MergeLarge has something to do.
  bool NeedsMerge() const;
  // Merges large segments, which takes some time, while updates and searches go
  // on. One caller at a time.
  void MergeLarge();

  // Memory, in bytes, and how many shapes lie in it, with those that newer ones
  // stand for.
  size_t bytes() const;
  size_t rows() const;

 private:
  using Parts = std::vector<GroupParts::Part>;

  std::optional<IndexedBest> Find(const Shape& shape) const;
  void Publish(GroupParts parts);
  bool Append(GroupParts parts, Delta::Row row, bool is_worse);
  void MergeSmall(Parts& segments) const;

  // Held by a writer while it works.
  mutable std::mutex writing_;
  // The segments that MergeLarge is merging: from the first to before the
  // second position. Guarded by writing_.
  std::pair<size_t, size_t> merging_ = {0, 0};

  // Guards the pointer only.
  mutable std::mutex mutex_;
  std::shared_ptr<const GroupParts> parts_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_GROUP_INDEX_H_
