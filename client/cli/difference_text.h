#ifndef TUNEDEX_CLIENT_CLI_DIFFERENCE_TEXT_H_
#define TUNEDEX_CLIENT_CLI_DIFFERENCE_TEXT_H_

#include <string>

#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

// How what is stored differs from what was wanted, for people:
// "#0: 8 wanted, 3 stored".
std::string DifferenceText(const v1::ArgumentDifference& difference);

// "arch: sm_86 wanted, sm_75 stored".
std::string DifferenceText(const v1::TargetDifference& difference);

// A value of an attribute or version, "(not set)" for an empty one.
std::string ValueOrNotSet(const std::string& value);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_DIFFERENCE_TEXT_H_
