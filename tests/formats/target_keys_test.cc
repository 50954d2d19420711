#include "formats/target_keys.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TargetKeysTest, DefaultsCountOnlyWithoutGivenKeys) {
  v1::Target target;
  target.set_kind("opencl");
  target.set_device("mali");
  CompleteTargetKeys(target);
  EXPECT_THAT(target.keys(), ElementsAre("mali", "opencl", "gpu"));
  target.clear_keys();
  target.add_keys("x");
  CompleteTargetKeys(target);
  EXPECT_THAT(target.keys(), ElementsAre("x", "mali"));
}

TEST(TargetKeysTest, ArmProcessorsGetTheirKeysBeforeTheDevice) {
  v1::Target target;
  target.set_kind("llvm");
  target.set_device("rasp3b");
  (*target.mutable_attributes())["mtriple"] = "armv7l-linux-gnueabihf";
  CompleteTargetKeys(target);
  EXPECT_THAT(target.keys(), ElementsAre("arm_cpu", "cpu", "rasp3b"));
  target.clear_keys();
  target.set_kind("cuda");
  CompleteTargetKeys(target);
  EXPECT_THAT(target.keys(), ElementsAre("rasp3b", "cuda", "gpu"));
}

TEST(TargetKeysTest, CompletingAgainChangesNothing) {
  v1::Target target;
  target.set_kind("llvm");
  target.add_keys("b");
  target.add_keys("b");
  target.add_keys("cpu");
  (*target.mutable_attributes())["mcpu"] = "cortex-m7";
  CompleteTargetKeys(target);
  CompleteTargetKeys(target);
  EXPECT_THAT(target.keys(), ElementsAre("b", "cpu", "arm_cpu"));
}

TEST(TargetKeysTest, UnknownKindsHaveNoDefaults) {
  v1::Target target;
  target.set_kind("npu9000");
  CompleteTargetKeys(target);
  EXPECT_THAT(target.keys(), IsEmpty());
  EXPECT_FALSE(IsRegisteredTargetKind("npu9000"));
  EXPECT_TRUE(IsRegisteredTargetKind("ext_dev"));
}

}  // namespace
}  // namespace tunedex::formats
