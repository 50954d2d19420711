#include "storage/record_id.h"

#include <string>

#include "gtest/gtest.h"

namespace tunedex::storage {
namespace {

TEST(RecordIdTest, TheIdIsTheHeadOfSha256OverFrameworkZeroAndLine) {
  // printf 'autotvm\0line' | sha256sum
  EXPECT_EQ(FormatRecordId(RecordId("autotvm", "line")),
            "32c257d6fdba307aae78cbe9db9f3629");
}

TEST(RecordIdTest, FrameworkAndLineDoNotRunIntoEachOther) {
  EXPECT_NE(RecordId("ab", "c"), RecordId("a", "bc"));
}

TEST(RecordIdTest, IdsRoundTripAsText) {
  const std::string id = RecordId("autotvm", "line");
  ASSERT_EQ(id.size(), kRecordIdBytes);
  EXPECT_EQ(ParseRecordId(FormatRecordId(id)).value(), id);
}

TEST(RecordIdTest, OtherTextIsNoRecordId) {
  for (const std::string& text :
       {std::string(), std::string("abc"), std::string(32, 'g'),
        std::string(33, 'a'), std::string(32, '\0')}) {
    EXPECT_EQ(ParseRecordId(text).status().code(),
              absl::StatusCode::kInvalidArgument)
        << text;
  }
}

}  // namespace
}  // namespace tunedex::storage
