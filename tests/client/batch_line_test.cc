#include "client/cli/batch_line.h"

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tunedex::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

v1::LookupRequest ParseRequest(const char* line,
                               const BatchDefaults& defaults = {}) {
  const absl::StatusOr<v1::LookupRequest> request =
      ParseBatchLine(line, defaults).request;
  EXPECT_TRUE(request.ok()) << request.status();
  return request.value_or(v1::LookupRequest());
}

std::string Fault(const char* line) {
  const absl::StatusOr<v1::LookupRequest> request =
      ParseBatchLine(line, {}).request;
  EXPECT_EQ(request.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(request.status().message());
}

TEST(BatchLineTest, ReadsAWorkloadKey) {
  const v1::LookupRequest request = ParseRequest(
      R"({"framework": "auto_scheduler", "target": "cuda", "workload_key": "[\"h\", 1]"})",
      {});
  EXPECT_EQ(request.workload().workload_key(), "[\"h\", 1]");
  EXPECT_EQ(request.target().text(), "cuda");
}

TEST(BatchLineTest, ReadsATaskWithItsArgumentsAsWritten) {
  const v1::LookupRequest request = ParseRequest(
      R"({"framework": "autotvm", "target": {"kind": "llvm"}, "task": "t",)"
      R"( "args": [["TENSOR", [1, 2], "f"], 99999999999999999999, 1.50]})",
      {});
  EXPECT_EQ(request.workload().autotvm_task().task(), "t");
  EXPECT_EQ(request.workload().autotvm_task().arguments_json(),
            R"([["TENSOR", [1, 2], "f"], 99999999999999999999, 1.50])");
  EXPECT_EQ(request.target().text(), R"({"kind": "llvm"})");
}

TEST(BatchLineTest, ReadsAStructuralHashAsTextOrNumber) {
  for (const char* line :
       {R"({"target": "cuda", "shash": "18446744073709551615"})",
        R"({"target": "cuda", "shash": 18446744073709551615})"}) {
    EXPECT_EQ(ParseRequest(line).workload().workload().structural_hash(),
              "18446744073709551615");
  }
}

TEST(BatchLineTest, ReadsAWorkloadOfAnyFramework) {
  const v1::LookupRequest request = ParseRequest(
      R"({"target": "cuda", "framework": "mine", "hash": "h", "args": [64]})",
      {});
  EXPECT_EQ(request.workload().workload().arguments(0).dimension(), 64);
}

TEST(BatchLineTest, TheLineWinsOverTheDefaults) {
  BatchDefaults defaults;
  defaults.request.mutable_target()->set_text("llvm");
  defaults.request.mutable_options()->set_exact_only(true);
  defaults.request.mutable_options()->set_top_k(3);
  defaults.framework = "mine";
  const v1::LookupRequest plain = ParseRequest(R"({"hash": "h"})", defaults);
  EXPECT_EQ(plain.target().text(), "llvm");
  EXPECT_EQ(plain.workload().workload().framework(), "mine");
  EXPECT_TRUE(plain.options().exact_only());
  const v1::LookupRequest own = ParseRequest(
      R"({"hash": "h", "framework": "other", "target": "cuda", "compatible": true, "any_kind": true})",
      defaults);
  EXPECT_EQ(own.target().text(), "cuda");
  EXPECT_EQ(own.workload().workload().framework(), "other");
  EXPECT_FALSE(own.options().exact_only());
  EXPECT_TRUE(own.options().any_kind());
  EXPECT_EQ(own.options().top_k(), 3);
}

TEST(BatchLineTest, OtherFieldsAreAllowedAndTold) {
  const BatchLine line = ParseBatchLine(
      R"({"shash": "5", "expect": {"match": []}, "target": "cuda", "exact": 1})",
      {});
  EXPECT_TRUE(line.request.ok());
  EXPECT_THAT(line.unknown_fields, ElementsAre("expect", "exact"));
  const BatchLine faulty = ParseBatchLine(R"({"taget": "cuda"})", {});
  EXPECT_FALSE(faulty.request.ok());
  EXPECT_THAT(faulty.unknown_fields, ElementsAre("taget"));
}

TEST(BatchLineTest, EveryFieldThatIsSaidToBeKnownIs) {
  for (const absl::string_view field : kBatchFields) {
    const BatchLine line =
        ParseBatchLine(absl::StrCat("{\"", field, "\": null}"), {});
    EXPECT_THAT(line.unknown_fields, IsEmpty());
  }
}

TEST(BatchLineTest, MalformedLinesSayWhatIsWrong) {
  EXPECT_THAT(Fault("[1, 2]"), HasSubstr("object"));
  EXPECT_NE(Fault(R"({"shash": "5")"), "");
  EXPECT_NE(Fault(R"({"shash": "5", "target": "cuda"} x)"), "");
  EXPECT_THAT(Fault(R"({"shash": true, "target": "cuda"})"),
              HasSubstr("shash"));
  EXPECT_THAT(Fault(R"({"shash": "5", "target": 1})"), HasSubstr("target"));
  EXPECT_THAT(Fault(R"({"shash": "5", "target": ""})"), HasSubstr("is empty"));
  EXPECT_THAT(Fault(R"({"task": "t", "args": "[]", "target": "cuda"})"),
              HasSubstr("args"));
  EXPECT_THAT(Fault(R"({"shash": "5", "target": "cuda", "compatible": 0})"),
              HasSubstr("compatible"));
  EXPECT_THAT(Fault(R"({"target": "cuda"})"),
              HasSubstr("no workload is given"));
  EXPECT_THAT(Fault(R"({"shash": "5"})"), HasSubstr("no target is given"));
}

}  // namespace
}  // namespace tunedex::cli
