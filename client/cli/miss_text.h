#ifndef TUNEDEX_CLIENT_CLI_MISS_TEXT_H_
#define TUNEDEX_CLIENT_CLI_MISS_TEXT_H_

#include <string>

#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

// Why there is no schedule and what to do about it, for people; with the
// nearest rejected candidates, if the miss has them.
std::string MissText(const v1::Miss& miss, bool colour);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_MISS_TEXT_H_
