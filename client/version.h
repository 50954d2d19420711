#ifndef TUNEDEX_CLIENT_VERSION_H_
#define TUNEDEX_CLIENT_VERSION_H_

namespace tunedex {

// Version of the client library and of the command line.
inline constexpr char kClientVersion[] = "0.1.0";

}  // namespace tunedex

#endif  // TUNEDEX_CLIENT_VERSION_H_
