// One suite for every engine: what storage/engine.h promises.

#include "storage/engine.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "storage/record_id.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/tuple.h"
#include "tests/testing/records.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::tunedex::testing::Dimensions;
using ::tunedex::testing::MakeRecord;
using ::tunedex::testing::MakeTarget;
using ::tunedex::testing::TemporaryFolder;

struct EngineKind {
  std::string name;
  // Opens an engine that keeps its data in a folder.
  std::function<absl::StatusOr<std::unique_ptr<Engine>>(const std::string&)>
      open;
};

class EngineTest : public ::testing::TestWithParam<EngineKind> {
 protected:
  EngineTest() { Open(); }

  void Open() {
    engine_.reset();
    absl::StatusOr<std::unique_ptr<Engine>> engine =
        GetParam().open(folder_.path());
    ASSERT_TRUE(engine.ok()) << engine.status();
    engine_ = *std::move(engine);
  }

  TemporaryFolder folder_;
  std::unique_ptr<Engine> engine_;
};

std::string Id(char c) { return std::string(kRecordIdBytes, c); }

// A record with its filings, as a committer would write them.
WriteSet WriteOf(const std::string& id, const v1::TuningRecord& record,
                 uint64_t sequence) {
  WriteSet writes;
  writes.records.push_back({.record_id = id, .record = record});
  Filings filings;
  filings.set_sequence(sequence);
  writes.filings.emplace_back(id, filings);
  return writes;
}

GroupKey GroupOf(const std::string& scope, const std::string& hash = "h") {
  return {.kind = "llvm",
          .scope = scope,
          .framework = "auto_scheduler",
          .structural_hash = hash};
}

void AddBest(const GroupKey& group, const v1::Workload& workload, double cost,
             WriteSet& writes) {
  BestEntry entry;
  entry.set_cost_seconds(cost);
  writes.best.emplace_back(
      BestKey{.group = group, .arguments = EncodeArguments(workload)}, entry);
}

WorkloadKey KeyOf(const v1::Workload& workload) {
  return {.framework = workload.framework(),
          .structural_hash = workload.structural_hash(),
          .arguments = EncodeArguments(workload)};
}

std::vector<double> CostsIn(const Engine& engine, const GroupKey& group) {
  std::vector<double> costs;
  const absl::Status scanned =
      engine.ScanGroup(group, [&](absl::string_view, const BestEntry& entry) {
        costs.push_back(entry.cost_seconds());
        return true;
      });
  EXPECT_TRUE(scanned.ok()) << scanned;
  return costs;
}

TEST_P(EngineTest, ANewStoreIsEmpty) {
  EXPECT_EQ(engine_->ReadTotals().value().revision(), 0);
  EXPECT_THAT(engine_->ReadKinds().value(), IsEmpty());
  EXPECT_EQ(engine_->ReadRecord(Id('a')).value(), nullptr);
  EXPECT_FALSE(engine_->ReadFilings(Id('a')).value().has_value());
  EXPECT_FALSE(engine_->HasHash("auto_scheduler", "h").value());
  EXPECT_FALSE(engine_->HasTarget("t").value());
  EXPECT_FALSE(engine_->HasSource("s").value());
}

TEST_P(EngineTest, WhatWasCommittedIsThereAfterOpeningAgain) {
  const v1::TuningRecord record =
      MakeRecord(Dimensions("h", {1, 2}), MakeTarget("llvm", {"cpu"}), 0.5);
  WriteSet writes = WriteOf(Id('a'), record, 7);
  AddBest(GroupOf("key:cpu"), record.workload(), 0.5, writes);
  writes.kinds = {"llvm"};
  writes.targets = {std::string("t\0t", 3)};
  writes.sources = {"farm"};
  writes.totals.set_revision(3);
  ASSERT_TRUE(engine_->Commit(writes).ok());
  Open();
  const std::shared_ptr<const HistoryEntry> entry =
      engine_->ReadRecord(Id('a')).value();
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->record.SerializeAsString(), record.SerializeAsString());
  EXPECT_EQ(entry->filings.sequence(), 7);
  EXPECT_EQ(entry->record_id, Id('a'));
  EXPECT_EQ(engine_->ReadFilings(Id('a')).value()->sequence(), 7);
  EXPECT_THAT(CostsIn(*engine_, GroupOf("key:cpu")), ElementsAre(0.5));
  EXPECT_THAT(engine_->ReadKinds().value(), ElementsAre("llvm"));
  EXPECT_TRUE(engine_->HasTarget(absl::string_view("t\0t", 3)).value());
  EXPECT_FALSE(engine_->HasTarget("t").value());
  EXPECT_TRUE(engine_->HasSource("farm").value());
  EXPECT_FALSE(engine_->HasSource("far").value());
  EXPECT_EQ(engine_->ReadTotals().value().revision(), 3);
}

TEST_P(EngineTest, AScheduleIsReadBackWhetherOrNotItIsAPieceOfTheLine) {
  v1::TuningRecord inside =
      MakeRecord(Dimensions("h", {1}), MakeTarget("llvm", {"cpu"}), 1);
  inside.set_log_line("{\"i\": [[1], [[], [2]]]}");
  inside.set_schedule("[[], [2]]");
  v1::TuningRecord outside = inside;
  outside.set_schedule(std::string("\0opaque", 7));
  v1::TuningRecord none = inside;
  none.set_schedule("");
  char id = 'a';
  for (const v1::TuningRecord& record : {inside, outside, none}) {
    ASSERT_TRUE(engine_->Commit(WriteOf(Id(id), record, 1)).ok());
    EXPECT_EQ(engine_->ReadRecord(Id(id)).value()->record.schedule(),
              record.schedule());
    ++id;
  }
}

TEST_P(EngineTest, ARecordThatWasReadShowsTheFilingsOfLaterCommits) {
  const v1::TuningRecord record =
      MakeRecord(Dimensions("h", {1}), MakeTarget("llvm", {"cpu"}), 1);
  ASSERT_TRUE(engine_->Commit(WriteOf(Id('a'), record, 1)).ok());
  ASSERT_TRUE(engine_->Commit(WriteOf(Id('b'), record, 2)).ok());
  for (const uint64_t sequence : {1, 3}) {
    WriteSet changed = WriteOf(Id('a'), record, sequence);
    changed.records.clear();
    ASSERT_TRUE(engine_->Commit(changed).ok());
    // The second time from memory, where the engine keeps records.
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(engine_->ReadRecord(Id('a')).value()->filings.sequence(),
                sequence);
      EXPECT_EQ(engine_->ReadRecord(Id('b')).value()->filings.sequence(), 2);
    }
  }
}

TEST_P(EngineTest, AScanOfAGroupSeesThatGroupOnlyInTheOrderOfItsArguments) {
  WriteSet writes;
  AddBest(GroupOf("key:cpu"), Dimensions("h", {300}), 3, writes);
  AddBest(GroupOf("key:cpu"), Dimensions("h", {2}), 2, writes);
  AddBest(GroupOf("key:cpu"), Dimensions("h", {1, 1}), 1, writes);
  AddBest(GroupOf("key:cpu2"), Dimensions("h", {1}), 10, writes);
  AddBest(GroupOf("key:cp"), Dimensions("h", {1}), 11, writes);
  AddBest(GroupOf("key:cpu", "h2"), Dimensions("h2", {1}), 12, writes);
  GroupKey other_kind = GroupOf("key:cpu");
  other_kind.kind = "c";
  AddBest(other_kind, Dimensions("h", {1}), 13, writes);
  ASSERT_TRUE(engine_->Commit(writes).ok());
  EXPECT_THAT(CostsIn(*engine_, GroupOf("key:cpu")), ElementsAre(1, 2, 3));
}

TEST_P(EngineTest, AScanStopsWhenItsVisitorSaysSo) {
  WriteSet writes;
  AddBest(GroupOf("key:cpu"), Dimensions("h", {1}), 1, writes);
  AddBest(GroupOf("key:cpu"), Dimensions("h", {2}), 2, writes);
  ASSERT_TRUE(engine_->Commit(writes).ok());
  int visited = 0;
  ASSERT_TRUE(engine_
                  ->ScanGroup(GroupOf("key:cpu"),
                              [&](absl::string_view, const BestEntry&) {
                                ++visited;
                                return false;
                              })
                  .ok());
  EXPECT_EQ(visited, 1);
}

TEST_P(EngineTest, ABestEntryIsReplaced) {
  const v1::Workload workload = Dimensions("h", {1});
  for (const double cost : {2.0, 1.0}) {
    WriteSet writes;
    AddBest(GroupOf("key:cpu"), workload, cost, writes);
    ASSERT_TRUE(engine_->Commit(writes).ok());
  }
  const std::optional<BestEntry> entry =
      engine_
          ->ReadBest({.group = GroupOf("key:cpu"),
                      .arguments = EncodeArguments(workload)})
          .value();
  ASSERT_TRUE(entry.has_value());
  EXPECT_EQ(entry->cost_seconds(), 1);
  EXPECT_THAT(CostsIn(*engine_, GroupOf("key:cpu")), ElementsAre(1));
}

TEST_P(EngineTest, TheHistoryOfAWorkloadHoldsItsRecordsOfAllTargets) {
  const v1::Workload workload = Dimensions("h", {1});
  const v1::TuningRecord records[] = {
      MakeRecord(workload, MakeTarget("llvm", {"cpu"}), 1),
      MakeRecord(workload, MakeTarget("cuda", {"cuda", "gpu"}), 2),
      MakeRecord(workload, MakeTarget("llvm", {"cpu"}), 3),
      MakeRecord(Dimensions("h", {1, 1}), MakeTarget("llvm", {"cpu"}), 4),
      MakeRecord(Dimensions("h1", {1}), MakeTarget("llvm", {"cpu"}), 5),
  };
  char id = 'a';
  for (const v1::TuningRecord& record : records) {
    ASSERT_TRUE(engine_->Commit(WriteOf(Id(id++), record, 1)).ok());
  }
  std::vector<std::string> ids;
  ASSERT_TRUE(engine_
                  ->ScanHistory(KeyOf(workload),
                                [&](absl::string_view id, const auto&) {
                                  ids.emplace_back(id.substr(0, 1));
                                  return true;
                                })
                  .ok());
  EXPECT_THAT(ids, ElementsAre("b", "a", "c"));
  EXPECT_TRUE(engine_->HasWorkload(KeyOf(workload)).value());
  EXPECT_FALSE(engine_->HasWorkload(KeyOf(Dimensions("h", {2}))).value());
  EXPECT_FALSE(engine_->HasWorkload(KeyOf(Dimensions("h", {}))).value());
  EXPECT_TRUE(engine_->HasHash("auto_scheduler", "h1").value());
  EXPECT_FALSE(engine_->HasHash("auto_scheduler", "h11").value());
  EXPECT_FALSE(engine_->HasHash("autotvm", "h").value());
}

TEST_P(EngineTest, BytesOnDiskGrow) {
  const uint64_t before = engine_->BytesOnDisk().value();
  v1::TuningRecord record =
      MakeRecord(Dimensions("h", {1}), MakeTarget("llvm", {"cpu"}), 1);
  record.set_log_line(std::string(100'000, 'x'));
  ASSERT_TRUE(engine_->Commit(WriteOf(Id('a'), record, 1)).ok());
  EXPECT_GE(engine_->BytesOnDisk().value(), before + 100'000);
}

INSTANTIATE_TEST_SUITE_P(Engines, EngineTest,
                         ::testing::Values(EngineKind{
                             .name = "RocksDb",
                             .open =
                                 [](const std::string& folder) {
                                   return OpenRocksDbEngine(
                                       {.data_dir = folder});
                                 }}),
                         [](const ::testing::TestParamInfo<EngineKind>& info) {
                           return info.param.name;
                         });

}  // namespace
}  // namespace tunedex::storage
