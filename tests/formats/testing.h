#ifndef TUNEDEX_TESTS_FORMATS_TESTING_H_
#define TUNEDEX_TESTS_FORMATS_TESTING_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "google/protobuf/message.h"
#include "google/protobuf/util/message_differencer.h"

namespace tunedex::formats {

inline const absl::Status& GetStatus(const absl::Status& status) {
  return status;
}
template <typename T>
const absl::Status& GetStatus(const absl::StatusOr<T>& value) {
  return value.status();
}

// A Status or StatusOr that is OK.
MATCHER(IsOk, "is OK") {
  *result_listener << GetStatus(arg).ToString();
  return GetStatus(arg).ok();
}

// A Status or StatusOr that is INVALID_ARGUMENT with such a message.
MATCHER_P(IsInvalid, message,
          "is INVALID_ARGUMENT with a message that " +
              ::testing::DescribeMatcher<std::string>(message)) {
  const absl::Status& status = GetStatus(arg);
  *result_listener << status.ToString();
  return status.code() == absl::StatusCode::kInvalidArgument &&
         ::testing::Matches(message)(std::string(status.message()));
}

// A message with the same content.
MATCHER_P(EqualsProto, expected, "equals " + expected.ShortDebugString()) {
  *result_listener
      << static_cast<const google::protobuf::Message&>(arg).ShortDebugString();
  return google::protobuf::util::MessageDifferencer::Equals(arg, expected);
}

}  // namespace tunedex::formats

#endif  // TUNEDEX_TESTS_FORMATS_TESTING_H_
