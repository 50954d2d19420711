#ifndef TUNEDEX_STORAGE_NEAREST_MERGE_H_
#define TUNEDEX_STORAGE_NEAREST_MERGE_H_

#include <memory>

#include "absl/types/span.h"
#include "storage/nearest/delta.h"
#include "storage/nearest/group_snapshot.h"

namespace tunedex::storage {

// One segment of the shapes of several, the oldest first: of each shape, what
// the newest says. Shapes that are gone are left out if `is_oldest`: if there
// is no older segment that may still have them. Null if no shapes are left.
std::shared_ptr<const Segment> MergeSegments(
    absl::Span<const GroupParts::Part> parts, bool is_oldest);

// A segment of the rows of a delta: of each shape, what the newest says.
std::shared_ptr<const Segment> MakeSegment(const Delta& delta);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_MERGE_H_
