#include "storage/summary.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "storage/scope.h"
#include "tests/testing/records.h"

namespace tunedex::storage {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::tunedex::testing::Dimensions;
using ::tunedex::testing::MakeRecord;
using ::tunedex::testing::MakeTarget;

Filings FilingsOf(const std::string& source) {
  Filings filings;
  filings.add_sources()->set_name(source);
  return filings;
}

v1::TuningRecord Record(const std::string& log_version) {
  v1::TuningRecord record =
      MakeRecord(Dimensions("h", {1}), MakeTarget("llvm", {"cpu"}), 1);
  record.mutable_versions()->set_log_version(log_version);
  record.mutable_measurement()->set_timestamp_seconds(7);
  return record;
}

TEST(SummaryTest, NamesWhatOccursInARecord) {
  const v1::TuningRecord record = Record("v0.6");
  const Summary summary = SummaryOf(record, FilingsOf("farm"));
  EXPECT_THAT(summary.sources().values(), ElementsAre("farm"));
  EXPECT_THAT(summary.log_versions().values(), ElementsAre("v0.6"));
  // What a record does not say is a value as well.
  EXPECT_THAT(summary.compiler_versions().values(), ElementsAre(""));
  EXPECT_THAT(summary.code_hashes().values(), ElementsAre(""));
  EXPECT_THAT(summary.targets().values(),
              ElementsAre(EncodeTarget(record.target())));
  EXPECT_EQ(summary.newest_seconds(), 7);
}

TEST(SummaryTest, MergingKeepsEachValueOnceAndSaysWhetherAnyWasNew) {
  Summary summary;
  EXPECT_TRUE(Merge(SummaryOf(Record("v0.5"), FilingsOf("a")), summary));
  EXPECT_TRUE(Merge(SummaryOf(Record("v0.6"), FilingsOf("a")), summary));
  EXPECT_FALSE(Merge(SummaryOf(Record("v0.5"), FilingsOf("a")), summary));
  EXPECT_TRUE(Merge(SummaryOf(Record("v0.5"), FilingsOf("b")), summary));
  EXPECT_THAT(summary.log_versions().values(), ElementsAre("v0.5", "v0.6"));
  EXPECT_THAT(summary.sources().values(), ElementsAre("a", "b"));
}

TEST(SummaryTest, ManyValuesAreGivenUp) {
  Summary summary;
  for (int i = 0; i < 100; ++i) {
    Merge(SummaryOf(Record("v"), FilingsOf(absl::StrCat("farm", i))), summary);
  }
  EXPECT_TRUE(summary.sources().too_many());
  EXPECT_THAT(summary.sources().values(), IsEmpty());
  EXPECT_FALSE(summary.log_versions().too_many());
  EXPECT_FALSE(Merge(SummaryOf(Record("v"), FilingsOf("new")), summary));
}

TEST(SummaryTest, LongValuesAreGivenUp) {
  Summary summary;
  for (const char c : {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}) {
    Merge(SummaryOf(Record("v"), FilingsOf(std::string(200, c))), summary);
  }
  EXPECT_TRUE(summary.sources().too_many());
  EXPECT_LT(summary.ByteSizeLong(), 200);
}

}  // namespace
}  // namespace tunedex::storage
