#include "client/cli/units.h"

#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tunedex::cli {
namespace {

using ::testing::HasSubstr;

TEST(UnitsTest, CostsAreShownInTheUnitThatSuitsThem) {
  EXPECT_EQ(FormatCost(0), "0 s");
  EXPECT_EQ(FormatCost(2.5e-9), "2.5 ns");
  EXPECT_EQ(FormatCost(1.3039835860500379e-05), "13.04 us");
  EXPECT_EQ(FormatCost(0.001717992), "1.718 ms");
  EXPECT_EQ(FormatCost(3600), "3600 s");
}

TEST(UnitsTest, SizesAreShownInTheUnitThatSuitsThem) {
  EXPECT_EQ(FormatBytes(1023), "1023 B");
  EXPECT_EQ(FormatBytes(1536), "1.5 KiB");
  EXPECT_EQ(FormatBytes(5ULL << 40), "5.0 TiB");
  EXPECT_EQ(FormatBytes(5ULL << 50), "5120.0 TiB");
}

TEST(UnitsTest, TimesAreReadInEveryForm) {
  EXPECT_EQ(*ParseTimePoint("1614689820.5"), 1614689820.5);
  EXPECT_EQ(*ParseTimePoint("2021-03-02"), 1614643200);
  EXPECT_EQ(*ParseTimePoint("2021-03-02T12:57:00Z"), 1614689820);
  EXPECT_EQ(*ParseTimePoint("2021-03-02T13:57:00.5+01:00"), 1614689820.5);
}

TEST(UnitsTest, WhatIsNoTimeIsRefused) {
  for (const char* text : {"", "yesterday", "2021-13-01", "nan", "inf",
                           "infinite-future", "-5", "0", "1969-12-31"}) {
    EXPECT_EQ(ParseTimePoint(text).status().code(),
              absl::StatusCode::kInvalidArgument)
        << text;
  }
  EXPECT_THAT(std::string(ParseTimePoint("yesterday").status().message()),
              HasSubstr("\"yesterday\" is no time"));
}

}  // namespace
}  // namespace tunedex::cli
