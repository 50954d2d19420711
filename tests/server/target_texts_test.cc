#include "server/target_texts.h"

#include "gtest/gtest.h"
#include "tests/testing/records.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::server {
namespace {

using ::tunedex::testing::MakeTarget;

TEST(TargetTextsTest, EveryRecordGetsItsOwn) {
  TargetTexts texts;
  for (const char* arch : {"sm_75", "sm_75", "sm_80"}) {
    v1::StoredRecord stored;
    *stored.mutable_record()->mutable_target() =
        MakeTarget("cuda", {"cuda", "gpu"}, {{"arch", arch}});
    texts.AddTo(stored);
    EXPECT_EQ(stored.target_text(),
              std::string("cuda -keys=cuda,gpu -arch=") + arch);
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
