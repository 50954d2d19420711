#include "client/cli/import_counts.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tunedex::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::SizeIs;

v1::PushResult Result(v1::PushOutcome outcome) {
  v1::PushResult result;
  result.set_outcome(outcome);
  return result;
}

TEST(ImportCountsTest, EveryLineIsCountedOnce) {
  ImportCounts counts;
  counts.AddResult(Result(v1::PUSH_OUTCOME_STORED), {});
  v1::PushResult failed = Result(v1::PUSH_OUTCOME_DUPLICATE);
  failed.set_failed_measurement(true);
  counts.AddResult(failed, {});
  counts.AddResult(Result(v1::PUSH_OUTCOME_REJECTED), {});
  counts.AddResult(Result(v1::PUSH_OUTCOME_COMMENT), {});
  counts.AddComment();
  EXPECT_EQ(counts.lines(), 5);
  EXPECT_EQ(counts.accepted(), 2);
  EXPECT_EQ(counts.stored(), 1);
  EXPECT_EQ(counts.duplicates(), 1);
  EXPECT_EQ(counts.failed_measurements(), 1);
  EXPECT_EQ(counts.rejected(), 1);
  EXPECT_EQ(counts.comments(), 2);
}

TEST(ImportCountsTest, RejectsAreSortedByFileAndLine) {
  ImportCounts counts;
  counts.AddReject({{.file_index = 1, .file = "a", .line = 1}, "third"});
  counts.AddReject({{.file_index = 0, .file = "b", .line = 9}, "second"});
  counts.AddReject({{.file_index = 0, .file = "b", .line = 2}, "first"});
  EXPECT_THAT(counts.SortedRejects(),
              ElementsAre(Field(&Reject::reason, "first"),
                          Field(&Reject::reason, "second"),
                          Field(&Reject::reason, "third")));
}

TEST(ImportCountsTest, KeepsOnlySoManyRejectsAndWarnings) {
  ImportCounts counts;
  for (int i = 0; i < 1500; ++i) {
    counts.AddReject({});
    v1::PushResult result = Result(v1::PUSH_OUTCOME_STORED);
    result.add_warnings()->set_text(absl::StrCat(i));
    counts.AddResult(result, {});
  }
  EXPECT_EQ(counts.rejected(), 1500);
  EXPECT_THAT(counts.SortedRejects(), SizeIs(ImportCounts::kMaxKept));
  EXPECT_THAT(counts.warnings(), SizeIs(ImportCounts::kMaxKept));
  EXPECT_EQ(counts.warnings_left_out(), 500);
}

TEST(ImportCountsTest, EqualWarningsAreCountedTogether) {
  ImportCounts counts;
  v1::PushResult result = Result(v1::PUSH_OUTCOME_STORED);
  result.add_warnings()->set_code("LEGACY_FORMAT");
  for (int i = 0; i < 3; ++i) {
    counts.AddResult(result, {});
  }
  EXPECT_THAT(counts.warnings(),
              ElementsAre(Field(&ImportCounts::Warning::count, 3)));
}

}  // namespace
}  // namespace tunedex::cli
