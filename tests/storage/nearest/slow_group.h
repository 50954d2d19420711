#ifndef TUNEDEX_TESTS_STORAGE_NEAREST_SLOW_GROUP_H_
#define TUNEDEX_TESTS_STORAGE_NEAREST_SLOW_GROUP_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "storage/nearest/group_snapshot.h"
#include "storage/nearest/indexed_best.h"
#include "storage/nearest/search.h"
#include "storage/nearest/shape.h"

namespace tunedex::testing {

// The shapes of a group in a map, searched by looking at each of them: what the
// index must agree with.
class SlowGroup {
 public:
  struct Answer {
    std::vector<uint64_t> dimensions;
    storage::IndexedBest best;
    double factor = 1;
    double estimate = 0;
  };

  void Update(const storage::Shape& shape, const storage::IndexedBest& best);

  size_t size() const { return size_; }
  // All shapes that the options let through, the best first.
  std::vector<Answer> Search(const storage::Shape& wanted,
                             const storage::SearchOptions& options) const;

 private:
  using Row = std::pair<const std::vector<uint64_t>, storage::IndexedBest>;

  // By pattern, and by dimensions.
  std::map<std::string, std::map<std::vector<uint64_t>, storage::IndexedBest>>
      shapes_;
  size_t size_ = 0;
};

// Whether a search of the index gives these answers in this order, but for
// shapes that come again; `at_most` so many are compared. Fails the test
// otherwise.
void ExpectFinds(const storage::GroupSnapshot& snapshot,
                 const storage::Shape& wanted,
                 const storage::SearchOptions& options,
                 const std::vector<SlowGroup::Answer>& expected,
                 size_t at_most = std::numeric_limits<size_t>::max());

}  // namespace tunedex::testing

#endif  // TUNEDEX_TESTS_STORAGE_NEAREST_SLOW_GROUP_H_
