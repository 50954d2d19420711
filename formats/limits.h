#ifndef TUNEDEX_FORMATS_LIMITS_H_
#define TUNEDEX_FORMATS_LIMITS_H_

#include <cstddef>

namespace tunedex::formats {

// Bounds on what is read. Real inputs stay far below each of them: the longest
// line of the public AutoTVM logs has 746 bytes, the longest key 22 arguments.

// Longest log line, in bytes.
inline constexpr size_t kMaxLogLineBytes = 8 << 20;
// Longest workload key, target or argument list in a request, in bytes.
inline constexpr size_t kMaxKeyBytes = 64 << 10;
// Longest structural hash, in bytes.
inline constexpr size_t kMaxHashBytes = 4 << 10;
// Longest log version, compiler version or code hash, in bytes.
inline constexpr size_t kMaxVersionBytes = 1 << 10;
// Longest name of a framework, in bytes.
inline constexpr size_t kMaxFrameworkBytes = 64;
// Most arguments of one workload, flattened.
inline constexpr size_t kMaxArguments = 4096;
// Deepest nesting of JSON lists and objects.
inline constexpr size_t kMaxNesting = 64;

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_LIMITS_H_
