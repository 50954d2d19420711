#include "client/cli/workload_choice.h"

#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tunedex::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Fault(const WorkloadChoice& choice,
                  Spelling spelling = Spelling::kFlags) {
  return std::string(CheckChoice(choice, spelling).message());
}

TEST(WorkloadChoiceTest, ExactlyOneWorkloadIsWanted) {
  EXPECT_THAT(Fault({}), StartsWith("no workload is given; give one of "
                                    "--workload-key, --task and --args"));
  EXPECT_THAT(Fault({}, Spelling::kFields), HasSubstr("\"workload_key\", "));
  EXPECT_THAT(Fault({.workload_key = "k", .shash = "5"}),
              StartsWith("--workload-key and --shash are given"));
  EXPECT_EQ(Fault({.workload_key = "k"}), "");
  EXPECT_EQ(Fault({.shash = "5"}), "");
}

TEST(WorkloadChoiceTest, PartsBelongTogether) {
  EXPECT_EQ(Fault({.task = "t"}), "--task needs --args");
  EXPECT_EQ(Fault({.hash = "h"}), "--hash needs --framework");
  EXPECT_EQ(Fault({.workload_key = "k", .args = "[]"}),
            "--args does not go with --workload-key");
  EXPECT_THAT(Fault({.framework = "f"}), StartsWith("no workload is given"));
  EXPECT_EQ(Fault({.hash = "h", .framework = "f"}), "");
}

TEST(WorkloadChoiceTest, AFormOfOneFrameworkIsNotTakenForAnother) {
  EXPECT_EQ(
      Fault({.workload_key = "k", .framework = "autotvm"}, Spelling::kFields),
      "\"workload_key\" is of the framework auto_scheduler, not autotvm");
  EXPECT_EQ(Fault({.task = "t", .framework = "autotvm", .args = "[]"}), "");
}

TEST(WorkloadChoiceTest, FormsBecomeMessages) {
  EXPECT_EQ(MakeWorkload({.workload_key = "[\"h\"]"})->workload_key(),
            "[\"h\"]");
  EXPECT_EQ(MakeWorkload({.task = "t", .args = "[1]"})
                ->autotvm_task()
                .arguments_json(),
            "[1]");
  const v1::WorkloadInput shash = *MakeWorkload({.shash = "5"});
  EXPECT_EQ(shash.workload().framework(), "meta_schedule");
  EXPECT_EQ(shash.workload().structural_hash(), "5");
}

TEST(WorkloadChoiceTest, AHashIsReadWithItsArguments) {
  const v1::WorkloadInput input = *MakeWorkload(
      {.hash = "dense", .framework = "mine", .args = "[64, \"float32\"]"});
  EXPECT_EQ(input.workload().framework(), "mine");
  ASSERT_EQ(input.workload().arguments_size(), 2);
  EXPECT_EQ(input.workload().arguments(0).dimension(), 64);
  EXPECT_EQ(MakeWorkload({.hash = "dense", .framework = "mine"})
                ->workload()
                .arguments_size(),
            0);
  EXPECT_EQ(MakeWorkload({.hash = "dense", .framework = "mine", .args = "[6"})
                .status()
                .code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(WorkloadChoiceTest, AHashOfAutotvmIsSentAsATask) {
  const v1::WorkloadInput input =
      *MakeWorkload({.hash = "dense", .framework = "autotvm"});
  EXPECT_EQ(input.autotvm_task().task(), "dense");
  EXPECT_EQ(input.autotvm_task().arguments_json(), "[]");
}

}  // namespace
}  // namespace tunedex::cli
