#ifndef TUNEDEX_CLIENT_CLI_DID_YOU_MEAN_H_
#define TUNEDEX_CLIENT_CLI_DID_YOU_MEAN_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace tunedex::cli {

// "; did you mean --target?" for "--taget": the known word that is nearest, if
// at most two letters are wrong, missing or too much. Else empty.
std::string DidYouMean(absl::string_view word,
                       const std::vector<std::string>& known);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_DID_YOU_MEAN_H_
