#ifndef TUNEDEX_STORAGE_NEAREST_GROUP_SNAPSHOT_H_
#define TUNEDEX_STORAGE_NEAREST_GROUP_SNAPSHOT_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "storage/nearest/delta.h"
#include "storage/nearest/segment.h"

namespace tunedex::storage {

// What the shapes of a group lie in. A shape may be in several parts: the
// newest stands.
struct GroupParts {
  struct Part {
    std::shared_ptr<const Segment> segment;
    // Whether it says of some shape that it is worse, or gone, than an older
    // segment does, or better by so little that the older one may come first.
    bool has_worsened = false;
  };
  // The oldest first; at most 65,536.
  std::vector<Part> segments;
  // Newer than all segments; may be null.
  std::shared_ptr<Delta> delta;
};

// All shapes of a group as of one moment. Cheap to copy; thread safe.
struct GroupSnapshot {
  std::shared_ptr<const GroupParts> parts;
  // How many rows of the delta are part of it.
  size_t delta_size = 0;
  // Whether what an older part says of some shape may come before what a newer
  // one says: then what is found has to be looked up in the newer parts.
  bool has_worsened = false;

  // False also if it would take a search to tell.
  bool has_shapes() const {
    return !has_worsened && (segments() > 0 || delta_size > 0);
  }

  size_t segments() const { return parts->segments.size(); }
  const Segment& segment(size_t i) const { return *parts->segments[i].segment; }
  const Delta::Row& delta_row(size_t i) const { return parts->delta->row(i); }
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_GROUP_SNAPSHOT_H_
