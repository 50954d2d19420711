// Constraints over an engine: what a summary may skip, and what a lookup may
// read.

#include "storage/constraints.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "storage/cost.h"
#include "storage/filed_under.h"
#include "storage/lookup.h"
#include "storage/nearest/index_cache.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/tuple.h"
#include "storage/write_set_builder.h"
#include "tests/testing/random_world.h"
#include "tests/testing/records.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::Dimensions;
using ::tunedex::testing::MakeRecord;
using ::tunedex::testing::MakeTarget;
using ::tunedex::testing::RandomWorld;
using ::tunedex::testing::TemporaryFolder;

class ConstraintsTest : public ::testing::Test {
 protected:
  ConstraintsTest()
      : engine_(OpenRocksDbEngine({.data_dir = folder_.path()}).value()) {}

  // Gives the id of the record.
  std::string Push(const v1::TuningRecord& record, const std::string& source,
                   const std::string& model = "") {
    WriteSetBuilder builder(*engine_, engine_->ReadTotals().value());
    std::string id = builder.Add(record, source, model, 1).value().record_id;
    if (builder.HasChanges()) {
      EXPECT_TRUE(engine_->Commit(std::move(builder).Finish()).ok());
    }
    return id;
  }

  static BestKey KeyOf(const v1::TuningRecord& record,
                       const std::string& scope) {
    const v1::Workload& workload = record.workload();
    return {.group = {.kind = record.target().kind(),
                      .scope = scope,
                      .framework = workload.framework(),
                      .structural_hash = workload.structural_hash()},
            .arguments = EncodeArguments(workload)};
  }

  // Makes a best entry one of a store that kept no summaries.
  void ForgetSummary(const BestKey& key) {
    BestEntry entry = engine_->ReadBest(key).value().value();
    entry.clear_summary();
    WriteSet writes;
    writes.totals = engine_->ReadTotals().value();
    writes.best.emplace_back(key, entry);
    ASSERT_TRUE(engine_->Commit(writes).ok());
  }

  v1::LookupResponse LookedUp(const v1::Workload& workload,
                              const v1::Target& target,
                              const v1::LookupOptions& options,
                              size_t max_reads = kMaxLookupReads) {
    v1::LookupResponse response;
    EXPECT_TRUE(LookUp(*engine_, *index_, workload, target, options, CopyRecord,
                       response, max_reads)
                    .ok());
    return response;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Engine> engine_;
  // Without memory it reads every group anew: records are written past it.
  std::unique_ptr<IndexCache> index_ =
      std::make_unique<IndexCache>(*engine_, /*capacity_bytes=*/0);
};

TEST_F(ConstraintsTest, ASummaryNeverHidesARecordThatIsAdmitted) {
  int skipped = 0;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    RandomWorld world(seed);
    std::vector<v1::TuningRecord> pushed;
    std::vector<std::string> ids;
    for (int i = 0; i < 120; ++i) {
      const bool again = !pushed.empty() && world.OneIn(4);
      pushed.push_back(again ? pushed[world.Below(pushed.size())]
                             : world.Record());
      ids.push_back(Push(pushed.back(), world.Source(), world.AddedModel()));
    }
    for (int i = 0; i < 100; ++i) {
      const Constraints constraints(world.Options(), world.Target());
      for (const std::string& id : ids) {
        const std::shared_ptr<const HistoryEntry> read =
            engine_->ReadRecord(id).value();
        const HistoryEntry& entry = *read;
        const bool admitted =
            Cost(entry.record.measurement()) > 0 && constraints.Admits(entry);
        EXPECT_EQ(constraints.Admits(entry),
                  constraints.WhatExcludes(entry).empty());
        for (const std::string& scope :
             FiledUnder(entry.record.target(), entry.filings)) {
          const BestEntry best =
              engine_->ReadBest(KeyOf(entry.record, scope)).value().value();
          const bool may_admit = constraints.MayAdmit(best);
          EXPECT_TRUE(may_admit || !admitted) << best.ShortDebugString();
          if (!may_admit) ++skipped;
        }
      }
    }
  }
  EXPECT_GT(skipped, 1000);
}

TEST_F(ConstraintsTest, RequiredAttributesMustOccurTogetherInOneTarget) {
  const v1::Workload workload = Dimensions("h", {1});
  const auto target = [](const std::string& arch, const std::string& libs) {
    return MakeTarget("cuda", {"gpu"}, {{"arch", arch}, {"libs", libs}});
  };
  const v1::TuningRecord record = MakeRecord(workload, target("a", "x"), 1);
  Push(record, "farm");
  Push(MakeRecord(workload, target("b", "y"), 1), "farm");
  const BestEntry best =
      engine_->ReadBest(KeyOf(record, "key:gpu")).value().value();
  v1::LookupOptions options;
  options.add_required_attributes("arch");
  options.add_required_attributes("libs");
  EXPECT_TRUE(Constraints(options, target("b", "y")).MayAdmit(best));
  EXPECT_FALSE(Constraints(options, target("b", "x")).MayAdmit(best));
  EXPECT_FALSE(Constraints(options, target("b", "")).MayAdmit(best));
}

TEST_F(ConstraintsTest, AnEntryWithoutASummarySkipsNothingEvenWhenItGrows) {
  const v1::Target cpu = MakeTarget("llvm", {"cpu"});
  const v1::TuningRecord old_record =
      MakeRecord(Dimensions("h", {1}), cpu, 1, "old");
  Push(old_record, "old farm");
  const BestKey key = KeyOf(old_record, "key:cpu");
  ForgetSummary(key);
  Push(MakeRecord(Dimensions("h", {1}), cpu, 0.5, "new"), "new farm");
  Push(old_record, "newer farm");
  v1::LookupOptions options;
  options.add_sources("old farm");
  EXPECT_TRUE(Constraints(options, cpu)
                  .MayAdmit(engine_->ReadBest(key).value().value()));
  const v1::LookupResponse response =
      LookedUp(Dimensions("h", {1}), cpu, options);
  ASSERT_EQ(response.matches_size(), 1);
  EXPECT_EQ(response.matches(0).stored().record().schedule(), "old");
}

TEST_F(ConstraintsTest, ALookupThatComesToItsBoundSaysSo) {
  const v1::Target cpu = MakeTarget("llvm", {"cpu"});
  const v1::Workload workload = Dimensions("h", {8});
  for (int i = 1; i <= 20; ++i) {
    v1::TuningRecord record =
        MakeRecord(workload, cpu, i, absl::StrCat("s", i));
    record.mutable_versions()->set_code_hash(i == 1 ? "old" : "new");
    Push(record, "farm");
  }
  v1::LookupOptions options;
  options.set_code_hash("new");
  const auto look_up = [&](size_t max_reads) {
    return LookedUp(workload, cpu, options, max_reads);
  };
  const v1::LookupResponse all = look_up(kMaxLookupReads);
  EXPECT_FALSE(all.truncated());
  EXPECT_EQ(all.matches(0).stored().record().schedule(), "s2");
  // One candidate and its 20 records.
  EXPECT_FALSE(look_up(21).truncated());
  EXPECT_TRUE(look_up(20).truncated());
  const v1::LookupResponse some = look_up(5);
  EXPECT_TRUE(some.truncated());
  ASSERT_EQ(some.matches_size(), 1);
  EXPECT_EQ(some.matches(0).stored().record().versions().code_hash(), "new");
  // Nothing but the best record was read, which is ruled out.
  const v1::LookupResponse none = look_up(1);
  EXPECT_TRUE(none.truncated());
  EXPECT_EQ(none.miss().reason(), v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS);
  EXPECT_EQ(none.miss().excluded_by(0).found(), "old");
}

TEST_F(ConstraintsTest, AlternativesCountAgainstTheBoundAndIncludeTheMatch) {
  const v1::Target cpu = MakeTarget("llvm", {"cpu"});
  const v1::Workload workload = Dimensions("h", {8});
  for (int i = 1; i <= 20; ++i) {
    Push(MakeRecord(workload, cpu, i, absl::StrCat("s", i)), "farm");
  }
  v1::LookupOptions options;
  options.set_alternatives(30);
  const v1::LookupResponse some =
      LookedUp(workload, cpu, options, /*max_reads=*/5);
  EXPECT_TRUE(some.truncated());
  EXPECT_LE(some.matches(0).alternatives_size(), 6);
  EXPECT_EQ(some.matches(0).alternatives(0).record().schedule(), "s1");
  EXPECT_EQ(some.matches(0).stored().record().schedule(), "s1");
}

TEST_F(ConstraintsTest, AnExplanationThatComesToItsBoundSaysSo) {
  const v1::Target cpu = MakeTarget("llvm", {"cpu"});
  for (int i = 0; i < 10; ++i) {
    Push(MakeRecord(Dimensions("h", {2 * i + 3}), cpu, 1), "farm");
  }
  v1::LookupOptions options;
  options.set_explain(true);
  const auto look_up = [&](size_t max_reads) {
    return LookedUp(Dimensions("h", {4}), cpu, options, max_reads);
  };
  EXPECT_FALSE(look_up(10).truncated());
  const v1::LookupResponse some = look_up(3);
  EXPECT_TRUE(some.truncated());
  EXPECT_EQ(some.miss().reason(), v1::MISS_REASON_NO_COMPATIBLE_SHAPE);
  EXPECT_EQ(some.miss().rejected_size(), 3);
}

TEST_F(ConstraintsTest, WithinTheBoundItChangesNothingAndBeyondItMatchesStand) {
  RandomWorld world(/*seed=*/1);
  for (int i = 0; i < 300; ++i) {
    Push(world.Record(), world.Source(), world.AddedModel());
  }
  int truncated = 0;
  for (int i = 0; i < 3000; ++i) {
    const v1::Workload workload = world.Workload();
    const v1::Target target = world.Target();
    const v1::LookupOptions options = world.Options();
    const v1::LookupResponse bounded =
        LookedUp(workload, target, options, 1 + world.Below(8));
    if (!bounded.truncated()) {
      const v1::LookupResponse all = LookedUp(workload, target, options);
      EXPECT_EQ(bounded.ShortDebugString(), all.ShortDebugString());
      continue;
    }
    ++truncated;
    for (const v1::Match& match : bounded.matches()) {
      Filings filings;
      *filings.mutable_sources() = match.stored().sources();
      EXPECT_TRUE(
          Constraints(options, target)
              .Admits({.record = match.stored().record(), .filings = filings}));
    }
  }
  EXPECT_GT(truncated, 100);
}

}  // namespace
}  // namespace tunedex::storage
