#ifndef TUNEDEX_SERVER_LIMITS_H_
#define TUNEDEX_SERVER_LIMITS_H_

#include <cstddef>

namespace tunedex::server {

// Bounds on one call; those of a key, a target or a log line are in
// formats/limits.h.

// Largest message that is taken, in bytes: 16 MiB of records and some room for
// what surrounds them.
inline constexpr size_t kMaxMessageBytes = 17 << 20;
// Largest message that is received at all, only to be refused with its reason.
inline constexpr int kMaxReceivedBytes = 64 << 20;
// Largest answer to a batch of lookups, and to a single one, in bytes. A single
// one always has room for a record with the longest log line.
inline constexpr size_t kMaxBatchAnswerBytes = 16 << 20;
inline constexpr size_t kMaxSingleAnswerBytes = 64 << 20;
// Most lookups of one batch.
inline constexpr int kMaxBatchLookups = 1024;
// Most records of one push request.
inline constexpr int kMaxPushRecords = 4096;
// Longest name of a source, or of a model given with a push, in bytes.
inline constexpr size_t kMaxNameBytes = 256;
// Most requests of one push stream that are read but not answered yet.
inline constexpr size_t kMaxPushesInFlight = 4;

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_LIMITS_H_
