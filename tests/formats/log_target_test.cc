#include "formats/log_target.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/target.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {
namespace {

TEST(LogTargetTest, GivesWhatParseTargetGivesInWhateverOrder) {
  const std::string long_text = "cuda -a=" + std::string(5000, 'x');
  for (const absl::string_view text :
       {absl::string_view("cuda"), absl::string_view("cuda"),
        absl::string_view("llvm -mcpu=x"), absl::string_view(""),
        absl::string_view("llvm -mcpu="), absl::string_view("llvm -mcpu=x"),
        absl::string_view(long_text), absl::string_view(long_text),
        absl::string_view("cuda")}) {
    const absl::StatusOr<v1::Target> expected = ParseTarget(text);
    const absl::StatusOr<v1::Target> target = ParseLogTarget(text);
    ASSERT_EQ(target.status(), expected.status());
    if (target.ok()) {
      EXPECT_THAT(*target, EqualsProto(*expected));
    }
  }
}

}  // namespace
}  // namespace tunedex::formats
