#ifndef TUNEDEX_SERVER_VERSION_H_
#define TUNEDEX_SERVER_VERSION_H_

#include "absl/strings/string_view.h"

namespace tunedex::server {

// What `tunedexd --version`, GetStats and the metrics show.
inline constexpr absl::string_view kVersion = "0.1.0";

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_VERSION_H_
