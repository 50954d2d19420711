#include "client/cli/difference_text.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/json_output.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

std::string DifferenceText(const v1::ArgumentDifference& difference) {
  return absl::StrCat("#", difference.index(), ": ",
                      ArgumentJson(difference.wanted()).dump(), " wanted, ",
                      ArgumentJson(difference.stored()).dump(), " stored");
}

std::string DifferenceText(const v1::TargetDifference& difference) {
  return absl::StrCat(difference.attribute(), ": ",
                      ValueOrNotSet(difference.wanted()), " wanted, ",
                      ValueOrNotSet(difference.stored()), " stored");
}

std::string ValueOrNotSet(const std::string& value) {
  return value.empty() ? "(not set)" : value;
}

}  // namespace tunedex::cli
