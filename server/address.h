#ifndef TUNEDEX_SERVER_ADDRESS_H_
#define TUNEDEX_SERVER_ADDRESS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tunedex::server {

// Where a server listens.
struct Address {
  // A host name or an IP address; an IPv6 address with its brackets.
  std::string host;
  // 0 means: any free one.
  int port = 0;

  // HOST:PORT.
  std::string ToString() const;
};

// Reads HOST:PORT, such as "127.0.0.1:0", "[::1]:7420" or "localhost:7420".
// INVALID_ARGUMENT, saying what is missing, for anything else.
absl::StatusOr<Address> ParseAddress(absl::string_view text);

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_ADDRESS_H_
