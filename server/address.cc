#include "server/address.h"

#include <algorithm>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace tunedex::server {
namespace {

constexpr int kMaxPort = 65535;

bool IsHostCharacter(char c) {
  return absl::ascii_isalnum(c) || c == '.' || c == '-' || c == '_';
}

bool IsIpv6Character(char c) {
  return absl::ascii_isxdigit(c) || c == ':' || c == '.';
}

bool IsHost(absl::string_view host) {
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    absl::string_view inner = host.substr(1, host.size() - 2);
    return std::all_of(inner.begin(), inner.end(), IsIpv6Character);
  }
  return !host.empty() &&
         std::all_of(host.begin(), host.end(), IsHostCharacter);
}

bool ParsePort(absl::string_view text, int& port) {
  return std::all_of(text.begin(), text.end(), absl::ascii_isdigit) &&
         absl::SimpleAtoi(text, &port) && port <= kMaxPort;
}

absl::Status Malformed(absl::string_view text, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("\"", absl::CHexEscape(text), "\" is no HOST:PORT: ", what));
}

}  // namespace

std::string Address::ToString() const { return absl::StrCat(host, ":", port); }

absl::StatusOr<Address> ParseAddress(absl::string_view text) {
  size_t colon = text.rfind(':');
  if (colon == absl::string_view::npos) {
    return Malformed(text, "the port is missing, as in 127.0.0.1:7420");
  }
  Address address;
  address.host = std::string(text.substr(0, colon));
  if (address.host.empty()) {
    return Malformed(text, "the host is missing; 0.0.0.0 stands for all");
  }
  if (!IsHost(address.host)) {
    return Malformed(text,
                     "the host must be a name, an IPv4 address, or an IPv6 "
                     "address in brackets");
  }
  if (!ParsePort(text.substr(colon + 1), address.port)) {
    return Malformed(text, "the port must be a number from 0 to 65535");
  }
  return address;
}

}  // namespace tunedex::server
