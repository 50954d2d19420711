#include "client/cli/did_you_mean.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tunedex::cli {
namespace {

TEST(DidYouMeanTest, NamesTheNearestKnownWord) {
  const std::vector<std::string> known = {"--since", "--source", "--scopes"};
  EXPECT_EQ(DidYouMean("--sorce", known), "; did you mean --source?");
  EXPECT_EQ(DidYouMean("--sinces", known), "; did you mean --since?");
  EXPECT_EQ(DidYouMean("--source", known), "; did you mean --source?");
}

TEST(DidYouMeanTest, IsSilentAboveTwoEdits) {
  EXPECT_EQ(DidYouMean("lookup", {"loop"}), "; did you mean loop?");
  EXPECT_EQ(DidYouMean("lookups", {"loop"}), "");
  EXPECT_EQ(DidYouMean(std::string(100000, 'x'), {"lookup"}), "");
  EXPECT_EQ(DidYouMean("", {"lookup"}), "");
  EXPECT_EQ(DidYouMean("lookup", {}), "");
}

}  // namespace
}  // namespace tunedex::cli
