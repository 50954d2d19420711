#include "formats/pickled_row.h"

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace tunedex::formats {
namespace {

TEST(PickledRowTest, KnowsRowsOfBothVersions) {
  EXPECT_TRUE(IsPickledRow("llvm -x\tgASV+/==\tgA\tgA"));
  EXPECT_TRUE(IsPickledRow("llvm\tgASV\tgA==\tgA\t0.2\t0.8.dev0"));
}

TEST(PickledRowTest, OtherTextIsNone) {
  for (const absl::string_view line :
       {"", "llvm", "a\tb\tc", "a\tb\tc\td\te", "a\tb c\td\te", "a\t\tb\tc",
        "a\tb\tc\td\te\tf\tg", "a\tb\tc\t\xff"}) {
    EXPECT_FALSE(IsPickledRow(line)) << line;
  }
}

}  // namespace
}  // namespace tunedex::formats
