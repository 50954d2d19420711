#include "tests/storage/nearest/slow_group.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"

namespace tunedex::testing {
namespace {

using ::tunedex::storage::FoundShape;
using ::tunedex::storage::GroupSearch;
using ::tunedex::storage::GroupSnapshot;
using ::tunedex::storage::IndexedBest;
using ::tunedex::storage::SearchOptions;
using ::tunedex::storage::Shape;

// Infinite if a dimension does not divide.
double Factor(const std::vector<uint64_t>& wanted,
              const std::vector<uint64_t>& stored) {
  double factor = 1;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] % stored[i] != 0) return HUGE_VAL;
    factor *= static_cast<double>(wanted[i] / stored[i]);
  }
  return factor;
}

std::string Show(const Shape& wanted, const SearchOptions& options) {
  return absl::StrCat("wanted ", absl::StrJoin(wanted.dimensions, ","),
                      options.only_best ? " only best" : "",
                      options.exact_only ? " exact only" : "", " within ",
                      options.max_distance_factor);
}

bool Agrees(const FoundShape& found, const SlowGroup::Answer& answer) {
  return found.best == answer.best && found.distance_factor == answer.factor &&
         found.estimated_cost_seconds == answer.estimate;
}

}  // namespace

void SlowGroup::Update(const Shape& shape, const IndexedBest& best) {
  auto& of_pattern = shapes_[shape.pattern];
  size_ -= of_pattern.erase(shape.dimensions);
  if (best.removed()) return;
  of_pattern.emplace(shape.dimensions, best);
  ++size_;
}

std::vector<SlowGroup::Answer> SlowGroup::Search(
    const Shape& wanted, const SearchOptions& options) const {
  std::vector<Answer> answers;
  const auto found = shapes_.find(wanted.pattern);
  if (found == shapes_.end()) return answers;
  for (const auto& [dimensions, best] : found->second) {
    const double factor = Factor(wanted.dimensions, dimensions);
    if (std::isinf(factor) || factor > options.max_distance_factor) continue;
    if (options.exact_only && dimensions != wanted.dimensions) continue;
    answers.push_back({.dimensions = dimensions,
                       .best = best,
                       .factor = factor,
                       .estimate = best.cost_seconds * factor});
  }
  std::sort(
      answers.begin(), answers.end(), [](const Answer& a, const Answer& b) {
        return std::make_tuple(a.factor != 1, a.estimate, a.best.sequence) <
               std::make_tuple(b.factor != 1, b.estimate, b.best.sequence);
      });
  return answers;
}

void ExpectFinds(const GroupSnapshot& snapshot, const Shape& wanted,
                 const SearchOptions& options,
                 const std::vector<SlowGroup::Answer>& expected,
                 size_t at_most) {
  GroupSearch search(snapshot, wanted, options);
  absl::flat_hash_set<std::vector<uint64_t>> given;
  auto next = expected.begin();
  while (const std::optional<FoundShape> found = search.Next()) {
    std::vector<uint64_t> dimensions = search.ShapeAt(*found).dimensions;
    if (!given.insert(dimensions).second) continue;
    ASSERT_TRUE(next != expected.end()) << Show(wanted, options);
    ASSERT_TRUE(Agrees(*found, *next) && dimensions == next->dimensions)
        << Show(wanted, options) << " position " << next - expected.begin()
        << " found " << absl::StrJoin(dimensions, ",") << " sequence "
        << found->best.sequence << " expected "
        << absl::StrJoin(next->dimensions, ",") << " sequence "
        << next->best.sequence;
    ++next;
    if (options.only_best || given.size() == at_most) return;
  }
  ASSERT_TRUE(next == expected.end())
      << Show(wanted, options) << ": " << expected.end() - next << " missing";
}

}  // namespace tunedex::testing
