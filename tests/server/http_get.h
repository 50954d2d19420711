#ifndef TUNEDEX_TESTS_SERVER_HTTP_GET_H_
#define TUNEDEX_TESTS_SERVER_HTTP_GET_H_

#include <string>

#include "absl/strings/string_view.h"

namespace tunedex::server {

// The whole response, headers and body, to a GET on a server of this machine;
// empty if it cannot be reached.
std::string HttpGet(int port, absl::string_view path);

}  // namespace tunedex::server

#endif  // TUNEDEX_TESTS_SERVER_HTTP_GET_H_
