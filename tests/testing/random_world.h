#ifndef TUNEDEX_TESTS_TESTING_RANDOM_WORLD_H_
#define TUNEDEX_TESTS_TESTING_RANDOM_WORLD_H_

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tunedex/v1/lookup_service.pb.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::testing {

// Random records and queries that meet each other often: few hashes, values
// with many common divisors, equal costs, targets that share models and keys.
// Equal seeds give equal worlds.
class RandomWorld {
 public:
  explicit RandomWorld(uint64_t seed) : random_(seed) {}

  v1::Workload Workload();
  // The workload key of an auto_scheduler workload, its arguments in lists that
  // are nested at random.
  std::string NestedKey(const v1::Workload& workload);
  v1::Target Target();
  // Valid, failed, and with a cost of zero; costs repeat.
  v1::TuningRecord Record();
  // One of few names; models may be empty.
  std::string Source();
  std::string AddedModel();
  // Every option of a query, each of them seldom.
  v1::LookupOptions Options();

  // True once in `n` times.
  bool OneIn(int n) { return Below(n) == 0; }
  int Below(int bound) {
    return std::uniform_int_distribution<int>(0, bound - 1)(random_);
  }

 private:
  template <typename T>
  const T& OneOf(const std::vector<T>& values) {
    return values[Below(static_cast<int>(values.size()))];
  }
  v1::Argument Argument(bool positive_may_be_fixed);
  v1::Argument FixedArgument(bool positive_may_be_fixed);

  std::mt19937_64 random_;
};

}  // namespace tunedex::testing

#endif  // TUNEDEX_TESTS_TESTING_RANDOM_WORLD_H_
