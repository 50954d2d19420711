#ifndef TUNEDEX_STORAGE_RECORD_ID_H_
#define TUNEDEX_STORAGE_RECORD_ID_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tunedex::storage {

inline constexpr size_t kRecordIdBytes = 16;

// The id of a record: the first 128 bits of SHA-256 over the framework, a zero
// byte and the log line. The same content has the same id on every server.
std::string RecordId(absl::string_view framework, absl::string_view log_line);

// 32 lower-case hexadecimal digits.
std::string FormatRecordId(absl::string_view record_id);

// INVALID_ARGUMENT for text that is not 32 hexadecimal digits.
absl::StatusOr<std::string> ParseRecordId(absl::string_view text);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_RECORD_ID_H_
