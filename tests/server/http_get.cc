#include "tests/server/http_get.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace tunedex::server {

std::string HttpGet(int port, absl::string_view path) {
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string response;
  if (connect(connection, reinterpret_cast<sockaddr*>(&address),
              sizeof(address)) == 0) {
    std::string request = absl::StrCat("GET ", path,
                                       " HTTP/1.1\r\nHost: localhost\r\n"
                                       "Connection: close\r\n\r\n");
    send(connection, request.data(), request.size(), MSG_NOSIGNAL);
    char buffer[4096];
    ssize_t size;
    while ((size = recv(connection, buffer, sizeof(buffer), 0)) > 0) {
      response.append(buffer, size);
    }
  }
  close(connection);
  return response;
}

}  // namespace tunedex::server
