#include "storage/record_id.h"

#include <openssl/sha.h>

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace tunedex::storage {

std::string RecordId(absl::string_view framework, absl::string_view log_line) {
  std::string content;
  content.reserve(framework.size() + 1 + log_line.size());
  content.append(framework.data(), framework.size());
  content.push_back('\0');
  content.append(log_line.data(), log_line.size());
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(content.data()), content.size(),
         digest);
  return std::string(reinterpret_cast<const char*>(digest), kRecordIdBytes);
}

std::string FormatRecordId(absl::string_view record_id) {
  return absl::BytesToHexString(record_id);
}

absl::StatusOr<std::string> ParseRecordId(absl::string_view text) {
  if (text.size() != 2 * kRecordIdBytes ||
      !std::all_of(text.begin(), text.end(), absl::ascii_isxdigit)) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", absl::CEscape(text.substr(0, 80)),
                     "' is not a record id: 32 hexadecimal digits are one"));
  }
  return absl::HexStringToBytes(text);
}

}  // namespace tunedex::storage
