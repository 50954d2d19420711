// Each rule of the lookup policy on a small store, by name.

#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "storage/store.h"
#include "tests/testing/records.h"
#include "tests/testing/stores.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::tunedex::testing::Boolean;
using ::tunedex::testing::Dimension;
using ::tunedex::testing::Dimensions;
using ::tunedex::testing::Fixed;
using ::tunedex::testing::MakeFailedRecord;
using ::tunedex::testing::MakeRecord;
using ::tunedex::testing::MakeTarget;
using ::tunedex::testing::MakeWorkload;
using ::tunedex::testing::OpenStore;
using ::tunedex::testing::TemporaryFolder;

class LookupTest : public ::testing::Test {
 protected:
  LookupTest() : store_(OpenStore(folder_.path())) {}

  void Push(const std::vector<v1::TuningRecord>& records,
            const std::string& source = "farm") {
    testing::Push(*store_, records, source);
  }

  v1::LookupResponse Lookup(const v1::Workload& workload,
                            const v1::Target& target) {
    return store_->Lookup(workload, target, options_).value();
  }

  // The schedules of an answer's matches, in order.
  std::vector<std::string> Schedules(const v1::Workload& workload,
                                     const v1::Target& target) {
    std::vector<std::string> schedules;
    const v1::LookupResponse response = Lookup(workload, target);
    for (const v1::Match& match : response.matches()) {
      schedules.push_back(match.stored().record().schedule());
    }
    return schedules;
  }

  v1::MissReason Reason(const v1::Workload& workload,
                        const v1::Target& target) {
    const v1::LookupResponse response = Lookup(workload, target);
    EXPECT_EQ(response.outcome(), v1::OUTCOME_NONE);
    EXPECT_THAT(response.matches(), IsEmpty());
    return response.miss().reason();
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
  v1::LookupOptions options_;

  const v1::Target cpu_ = MakeTarget("llvm", {"cpu"});
  const v1::Target t4_ =
      MakeTarget("cuda", {"cuda", "gpu"}, {{"model", "t4"}, {"arch", "sm_75"}});
};

TEST_F(LookupTest, TheIdenticalWorkloadWinsOverABetterEstimate) {
  Push({MakeRecord(Dimensions("h", {8}), cpu_, 100, "exact"),
        MakeRecord(Dimensions("h", {4}), cpu_, 1, "half")});
  const v1::LookupResponse response = Lookup(Dimensions("h", {8}), cpu_);
  EXPECT_EQ(response.outcome(), v1::OUTCOME_EXACT);
  ASSERT_EQ(response.matches_size(), 1);
  const v1::Match& match = response.matches(0);
  EXPECT_EQ(match.stored().record().schedule(), "exact");
  EXPECT_EQ(match.distance_factor(), 1);
  EXPECT_EQ(match.measured_cost_seconds(), 100);
  EXPECT_EQ(match.estimated_cost_seconds(), 100);
  EXPECT_THAT(match.argument_differences(), IsEmpty());
}

TEST_F(LookupTest, TheSmallestEstimatedCostWinsAmongCompatibleShapes) {
  Push({MakeRecord(Dimensions("h", {1}), cpu_, 3, "one"),
        MakeRecord(Dimensions("h", {4}), cpu_, 5, "four"),
        MakeRecord(Dimensions("h", {3}), cpu_, 1, "three")});
  const v1::LookupResponse response = Lookup(Dimensions("h", {8}), cpu_);
  EXPECT_EQ(response.outcome(), v1::OUTCOME_COMPATIBLE);
  const v1::Match& match = response.matches(0);
  EXPECT_EQ(match.stored().record().schedule(), "four");
  EXPECT_EQ(match.distance_factor(), 2);
  EXPECT_EQ(match.measured_cost_seconds(), 5);
  EXPECT_EQ(match.estimated_cost_seconds(), 10);
  ASSERT_EQ(match.argument_differences_size(), 1);
  EXPECT_EQ(match.argument_differences(0).index(), 0);
  EXPECT_EQ(match.argument_differences(0).wanted().dimension(), 8);
  EXPECT_EQ(match.argument_differences(0).stored().dimension(), 4);
}

TEST_F(LookupTest, TheFirstScopeThatAnswersWinsEvenWithAWorseSchedule) {
  const v1::Workload workload = Dimensions("h", {8});
  const v1::Target gpu = MakeTarget("cuda", {"cuda", "gpu"});
  const v1::Target sm75 =
      MakeTarget("cuda", {"cuda", "gpu"}, {{"arch", "sm_75"}});
  const v1::Target t4_without_arch =
      MakeTarget("cuda", {"cuda", "gpu"}, {{"model", "t4"}});
  struct Step {
    v1::TuningRecord record;
    std::string scope;
  };
  // Each is found before all that came earlier.
  const std::vector<Step> steps = {
      {MakeRecord(workload, MakeTarget("cuda", {"gpu"}), 1), "key:gpu"},
      {MakeRecord(workload, gpu, 2), "key:cuda"},
      {MakeRecord(workload, sm75, 3), "arch:sm_75"},
      {MakeRecord(workload, t4_without_arch, 4), "model:t4"},
      {MakeRecord(Dimensions("h", {4}), t4_, 5), "target"},
  };
  for (const Step& step : steps) {
    Push({step.record});
    const v1::LookupResponse response = Lookup(workload, t4_);
    ASSERT_EQ(response.matches_size(), 1) << step.scope;
    EXPECT_EQ(response.matches(0).scope(), step.scope);
    EXPECT_EQ(response.matches(0).stored().record().log_line(),
              step.record.log_line());
  }
}

TEST_F(LookupTest, OtherKindsAnswerOnlyWhenAnyKindMay) {
  const v1::Workload workload = Dimensions("h", {1});
  const v1::Target opencl = MakeTarget("opencl", {"opencl", "gpu"});
  Push({MakeRecord(workload, opencl, 1)});
  EXPECT_EQ(Reason(workload, t4_), v1::MISS_REASON_UNKNOWN_TARGET);
  options_.set_any_kind(true);
  const v1::LookupResponse response = Lookup(workload, t4_);
  ASSERT_EQ(response.matches_size(), 1);
  EXPECT_EQ(response.matches(0).scope(), "key:gpu");
}

TEST_F(LookupTest, WithAnyKindTheSameModelOfAnotherKindAnswers) {
  const v1::Workload workload = Dimensions("h", {1});
  const v1::Target mali =
      MakeTarget("opencl", {"opencl", "gpu"}, {{"model", "rk3399"}});
  Push({MakeRecord(workload, mali, 1)});
  options_.set_any_kind(true);
  const v1::Target cpu = MakeTarget("llvm", {"cpu"}, {{"model", "rk3399"}});
  EXPECT_EQ(Lookup(workload, cpu).matches(0).scope(), "target");
}

TEST_F(LookupTest, ATieGoesToTheRecordThatCameFirst) {
  Push({MakeRecord(Dimensions("h", {2}), cpu_, 1, "first"),
        MakeRecord(Dimensions("h", {2}), cpu_, 1, "second")});
  EXPECT_THAT(Schedules(Dimensions("h", {2}), cpu_), ElementsAre("first"));
  // Between shapes as well: 1 * 2 = 2 * 1.
  Push({MakeRecord(Dimensions("g", {4}), cpu_, 2, "half, first"),
        MakeRecord(Dimensions("g", {2}), cpu_, 1, "quarter, second")});
  EXPECT_THAT(Schedules(Dimensions("g", {8}), cpu_),
              ElementsAre("half, first"));
}

TEST_F(LookupTest, FailedRecordsAndZeroCostsNeverAnswer) {
  const v1::Workload workload = Dimensions("h", {1});
  v1::TuningRecord plausible = MakeFailedRecord(workload, cpu_, 1);
  plausible.mutable_measurement()->set_costs_seconds(0, 1e-9);
  Push({plausible, MakeRecord(workload, cpu_, 0)});
  EXPECT_EQ(Reason(workload, cpu_), v1::MISS_REASON_ONLY_FAILED_MEASUREMENTS);
  Push({MakeRecord(workload, cpu_, 1, "good")});
  EXPECT_THAT(Schedules(workload, cpu_), ElementsAre("good"));
}

TEST_F(LookupTest, AMissSaysTheFirstReasonThatHolds) {
  const v1::Workload workload = Dimensions("h", {4});
  EXPECT_EQ(Reason(workload, cpu_), v1::MISS_REASON_UNKNOWN_WORKLOAD);
  Push({MakeFailedRecord(workload, t4_)});
  EXPECT_EQ(Reason(workload, cpu_), v1::MISS_REASON_UNKNOWN_TARGET);
  Push({MakeFailedRecord(workload, cpu_)});
  EXPECT_EQ(Reason(workload, cpu_), v1::MISS_REASON_ONLY_FAILED_MEASUREMENTS);
  Push({MakeRecord(Dimensions("h", {3}), cpu_, 1)});
  EXPECT_EQ(Reason(workload, cpu_), v1::MISS_REASON_NO_COMPATIBLE_SHAPE);
  Push({MakeRecord(Dimensions("h", {2}), cpu_, 1)});
  options_.set_code_hash("c0de");
  EXPECT_EQ(Reason(workload, cpu_), v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS);
}

TEST_F(LookupTest, ReasonsHoldOverAllTriedScopesTogether) {
  const v1::Workload workload = Dimensions("h", {4});
  // Only a failure for this machine, but something valid for its kind.
  Push({MakeFailedRecord(workload, t4_),
        MakeRecord(Dimensions("h", {3}), MakeTarget("cuda", {"cuda", "gpu"}),
                   1)});
  const v1::LookupResponse response = Lookup(workload, t4_);
  EXPECT_EQ(response.miss().reason(), v1::MISS_REASON_NO_COMPATIBLE_SHAPE);
  EXPECT_THAT(
      response.miss().scopes_tried(),
      ElementsAre("target", "model:t4", "arch:sm_75", "key:cuda", "key:gpu"));
}

TEST_F(LookupTest, LimitsOfTheQueryGiveNoCompatibleShape) {
  Push({MakeRecord(Dimensions("h", {1}), cpu_, 1)});
  options_.set_exact_only(true);
  EXPECT_EQ(Reason(Dimensions("h", {4}), cpu_),
            v1::MISS_REASON_NO_COMPATIBLE_SHAPE);
  options_.set_exact_only(false);
  options_.set_max_distance_factor(3.5);
  EXPECT_EQ(Reason(Dimensions("h", {4}), cpu_),
            v1::MISS_REASON_NO_COMPATIBLE_SHAPE);
  options_.set_max_distance_factor(4);
  EXPECT_EQ(Lookup(Dimensions("h", {4}), cpu_).outcome(),
            v1::OUTCOME_COMPATIBLE);
}

TEST_F(LookupTest, AnExclusionNamesWhatWasWantedAndFound) {
  const v1::Workload workload = Dimensions("h", {1});
  v1::TuningRecord record = MakeRecord(
      workload, MakeTarget("cuda", {"cuda", "gpu"}, {{"arch", "sm_75"}}), 1);
  record.mutable_versions()->set_log_version("v0.5");
  record.mutable_versions()->set_compiler_version("0.8");
  record.mutable_measurement()->set_timestamp_seconds(100);
  Push({record});
  options_.set_log_version("v0.6");
  options_.set_compiler_version("0.8");
  options_.add_required_attributes("arch");
  options_.add_sources("laptop");
  options_.add_excluded_sources("farm");
  options_.set_since_seconds(200);
  const v1::LookupResponse response = Lookup(
      workload, MakeTarget("cuda", {"cuda", "gpu"}, {{"arch", "sm_86"}}));
  ASSERT_EQ(response.miss().reason(), v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS);
  std::vector<std::string> excluded;
  for (const v1::ExcludedBy& by : response.miss().excluded_by()) {
    excluded.push_back(by.constraint() + ": " + by.wanted() + ", " +
                       by.found());
  }
  EXPECT_THAT(excluded,
              ElementsAre("required_attributes: arch: sm_86, sm_75",
                          "log_version: v0.6, v0.5", "sources: laptop, farm",
                          "excluded_sources: not farm, farm",
                          "since_seconds: 200, 100"));
}

TEST_F(LookupTest, ConstraintsApplyBeforeRecordsAreRanked) {
  const v1::Workload workload = Dimensions("h", {4});
  v1::TuningRecord fast = MakeRecord(workload, cpu_, 1, "fast");
  fast.mutable_versions()->set_code_hash("old");
  v1::TuningRecord slow = MakeRecord(workload, cpu_, 9, "slow");
  slow.mutable_versions()->set_code_hash("new");
  v1::TuningRecord half = MakeRecord(Dimensions("h", {2}), cpu_, 2, "half");
  half.mutable_versions()->set_code_hash("new");
  Push({fast, slow, half});
  options_.set_code_hash("new");
  EXPECT_THAT(Schedules(workload, cpu_), ElementsAre("slow"));
  // A shape whose best record is ruled out still stands with another one.
  EXPECT_THAT(Schedules(Dimensions("h", {8}), cpu_), ElementsAre("half"));
  options_.set_top_k(5);
  EXPECT_THAT(Schedules(Dimensions("h", {8}), cpu_),
              ElementsAre("half", "slow"));
}

TEST_F(LookupTest, ARecordOfTwoSourcesStaysWhenOneIsExcluded) {
  const v1::Workload workload = Dimensions("h", {1});
  const v1::TuningRecord record = MakeRecord(workload, cpu_, 1, "s");
  Push({record}, "farm");
  options_.add_excluded_sources("farm");
  EXPECT_EQ(Reason(workload, cpu_), v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS);
  Push({record}, "laptop");
  EXPECT_THAT(Schedules(workload, cpu_), ElementsAre("s"));
}

TEST_F(LookupTest, ARecordThatAnotherSourceConfirmsLaterAnswersForIt) {
  const v1::Workload workload = Dimensions("h", {8});
  const v1::TuningRecord fast = MakeRecord(workload, t4_, 1, "fast");
  const v1::TuningRecord slow = MakeRecord(workload, t4_, 2, "slow");
  Push({fast, slow}, "farm");
  options_.add_sources("laptop");
  EXPECT_EQ(Reason(workload, t4_), v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS);
  Push({slow}, "laptop");
  // In the scope that the walk comes to first, and in every other one.
  EXPECT_EQ(Lookup(workload, t4_).matches(0).scope(), "target");
  for (const std::string scope : {"model", "arch", "key:cuda", "key:gpu"}) {
    options_.clear_scopes();
    options_.add_scopes(scope);
    EXPECT_THAT(Schedules(workload, t4_), ElementsAre("slow")) << scope;
  }
}

TEST_F(LookupTest, ASourceIsFoundAmongMoreThanASummaryKeeps) {
  const v1::Workload workload = Dimensions("h", {8});
  const v1::TuningRecord record = MakeRecord(workload, cpu_, 1);
  for (int i = 0; i < 40; ++i) Push({record}, "farm" + std::to_string(i));
  options_.add_sources("farm39");
  EXPECT_EQ(Lookup(workload, cpu_).outcome(), v1::OUTCOME_EXACT);
}

TEST_F(LookupTest, AnAdmittedRecordOfAWiderScopeAnswersWhereANarrowHasNone) {
  const v1::Workload workload = Dimensions("h", {8});
  v1::TuningRecord narrow = MakeRecord(workload, t4_, 1, "narrow");
  narrow.mutable_versions()->set_code_hash("old");
  v1::TuningRecord wide =
      MakeRecord(workload, MakeTarget("cuda", {"cuda", "gpu"}), 2, "wide");
  wide.mutable_versions()->set_code_hash("new");
  Push({narrow, wide});
  options_.set_code_hash("new");
  const v1::LookupResponse response = Lookup(workload, t4_);
  ASSERT_EQ(response.matches_size(), 1);
  EXPECT_EQ(response.matches(0).scope(), "key:cuda");
  EXPECT_EQ(response.matches(0).stored().record().schedule(), "wide");
}

TEST_F(LookupTest, TopKGivesDistinctWorkloadsTheExactOneFirst) {
  Push({MakeRecord(Dimensions("h", {8}), cpu_, 100, "exact"),
        MakeRecord(Dimensions("h", {8}), cpu_, 101, "exact, slower"),
        MakeRecord(Dimensions("h", {2}), cpu_, 2, "quarter"),
        MakeRecord(Dimensions("h", {4}), cpu_, 2, "half"),
        MakeRecord(Dimensions("h", {3}), cpu_, 1, "three")});
  options_.set_top_k(2);
  EXPECT_THAT(Schedules(Dimensions("h", {8}), cpu_),
              ElementsAre("exact", "half"));
  options_.set_top_k(10);
  EXPECT_THAT(Schedules(Dimensions("h", {8}), cpu_),
              ElementsAre("exact", "half", "quarter"));
}

TEST_F(LookupTest, TopKStaysInsideTheScopeThatAnswers) {
  Push({MakeRecord(Dimensions("h", {8}), t4_, 100, "target"),
        MakeRecord(Dimensions("h", {4}), MakeTarget("cuda", {"cuda"}), 1,
                   "key")});
  options_.set_top_k(10);
  EXPECT_THAT(Schedules(Dimensions("h", {8}), t4_), ElementsAre("target"));
}

TEST_F(LookupTest, AlternativesAreTheBestDistinctSchedules) {
  const v1::Workload workload = Dimensions("h", {8});
  Push({MakeRecord(workload, cpu_, 3, "c"), MakeRecord(workload, cpu_, 1, "a"),
        MakeRecord(workload, cpu_, 2, "a"), MakeRecord(workload, cpu_, 2, "b"),
        MakeFailedRecord(workload, cpu_)});
  options_.set_alternatives(3);
  const v1::LookupResponse response = Lookup(workload, cpu_);
  std::vector<std::string> schedules;
  for (const v1::StoredRecord& stored : response.matches(0).alternatives()) {
    schedules.push_back(stored.record().schedule());
  }
  EXPECT_THAT(schedules, ElementsAre("a", "b", "c"));
}

TEST_F(LookupTest, OnlyTheScopesThatMayAnswerAreTried) {
  const v1::Workload workload = Dimensions("h", {1});
  Push({MakeRecord(workload, t4_, 1)});
  options_.add_scopes("arch");
  options_.add_scopes("key:gpu");
  const v1::LookupResponse response = Lookup(workload, t4_);
  EXPECT_EQ(response.matches(0).scope(), "arch:sm_75");
  options_.clear_scopes();
  options_.add_scopes("key:gpu");
  EXPECT_EQ(Lookup(workload, t4_).matches(0).scope(), "key:gpu");
  options_.clear_scopes();
  options_.add_scopes("key:opencl");
  EXPECT_EQ(Reason(workload, t4_), v1::MISS_REASON_UNKNOWN_TARGET);
}

TEST_F(LookupTest, TargetDifferencesNameTheAttributesThatDiffer) {
  const v1::Workload workload = Dimensions("h", {1});
  Push({MakeRecord(workload,
                   MakeTarget("cuda", {"cuda", "gpu"},
                              {{"arch", "sm_75"}, {"libs", "cudnn"}}),
                   1)});
  const v1::LookupResponse response =
      Lookup(workload, MakeTarget("cuda", {"cuda", "gpu"},
                                  {{"arch", "sm_86"}, {"model", "a6000"}}));
  std::vector<std::string> differences;
  for (const v1::TargetDifference& difference :
       response.matches(0).target_differences()) {
    differences.push_back(difference.attribute() + ": " + difference.wanted() +
                          " wanted, " + difference.stored() + " stored");
  }
  EXPECT_THAT(differences, ElementsAre("model: a6000 wanted,  stored",
                                       "arch: sm_86 wanted, sm_75 stored",
                                       "libs:  wanted, cudnn stored"));
}

TEST_F(LookupTest, FixedArgumentsNeverDivide) {
  Push({MakeRecord(MakeWorkload("h", {Dimension(4), Fixed(1)}), cpu_, 1)});
  EXPECT_EQ(Lookup(MakeWorkload("h", {Dimension(8), Fixed(1)}), cpu_).outcome(),
            v1::OUTCOME_COMPATIBLE);
  for (const v1::Argument& other : {Fixed(2), Dimension(1), Boolean(true)}) {
    EXPECT_EQ(Reason(MakeWorkload("h", {Dimension(8), other}), cpu_),
              v1::MISS_REASON_NO_COMPATIBLE_SHAPE)
        << other.ShortDebugString();
  }
}

TEST_F(LookupTest, NoAnswerCrossesFrameworks) {
  v1::Workload other = Dimensions("h", {1});
  other.set_framework("mycompiler");
  Push({MakeRecord(other, cpu_, 1)});
  EXPECT_EQ(Reason(Dimensions("h", {1}), cpu_),
            v1::MISS_REASON_UNKNOWN_WORKLOAD);
  EXPECT_EQ(Lookup(other, cpu_).outcome(), v1::OUTCOME_EXACT);
}

TEST_F(LookupTest, ATargetWithoutScopesIsUnknown) {
  const v1::Workload workload = Dimensions("h", {1});
  const v1::Target bare = MakeTarget("ext_dev", {});
  Push({MakeRecord(workload, bare, 1)});
  EXPECT_EQ(Reason(workload, bare), v1::MISS_REASON_UNKNOWN_TARGET);
}

}  // namespace
}  // namespace tunedex::storage
