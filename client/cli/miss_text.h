#ifndef TUNEDEX_CLIENT_CLI_MISS_TEXT_H_
#define TUNEDEX_CLIENT_CLI_MISS_TEXT_H_

#include <string>

#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

// Why there is no schedule and what to do about it, for people.
std::string MissText(const v1::Miss& miss, bool colour);

// A value of an attribute or version, "(not set)" for an empty one.
std::string ValueOrNotSet(const std::string& value);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_MISS_TEXT_H_
