#include "storage/nearest/factors.h"

#include "storage/nearest/divisors.h"

namespace tunedex::storage {
namespace {

constexpr uint32_t kPrimeBound = 1 << 16;

std::vector<uint64_t> FindPrimes() {
  std::vector<bool> composite(kPrimeBound);
  std::vector<uint64_t> primes;
  for (uint64_t n = 2; n < kPrimeBound; ++n) {
    if (composite[n]) continue;
    primes.push_back(n);
    for (uint64_t m = n * n; m < kPrimeBound; m += n) composite[m] = true;
  }
  return primes;
}

// Multiplies each divisor by all powers of another prime up to `exponent`.
void MultiplyBy(uint64_t prime, int exponent, std::vector<uint64_t>& divisors) {
  const size_t before = divisors.size();
  for (size_t i = 0; i < before * exponent; ++i) {
    divisors.push_back(divisors[divisors.size() - before] * prime);
  }
}

}  // namespace

std::optional<std::vector<uint64_t>> DivisorsOf(uint64_t number,
                                                size_t max_count) {
  static const auto& primes = *new std::vector<uint64_t>(FindPrimes());
  static const auto& tests = *new Divisors<uint64_t>(primes);
  std::vector<uint64_t> divisors = {1};
  for (size_t i = 0; i < primes.size(); ++i) {
    if (primes[i] * primes[i] > number) break;
    int exponent = 0;
    for (; tests.Divides(i, number); ++exponent) {
      number = tests.Quotient(i, number);
    }
    if (divisors.size() * (exponent + 1) > max_count) return std::nullopt;
    MultiplyBy(primes[i], exponent, divisors);
  }
  if (number == 1) return divisors;
  // What is left has no factor below 2^16: below 2^32 it is a prime.
  if (number >= uint64_t{kPrimeBound} * kPrimeBound) return std::nullopt;
  if (divisors.size() * 2 > max_count) return std::nullopt;
  MultiplyBy(number, 1, divisors);
  return divisors;
}

}  // namespace tunedex::storage
