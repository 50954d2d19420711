#ifndef TUNEDEX_TESTS_BENCHMARKS_DATA_SET_H_
#define TUNEDEX_TESTS_BENCHMARKS_DATA_SET_H_

#include <cstdint>
#include <string>

#include "storage/store.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::benchmarks {

// What a lookup of the data set finds.
enum class Find { kExact, kCompatible, kNothing };

// Made-up operators, each tuned for many shapes on one GPU; log lines have the
// form and about the length of an auto_scheduler log. The recipe, the same in
// every run:
//
// Operator o has the hash SHA-256("operator o"), cut to 32 hexadecimal digits.
// Its workload key is [hash, batch, height, width, channels, 64, 3, 3, 1, 1].
// The stored shapes are the first so many of a grid of 16 batches (1 to 16), 25
// heights and 25 widths (multiples of 7), and 20 numbers of channels (multiples
// of 8), 200,000 in all; shape s is point 104,729 * s modulo 200,000, so that a
// few shapes lie spread over the whole grid. The cost is 1 ns for each element
// times a factor between 0.5 and 1.5 drawn from std::mt19937_64 with the seed
// 200,000 * o + s: costs grow with the shape, and the nearest is hard to tell.
//
// The target has an identity, a model, an architecture and two keys, so every
// record is filed in five scopes.
class DataSet {
 public:
  static constexpr int kMaxShapes = 200'000;
  static constexpr int kScopes = 5;

  // At most kMaxShapes shapes of each operator.
  DataSet(int operators, int shapes) : operators_(operators), shapes_(shapes) {}

  int operators() const { return operators_; }
  int shapes() const { return shapes_; }

  // Pushes every record once.
  void PushTo(storage::Store& store) const;

  // Lookup number i, distinct for i below operators * shapes: of operator
  // i modulo operators and its shape i / operators, the shape itself, 23 times
  // its channels (stored nowhere, but divided), or its width plus 1 (which no
  // stored width divides).
  v1::LookupRequest Lookup(int i, Find find) const;

  // The same, a third of each kind.
  v1::LookupRequest MixedLookup(int i) const;

 private:
  const int operators_;
  const int shapes_;
};

}  // namespace tunedex::benchmarks

#endif  // TUNEDEX_TESTS_BENCHMARKS_DATA_SET_H_
