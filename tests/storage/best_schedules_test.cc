#include "storage/best_schedules.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/records.h"

namespace tunedex::storage {
namespace {

using ::testing::ElementsAre;
using ::tunedex::testing::Dimensions;
using ::tunedex::testing::MakeRecord;
using ::tunedex::testing::MakeTarget;

HistoryEntry Entry(const std::string& schedule, double cost,
                   uint64_t sequence) {
  HistoryEntry entry;
  entry.record = MakeRecord(Dimensions("h", {1}), MakeTarget("llvm", {"cpu"}),
                            cost, schedule);
  entry.filings.set_sequence(sequence);
  return entry;
}

// Schedules with the sequences of their records.
std::vector<std::string> Finish(BestSchedules schedules) {
  std::vector<std::string> shown;
  for (const HistoryEntry& entry : std::move(schedules).Finish()) {
    shown.push_back(
        absl::StrCat(entry.record.schedule(), " ", entry.filings.sequence()));
  }
  return shown;
}

TEST(BestSchedulesTest, KeepsTheBestRecordOfEachScheduleBestFirst) {
  BestSchedules schedules(3);
  schedules.Add(Entry("a", 5, 1));
  schedules.Add(Entry("b", 4, 2));
  schedules.Add(Entry("a", 3, 3));
  schedules.Add(Entry("a", 6, 4));
  EXPECT_THAT(Finish(std::move(schedules)), ElementsAre("a 3", "b 2"));
}

TEST(BestSchedulesTest, AScheduleThatFellOutComesBackWithABetterRecord) {
  BestSchedules schedules(2);
  schedules.Add(Entry("a", 9, 1));
  schedules.Add(Entry("b", 2, 2));
  schedules.Add(Entry("c", 3, 3));
  schedules.Add(Entry("a", 1, 4));
  EXPECT_THAT(Finish(std::move(schedules)), ElementsAre("a 4", "b 2"));
}

TEST(BestSchedulesTest, TiesGoToTheSmallerSequenceWhateverTheOrder) {
  BestSchedules schedules(2);
  schedules.Add(Entry("a", 1, 3));
  schedules.Add(Entry("b", 1, 2));
  schedules.Add(Entry("b", 1, 1));
  schedules.Add(Entry("c", 1, 4));
  EXPECT_THAT(Finish(std::move(schedules)), ElementsAre("b 1", "a 3"));
}

TEST(BestSchedulesTest, WantsWhatMayStillEnter) {
  BestSchedules schedules(1);
  EXPECT_TRUE(schedules.Wants(100));
  schedules.Add(Entry("a", 2, 5));
  EXPECT_TRUE(schedules.Wants(1));
  // A tie may come from a smaller sequence.
  EXPECT_TRUE(schedules.Wants(2));
  EXPECT_FALSE(schedules.Wants(3));
}

}  // namespace
}  // namespace tunedex::storage
