#ifndef TUNEDEX_STORAGE_NEAREST_STREAMED_SEARCH_H_
#define TUNEDEX_STORAGE_NEAREST_STREAMED_SEARCH_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "storage/engine.h"
#include "storage/nearest/search.h"
#include "storage/nearest/shape.h"

namespace tunedex::storage {

// What GroupSearch gives, for a group that is too large to be kept in memory:
// reads the whole group from the engine, and again for every thousand shapes
// that are asked for. Not thread safe.
class StreamedSearch {
 public:
  struct Found : FoundShape {
    // As EncodeArguments gives them.
    std::string arguments;
  };

  // `engine` and `wanted` must outlive the search.
  StreamedSearch(const Engine& engine, GroupKey group, const Shape& wanted,
                 const SearchOptions& options);

  // The next shape; nothing after the last. The statuses are the engine's.
  absl::StatusOr<std::optional<Found>> Next();

 private:
  absl::Status Read();
  absl::Status Consider(absl::string_view arguments, const BestEntry& entry);

  const Engine& engine_;
  const GroupKey group_;
  const Shape& wanted_;
  const SearchOptions options_;
  Shape shape_;
  // The best that were not given yet: while reading a heap with the worst in
  // front, then in order, the best at the end.
  std::vector<Found> best_;
  // The last one that was given: all better ones were, too.
  std::optional<Found> last_;
  bool all_read_ = false;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_NEAREST_STREAMED_SEARCH_H_
