#ifndef TUNEDEX_TESTS_STORAGE_NEAREST_RANDOM_GROUP_H_
#define TUNEDEX_TESTS_STORAGE_NEAREST_RANDOM_GROUP_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "storage/nearest/indexed_best.h"
#include "storage/nearest/search.h"
#include "storage/nearest/shape.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::testing {

// Random shapes of one group that divide each other often, with records whose
// estimated costs are often equal or next to each other. A seed decides what
// kind of group it is: how many arguments and patterns, which arguments are
// equal or constant, values small, many or beyond 32 bits. Equal seeds give
// equal groups.
class RandomGroup {
 public:
  explicit RandomGroup(uint64_t seed);

  // A shape to store: a new one, or one that was given before.
  storage::Shape New();
  storage::Shape Known();
  // A shape to look for.
  storage::Shape Wanted();
  storage::SearchOptions Options();

  // A record for a shape; no two have the same sequence.
  storage::IndexedBest Best(const storage::Shape& shape);

  bool OneIn(int n) { return Below(n) == 0; }
  int Below(int bound) {
    return std::uniform_int_distribution<int>(0, bound - 1)(random_);
  }

 private:
  enum class Values { kFew, kMany, kHuge };
  enum class Rule { kOwn, kConstant, kEqual };
  struct Argument {
    bool is_dimension = true;
    Values values = Values::kFew;
    Rule rule = Rule::kOwn;
    // That of a constant.
    uint64_t value = 1;
    // The argument that this one is equal to.
    size_t like = 0;
  };
  struct Form {
    std::string pattern;
    std::vector<Argument> arguments;
  };

  template <typename T>
  T OneOf(const std::vector<T>& values) {
    return values[Below(static_cast<int>(values.size()))];
  }
  Form MakeForm(size_t count);
  uint64_t Value(Values values);
  uint64_t Multiplied(uint64_t value);
  double Cost(const storage::Shape& shape);

  std::mt19937_64 random_;
  std::vector<Form> forms_;
  int cost_kind_ = 0;
  bool is_scrambled_ = false;
  uint64_t records_ = 0;
  std::vector<storage::Shape> made_;
};

// A shape that is all dimensions.
storage::Shape ShapeWith(std::vector<uint64_t> dimensions);

// An argument of any type; a dimension most of the time.
v1::Argument RandomArgument(std::mt19937_64& random);

}  // namespace tunedex::testing

#endif  // TUNEDEX_TESTS_STORAGE_NEAREST_RANDOM_GROUP_H_
