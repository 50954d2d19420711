#include "server/target_reader.h"

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::server {
namespace {

v1::TargetInput TextInput(const std::string& text) {
  v1::TargetInput input;
  input.set_text(text);
  return input;
}

TEST(TargetReaderTest, ATextIsReadOnce) {
  TargetReader reader;
  const auto first = reader.Read(TextInput("cuda -arch=sm_75"));
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ((*first)->attributes().at("arch"), "sm_75");
  EXPECT_EQ(*reader.Read(TextInput("cuda -arch=sm_75")), *first);
  EXPECT_NE(*reader.Read(TextInput("cuda -arch=sm_80")), *first);
}

TEST(TargetReaderTest, AnErrorIsSaidEachTime) {
  TargetReader reader;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(reader.Read(TextInput("nvidia/nvidia-t4")).status().code(),
              absl::StatusCode::kInvalidArgument);
    EXPECT_FALSE(reader.Read({}).ok());
  }
}

TEST(TargetReaderTest, StructuredTargetsAreToldApart) {
  TargetReader reader;
  for (const char* kind : {"llvm", "cuda"}) {
    v1::TargetInput input;
    input.mutable_target()->set_kind(kind);
    EXPECT_EQ((*reader.Read(input))->kind(), kind);
  }
}

TEST(TargetReaderTest, WhatWasForgottenIsReadAgain) {
  TargetReader reader;
  const auto first = reader.Read(TextInput("llvm"));
  for (size_t i = 0; i < 2 * TargetReader::kMaxTexts; ++i) {
    const std::string model = absl::StrCat("m", i);
    EXPECT_EQ(
        (*reader.Read(TextInput(absl::StrCat("llvm -model=", model))))->model(),
        model);
  }
  EXPECT_EQ((*reader.Read(TextInput("llvm")))->ShortDebugString(),
            (*first)->ShortDebugString());
  const std::string longest(TargetReader::kMaxTextBytes, 'm');
  EXPECT_EQ(
      (*reader.Read(TextInput(absl::StrCat("llvm -model=", longest))))->model(),
      longest);
}

}  // namespace
}  // namespace tunedex::server
