#include "server/target_texts.h"

#include "gtest/gtest.h"
#include "tests/testing/records.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::server {
namespace {

using ::tunedex::testing::MakeTarget;

TEST(TargetTextsTest, EveryRecordOfAnAnswerGetsItsOwn) {
  v1::LookupResponse response;
  for (const char* arch : {"sm_75", "sm_75", "sm_80"}) {
    v1::Match& match = *response.add_matches();
    *match.mutable_stored()->mutable_record()->mutable_target() =
        MakeTarget("cuda", {"cuda", "gpu"}, {{"arch", arch}});
    *match.add_alternatives()->mutable_record()->mutable_target() =
        MakeTarget("llvm", {"cpu"}, {{"mcpu", arch}});
  }
  TargetTexts().AddTo(response);
  for (int i = 0; i < 3; ++i) {
    const std::string arch = i == 2 ? "sm_80" : "sm_75";
    const v1::Match& match = response.matches(i);
    EXPECT_EQ(match.stored().target_text(),
              "cuda -keys=cuda,gpu -arch=" + arch);
    EXPECT_EQ(match.alternatives(0).target_text(),
              "llvm -keys=cpu -mcpu=" + arch);
  }
}

TEST(TargetTextsTest, TheOrderOfMattrIsKeptAsItIsStored) {
  TargetTexts texts;
  v1::StoredRecord records[2];
  const char* const features[] = {"+a,+b", "+b,+a"};
  for (int i = 0; i < 2; ++i) {
    *records[i].mutable_record()->mutable_target() =
        MakeTarget("llvm", {"cpu"}, {{"mattr", features[i]}});
    texts.AddTo(records[i]);
    EXPECT_EQ(records[i].target_text(),
              std::string("llvm -keys=cpu -mattr=") + features[i]);
  }
}

TEST(TargetTextsTest, ARecordWithoutATargetHasNone) {
  v1::StoredRecord stored;
  TargetTexts().AddTo(stored);
  EXPECT_EQ(stored.target_text(), "");
}

}  // namespace
}  // namespace tunedex::server
