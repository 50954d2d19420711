#include "storage/scope.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/records.h"

namespace tunedex::storage {
namespace {

using ::testing::ElementsAre;
using ::tunedex::testing::MakeTarget;

std::vector<std::string> NamesOf(const v1::Target& target) {
  std::vector<std::string> names;
  for (const Scope& scope : ScopesOf(target)) names.push_back(scope.name);
  return names;
}

std::string IdentityOf(const v1::Target& target) {
  const std::vector<Scope> scopes = ScopesOf(target);
  if (scopes.empty() || scopes.front().name != "target") return "";
  return scopes.front().filed_under;
}

TEST(ScopeTest, ScopesGoFromOneMachineToAllThatShareAKey) {
  EXPECT_THAT(
      NamesOf(MakeTarget("cuda", {"cuda", "gpu"},
                         {{"model", "t4"}, {"arch", "sm_75"}})),
      ElementsAre("target", "model:t4", "arch:sm_75", "key:cuda", "key:gpu"));
}

TEST(ScopeTest, ABareKindNamesNoMachine) {
  EXPECT_THAT(NamesOf(MakeTarget("llvm", {"cpu"})), ElementsAre("key:cpu"));
  EXPECT_THAT(NamesOf(MakeTarget("cuda", {"cuda", "gpu"},
                                 {{"max_num_threads", "1024"}})),
              ElementsAre("key:cuda", "key:gpu"));
}

TEST(ScopeTest, ATargetWithoutAnythingHasNoScope) {
  EXPECT_TRUE(ScopesOf(MakeTarget("ext_dev", {})).empty());
}

TEST(ScopeTest, TheArchitectureIsTheFirstSetOfArchMcpuAndMarch) {
  const auto arch = [](std::vector<std::pair<std::string, std::string>> set) {
    return NamesOf(MakeTarget("llvm", {}, set)).at(1);
  };
  EXPECT_EQ(arch({{"arch", "a"}, {"mcpu", "b"}, {"march", "c"}}), "arch:a");
  EXPECT_EQ(arch({{"mcpu", "b"}, {"march", "c"}}), "arch:b");
  EXPECT_EQ(arch({{"march", "c"}}), "arch:c");
}

TEST(ScopeTest, EachIdentityAttributeMakesAnotherIdentity) {
  const std::string plain =
      IdentityOf(MakeTarget("llvm", {"cpu"}, {{"mcpu", "skylake"}}));
  for (const std::string name : {"model", "device", "march", "arch", "mattr",
                                 "mtriple", "mabi", "mfloat-abi"}) {
    EXPECT_NE(IdentityOf(MakeTarget("llvm", {"cpu"},
                                    {{"mcpu", "skylake"}, {name, "x"}})),
              plain)
        << name;
  }
  EXPECT_EQ(IdentityOf(MakeTarget("llvm", {"cpu", "more"},
                                  {{"mcpu", "skylake"},
                                   {"libs", "mkl"},
                                   {"num-cores", "4"},
                                   {"link-params", "0"}})),
            plain);
}

TEST(ScopeTest, MattrIsASet) {
  EXPECT_EQ(IdentityOf(MakeTarget("llvm", {"cpu"}, {{"mattr", "+neon,+fp16"}})),
            IdentityOf(
                MakeTarget("llvm", {"cpu"}, {{"mattr", "+fp16,+neon,+neon"}})));
}

TEST(ScopeTest, AValueOfOneAttributeIsNeverThatOfAnother) {
  EXPECT_NE(IdentityOf(MakeTarget("llvm", {}, {{"mcpu", "x"}})),
            IdentityOf(MakeTarget("llvm", {}, {{"march", "x"}})));
}

TEST(ScopeTest, TargetsAreTheSameWhenEveryFieldIs) {
  const v1::Target target =
      MakeTarget("cuda", {"cuda", "gpu"}, {{"model", "t4"}, {"arch", "sm_75"}});
  EXPECT_TRUE(SameTarget(target, v1::Target(target)));
  for (const v1::Target& other :
       {MakeTarget("rocm", {"cuda", "gpu"},
                   {{"model", "t4"}, {"arch", "sm_75"}}),
        MakeTarget("cuda", {"gpu", "cuda"},
                   {{"model", "t4"}, {"arch", "sm_75"}}),
        MakeTarget("cuda", {"cuda"}, {{"model", "t4"}, {"arch", "sm_75"}}),
        MakeTarget("cuda", {"cuda", "gpu"}, {{"arch", "sm_75"}}),
        MakeTarget("cuda", {"cuda", "gpu"},
                   {{"device", "t4"}, {"arch", "sm_75"}}),
        MakeTarget("cuda", {"cuda", "gpu"},
                   {{"model", "t4"}, {"arch", "sm_80"}}),
        MakeTarget("cuda", {"cuda", "gpu"},
                   {{"model", "t4"}, {"mcpu", "sm_75"}}),
        MakeTarget("cuda", {"cuda", "gpu"}, {{"model", "t4"}})}) {
    EXPECT_FALSE(SameTarget(target, other)) << other.ShortDebugString();
    EXPECT_FALSE(SameTarget(other, target)) << other.ShortDebugString();
  }
}

TEST(ScopeTest, EqualTargetsHaveEqualEncodings) {
  const v1::Target target =
      MakeTarget("cuda", {"cuda", "gpu"}, {{"arch", "sm_75"}});
  EXPECT_EQ(EncodeTarget(target), EncodeTarget(v1::Target(target)));
  EXPECT_NE(
      EncodeTarget(target),
      EncodeTarget(MakeTarget("cuda", {"gpu", "cuda"}, {{"arch", "sm_75"}})));
  EXPECT_NE(EncodeTarget(target),
            EncodeTarget(MakeTarget("cuda", {"cuda", "gpu"},
                                    {{"arch", "sm_75"}, {"libs", "cudnn"}})));
}

TEST(ScopeTest, AttributesAreReadBackFromAnEncodedTarget) {
  const v1::Target target =
      MakeTarget("cuda", {"cuda", "gpu"},
                 {{"arch", "sm_75"}, {"model", "t4"}, {"mattr", "+b,+a"}});
  const std::string encoded = EncodeTarget(target);
  for (const std::string name :
       {"kind", "keys", "model", "device", "arch", "mattr", "mcpu", ""}) {
    const absl::StatusOr<std::string> value = EncodedAttribute(encoded, name);
    ASSERT_TRUE(value.ok()) << value.status();
    EXPECT_EQ(*value, ComparableAttribute(target, name)) << name;
  }
  EXPECT_EQ(EncodedAttribute("\x10torn", "arch").status().code(),
            absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace tunedex::storage
