// What a miss says of the nearest candidates that were rejected.

#include "storage/explain.h"

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
using ::tunedex::testing::Dimension;
using ::tunedex::testing::Dimensions;
using ::tunedex::testing::MakeFailedRecord;
using ::tunedex::testing::MakeRecord;
using ::tunedex::testing::MakeTarget;
using ::tunedex::testing::MakeWorkload;
using ::tunedex::testing::OpenStore;
using ::tunedex::testing::Push;
using ::tunedex::testing::TemporaryFolder;
using ::tunedex::testing::Text;

class ExplainTest : public ::testing::Test {
 protected:
  ExplainTest() : store_(OpenStore(folder_.path())) {
    options_.set_explain(true);
  }

  v1::Miss Miss(const v1::Workload& workload) {
    const v1::LookupResponse response =
        store_->Lookup(workload, t4_, options_).value();
    EXPECT_EQ(response.outcome(), v1::OUTCOME_NONE);
    return response.miss();
  }

  // The first dimensions of the rejected workloads, in order.
  std::vector<int> Rejected(const v1::Workload& workload) {
    std::vector<int> dimensions;
    const v1::Miss miss = Miss(workload);
    for (const v1::RejectedCandidate& rejected : miss.rejected()) {
      dimensions.push_back(static_cast<int>(rejected.arguments(0).dimension()));
    }
    return dimensions;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
  v1::LookupOptions options_;

  const v1::Target t4_ =
      MakeTarget("cuda", {"cuda", "gpu"}, {{"model", "t4"}, {"arch", "sm_75"}});
  const v1::Target cuda_ = MakeTarget("cuda", {"cuda", "gpu"});
};

TEST_F(ExplainTest, TheFirstOffendingArgumentIsNamed) {
  const v1::TuningRecord record =
      MakeRecord(Dimensions("h", {8, 512, 512}), cuda_, 0.5);
  Push(*store_, {record});
  const v1::Miss miss = Miss(Dimensions("h", {8, 500, 500}));
  ASSERT_EQ(miss.rejected_size(), 1);
  const v1::RejectedCandidate& rejected = miss.rejected(0);
  EXPECT_EQ(rejected.scope(), "key:cuda");
  EXPECT_EQ(rejected.record_id().size(), 32);
  EXPECT_EQ(rejected.measured_cost_seconds(), 0.5);
  EXPECT_EQ(rejected.arguments_size(), 3);
  EXPECT_EQ(rejected.reason(), v1::REJECTION_REASON_ARGUMENT);
  EXPECT_EQ(rejected.offending_arguments(), 2);
  EXPECT_EQ(rejected.first_offending_argument().index(), 1);
  EXPECT_EQ(rejected.first_offending_argument().wanted().dimension(), 500);
  EXPECT_EQ(rejected.first_offending_argument().stored().dimension(), 512);
  EXPECT_EQ(rejected.distance_factor(), 0);
}

TEST_F(ExplainTest, FewerOffendingArgumentsComeFirstThenTheEarlierRecord) {
  Push(*store_, {MakeRecord(Dimensions("h", {7, 7}), cuda_, 1),
                 MakeRecord(Dimensions("h", {5, 4}), cuda_, 1),
                 MakeRecord(Dimensions("h", {3, 4}), cuda_, 1)});
  EXPECT_THAT(Rejected(Dimensions("h", {8, 4})), ElementsAre(5, 3, 7));
}

TEST_F(ExplainTest, AtMostFiveAreNamedEachOnce) {
  for (const int dimension : {3, 5, 6, 7, 9, 10, 11}) {
    // Filed in all five scopes.
    Push(*store_, {MakeRecord(Dimensions("h", {dimension}), t4_, 1)});
  }
  EXPECT_THAT(Rejected(Dimensions("h", {8})), ElementsAre(3, 5, 6, 7, 9));
  EXPECT_EQ(Miss(Dimensions("h", {8})).rejected(0).scope(), "target");
}

TEST_F(ExplainTest, AnotherNumberOfArgumentsIsAReason) {
  Push(*store_, {MakeRecord(Dimensions("h", {8, 4, 2}), cuda_, 1)});
  const v1::Miss miss = Miss(Dimensions("h", {8}));
  ASSERT_EQ(miss.rejected_size(), 1);
  EXPECT_EQ(miss.rejected(0).reason(), v1::REJECTION_REASON_ARGUMENT_COUNT);
  EXPECT_EQ(miss.rejected(0).offending_arguments(), 2);
  EXPECT_FALSE(miss.rejected(0).has_first_offending_argument());
}

TEST_F(ExplainTest, FixedArgumentsOffendWhereTheyDiffer) {
  Push(*store_,
       {MakeRecord(MakeWorkload("h", {Dimension(4), Text("int8")}), cuda_, 1)});
  const v1::Miss miss = Miss(MakeWorkload("h", {Dimension(4), Text("f32")}));
  ASSERT_EQ(miss.rejected_size(), 1);
  EXPECT_EQ(miss.rejected(0).first_offending_argument().index(), 1);
}

TEST_F(ExplainTest, LimitsOfTheQueryAreReasons) {
  Push(*store_, {MakeRecord(Dimensions("h", {2}), cuda_, 1)});
  options_.set_max_distance_factor(3);
  v1::Miss miss = Miss(Dimensions("h", {8}));
  ASSERT_EQ(miss.rejected_size(), 1);
  EXPECT_EQ(miss.rejected(0).reason(), v1::REJECTION_REASON_DISTANCE_FACTOR);
  EXPECT_EQ(miss.rejected(0).distance_factor(), 4);
  EXPECT_EQ(miss.rejected(0).offending_arguments(), 0);
  options_.set_exact_only(true);
  miss = Miss(Dimensions("h", {8}));
  ASSERT_EQ(miss.rejected_size(), 1);
  EXPECT_EQ(miss.rejected(0).reason(), v1::REJECTION_REASON_EXACT_ONLY);
}

TEST_F(ExplainTest, ConstraintsAreNamedWithWantedAndFoundValues) {
  v1::TuningRecord record = MakeRecord(Dimensions("h", {8}), cuda_, 1);
  record.mutable_versions()->set_code_hash("old");
  Push(*store_, {record});
  options_.set_code_hash("new");
  const v1::Miss miss = Miss(Dimensions("h", {8}));
  EXPECT_EQ(miss.reason(), v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS);
  ASSERT_EQ(miss.rejected_size(), 1);
  EXPECT_EQ(miss.rejected(0).reason(), v1::REJECTION_REASON_CONSTRAINTS);
  EXPECT_EQ(miss.rejected(0).distance_factor(), 1);
  ASSERT_EQ(miss.rejected(0).excluded_by_size(), 1);
  EXPECT_EQ(miss.rejected(0).excluded_by(0).constraint(), "code_hash");
  EXPECT_EQ(miss.rejected(0).excluded_by(0).wanted(), "new");
  EXPECT_EQ(miss.rejected(0).excluded_by(0).found(), "old");
}

TEST_F(ExplainTest, NothingIsNamedWhereNothingCountsOrNobodyAsked) {
  EXPECT_THAT(Miss(Dimensions("h", {8})).rejected(), IsEmpty());
  Push(*store_,
       {MakeRecord(Dimensions("h", {3}), MakeTarget("llvm", {"cpu"}), 1)});
  EXPECT_THAT(Miss(Dimensions("h", {8})).rejected(), IsEmpty());
  Push(*store_, {MakeFailedRecord(Dimensions("h", {3}), cuda_)});
  EXPECT_THAT(Miss(Dimensions("h", {8})).rejected(), IsEmpty());
  Push(*store_, {MakeRecord(Dimensions("h", {3}), cuda_, 1)});
  EXPECT_THAT(Rejected(Dimensions("h", {8})), ElementsAre(3));
  options_.set_explain(false);
  EXPECT_THAT(Miss(Dimensions("h", {8})).rejected(), IsEmpty());
}

}  // namespace
}  // namespace tunedex::storage
