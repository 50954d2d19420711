#include "storage/store.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "storage/record_id.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "tests/testing/records.h"
#include "tests/testing/stores.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

using ::testing::ElementsAre;
using ::tunedex::testing::Dimensions;
using ::tunedex::testing::MakeFailedRecord;
using ::tunedex::testing::MakeRecord;
using ::tunedex::testing::MakeTarget;
using ::tunedex::testing::OpenStore;
using ::tunedex::testing::Push;
using ::tunedex::testing::TemporaryFolder;

class StoreTest : public ::testing::Test {
 protected:
  StoreTest() : store_(OpenStore(folder_.path())) {}

  void Restart() {
    store_.reset();
    store_ = OpenStore(folder_.path());
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

const v1::Target& Cpu() {
  static const auto& target = *new v1::Target(MakeTarget("llvm", {"cpu"}));
  return target;
}

TEST_F(StoreTest, PushingAgainChangesNothing) {
  const v1::TuningRecord record = MakeRecord(Dimensions("h", {1}), Cpu(), 1);
  const Receipt first =
      store_->PushAndWait({.source = "farm", .records = {record}}).value();
  const Receipt second =
      store_->PushAndWait({.source = "farm", .records = {record, record}})
          .value();
  EXPECT_TRUE(first.entries[0].stored);
  ASSERT_EQ(second.entries.size(), 2);
  EXPECT_FALSE(second.entries[0].stored);
  EXPECT_EQ(second.entries[1].record_id, first.entries[0].record_id);
  EXPECT_EQ(second.revision, first.revision);
  EXPECT_EQ(store_->GetTotals().records(), 1);
}

TEST_F(StoreTest, ARecordTwiceInOneSubmissionIsStoredOnce) {
  const v1::TuningRecord record = MakeRecord(Dimensions("h", {1}), Cpu(), 1);
  const Receipt receipt =
      store_->PushAndWait({.source = "farm", .records = {record, record}})
          .value();
  EXPECT_TRUE(receipt.entries[0].stored);
  EXPECT_FALSE(receipt.entries[1].stored);
  EXPECT_EQ(store_->GetTotals().records(), 1);
}

TEST_F(StoreTest, EverySourceOfARecordIsKeptWithItsTime) {
  store_.reset();
  absl::StatusOr<std::unique_ptr<Engine>> engine =
      OpenRocksDbEngine({.data_dir = folder_.path()});
  ASSERT_TRUE(engine.ok()) << engine.status();
  int64_t micros = 100;
  Store::Options options;
  options.clock = [&] { return absl::FromUnixMicros(micros); };
  store_ = Store::Create(*std::move(engine), std::move(options)).value();
  const v1::TuningRecord record = MakeRecord(Dimensions("h", {1}), Cpu(), 1);
  const std::string id = FormatRecordId(Push(*store_, {record}, "farm")[0]);
  micros = 200;
  Push(*store_, {record}, "laptop");
  micros = 300;
  Push(*store_, {record}, "farm");
  const v1::StoredRecord stored = store_->GetRecord(id).value();
  ASSERT_EQ(stored.sources_size(), 2);
  EXPECT_EQ(stored.sources(0).name(), "farm");
  EXPECT_EQ(stored.sources(0).first_pushed_at_micros(), 100);
  EXPECT_EQ(stored.sources(1).name(), "laptop");
  EXPECT_EQ(stored.sources(1).first_pushed_at_micros(), 200);
  EXPECT_EQ(stored.sequence(), 1);
}

TEST_F(StoreTest, TotalsCountWhatIsDistinctAndSurviveARestart) {
  const v1::Target gpu = MakeTarget("cuda", {"cuda", "gpu"});
  Push(*store_,
       {MakeRecord(Dimensions("h", {1}), Cpu(), 1),
        MakeRecord(Dimensions("h", {1}), Cpu(), 2),
        MakeRecord(Dimensions("h", {1}), gpu, 3),
        MakeFailedRecord(Dimensions("h", {2}), Cpu())},
       "farm");
  Push(*store_, {MakeRecord(Dimensions("h", {2}), gpu, 0)}, "laptop");
  for (int round = 0; round < 2; ++round) {
    const Totals totals = store_->GetTotals();
    EXPECT_EQ(totals.records(), 5);
    EXPECT_EQ(totals.workloads(), 2);
    EXPECT_EQ(totals.targets(), 2);
    EXPECT_EQ(totals.sources(), 2);
    // A cost of zero counts as history only, too.
    EXPECT_EQ(totals.failed_measurements(), 2);
    EXPECT_EQ(totals.revision(), 2);
    Restart();
  }
}

TEST_F(StoreTest, TheSerializedRecordOfAnAnswerIsTheRecord) {
  const v1::Workload workload = Dimensions("h", {1});
  Push(*store_, {MakeRecord(workload, Cpu(), 1)}, "farm");
  for (int round = 0; round < 2; ++round) {
    v1::LookupResponse response;
    std::string serialized;
    const auto write = [&](const HistoryEntry& entry,
                           v1::StoredRecord& stored) {
      CopyRecord(entry, stored);
      serialized = entry.serialized_record;
    };
    ASSERT_TRUE(store_->Lookup(workload, Cpu(), {}, write, response).ok());
    EXPECT_EQ(serialized,
              response.matches(0).stored().record().SerializeAsString());
    Restart();
  }
}

TEST_F(StoreTest, ARecordIsNeverReadWithoutAnAcknowledgedSource) {
  const v1::TuningRecord record = MakeRecord(Dimensions("h", {1}), Cpu(), 1);
  const std::string id =
      FormatRecordId(Push(*store_, {record}, "source 0").front());
  std::atomic<int> acknowledged = 1;
  std::atomic<bool> stopping = false;
  // Reads all the time, so that reads of every age meet every commit.
  std::thread reader([&] {
    while (!stopping) {
      const int at_least = acknowledged;
      EXPECT_GE(store_->GetRecord(id)->sources_size(), at_least);
    }
  });
  for (int i = 1; i < 200; ++i) {
    Push(*store_, {record}, absl::StrCat("source ", i));
    acknowledged = i + 1;
  }
  stopping = true;
  reader.join();
}

TEST_F(StoreTest, AModelAddedOnImportFilesRecordsThatHaveNone) {
  const v1::Workload workload = Dimensions("h", {1});
  const v1::TuningRecord plain = MakeRecord(workload, Cpu(), 1);
  const v1::TuningRecord named =
      MakeRecord(workload, MakeTarget("llvm", {"cpu"}, {{"model", "epyc"}}), 2);
  Push(*store_, {plain, named}, "farm");
  v1::LookupOptions only_model;
  only_model.add_scopes("model");
  const v1::Target wanted = MakeTarget("llvm", {"cpu"}, {{"model", "xeon"}});
  EXPECT_EQ(store_->Lookup(workload, wanted, only_model)->outcome(),
            v1::OUTCOME_NONE);
  // Importing again with a model adds the filing.
  Push(*store_, {plain, named}, "farm", "xeon");
  const v1::LookupResponse answer =
      store_->Lookup(workload, wanted, only_model).value();
  ASSERT_EQ(answer.matches_size(), 1);
  EXPECT_EQ(answer.matches(0).scope(), "model:xeon");
  EXPECT_EQ(answer.matches(0).stored().record().log_line(), plain.log_line());
  EXPECT_THAT(answer.matches(0).stored().added_models(), ElementsAre("xeon"));
}

TEST_F(StoreTest, AnAddedModelDoesNotChangeWhoWinsATie) {
  const v1::Workload workload = Dimensions("h", {1});
  const v1::Target xeon = MakeTarget("llvm", {"cpu"}, {{"model", "xeon"}});
  const v1::TuningRecord early = MakeRecord(workload, Cpu(), 1, "early");
  const v1::TuningRecord late = MakeRecord(workload, xeon, 1, "late");
  Push(*store_, {early, late});
  Push(*store_, {early}, "test", "xeon");
  v1::LookupOptions only_model;
  only_model.add_scopes("model");
  EXPECT_EQ(store_->Lookup(workload, xeon, only_model)
                ->matches(0)
                .stored()
                .record()
                .schedule(),
            "early");
}

TEST_F(StoreTest, UnknownIdsAreNotFoundAndOtherTextIsNoId) {
  EXPECT_EQ(store_->GetRecord(std::string(32, '0')).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(store_->GetRecord("xyz").status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(StoreTest, OptionsOutsideTheirRangesAreNamed) {
  const auto message = [&](auto set) {
    v1::LookupOptions options;
    set(options);
    const absl::Status status =
        store_->Lookup(Dimensions("h", {1}), Cpu(), options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    return std::string(status.message());
  };
  using Options = v1::LookupOptions;
  EXPECT_THAT(message([](Options& o) { o.set_top_k(1001); }),
              ::testing::StartsWith("top_k"));
  EXPECT_THAT(message([](Options& o) { o.set_alternatives(1001); }),
              ::testing::StartsWith("alternatives"));
  EXPECT_THAT(message([](Options& o) { o.set_max_distance_factor(0.5); }),
              ::testing::StartsWith("max_distance_factor"));
  EXPECT_THAT(message([](Options& o) { o.set_since_seconds(-1); }),
              ::testing::StartsWith("since_seconds"));
  for (const std::string scope : {"", "keys", "key:", "target:x", "kind"}) {
    EXPECT_THAT(message([&](Options& o) { o.add_scopes(scope); }),
                ::testing::StartsWith("scopes"))
        << scope;
  }
}

TEST_F(StoreTest, ManyPushersLoseNothingAndTheBestStands) {
  constexpr int kPushers = 8;
  constexpr int kRecords = 200;
  const v1::Workload workload = Dimensions("h", {1});
  std::vector<std::thread> pushers;
  for (int pusher = 0; pusher < kPushers; ++pusher) {
    pushers.emplace_back([&, pusher] {
      for (int i = 0; i < kRecords; ++i) {
        // Half of the records are pushed by everybody.
        const int value = i % 2 == 0 ? i : pusher * kRecords + i;
        Push(*store_, {MakeRecord(workload, Cpu(), 1e-6 * (value + 1))},
             absl::StrCat("farm", pusher));
      }
    });
  }
  // Whoever looks meanwhile sees a cost that belongs to its schedule.
  for (int i = 0; i < 200; ++i) {
    const v1::LookupResponse answer =
        store_->Lookup(workload, Cpu(), {}).value();
    if (answer.matches().empty()) continue;
    const v1::Match& match = answer.matches(0);
    EXPECT_EQ(match.measured_cost_seconds(),
              match.stored().record().measurement().costs_seconds(0));
  }
  for (std::thread& pusher : pushers) pusher.join();
  const Totals totals = store_->GetTotals();
  EXPECT_EQ(totals.records(), kRecords / 2 + kPushers * kRecords / 2);
  EXPECT_EQ(totals.sources(), kPushers);
  EXPECT_EQ(
      store_->Lookup(workload, Cpu(), {})->matches(0).measured_cost_seconds(),
      1e-6);
}

TEST_F(StoreTest, ReceiptsComeInTheOrderOfThePushes) {
  std::vector<int> order;
  for (int i = 0; i < 100; ++i) {
    store_->Push(
        {.source = "farm",
         .records = {MakeRecord(Dimensions("h", {i + 1}), Cpu(), 1)}},
        [&order, i](const absl::StatusOr<Receipt>&) { order.push_back(i); });
  }
  // Closing the store commits what is queued.
  store_.reset();
  ASSERT_EQ(order.size(), 100);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(order[i], i);
}

TEST_F(StoreTest, AnAnswerCarriesTheRevisionThatWasRead) {
  const v1::Workload workload = Dimensions("h", {1});
  EXPECT_EQ(store_->Lookup(workload, Cpu(), {})->revision(), 0);
  Push(*store_, {MakeRecord(workload, Cpu(), 1)});
  EXPECT_EQ(store_->Lookup(workload, Cpu(), {})->revision(), 1);
}

}  // namespace
}  // namespace tunedex::storage
