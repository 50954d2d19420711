#include "formats/checks.h"

#include <string>

#include "absl/strings/string_view.h"
#include "formats/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"
#include "tunedex/v1/record.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

using ::testing::HasSubstr;

TEST(ChecksTest, AFrameworkIsALowerCaseName) {
  for (const absl::string_view name : {"a", "auto_scheduler", "x9_"}) {
    EXPECT_THAT(CheckFramework(name), IsOk());
  }
  for (const absl::string_view name :
       {"", "_a", "9", "aB", "a b", "\xc3\xa9"}) {
    EXPECT_THAT(CheckFramework(name), IsInvalid(HasSubstr("framework")));
  }
}

TEST(ChecksTest, AHashIsPlainTextOfBoundedLength) {
  EXPECT_THAT(CheckStructuralHash("conv2d \xc3\xa9"), IsOk());
  EXPECT_THAT(CheckStructuralHash(""), IsInvalid(HasSubstr("is empty")));
  EXPECT_THAT(CheckStructuralHash("a\tb"), IsInvalid(HasSubstr("byte 1")));
  EXPECT_THAT(CheckStructuralHash(std::string(kMaxHashBytes + 1, 'a')),
              IsInvalid(HasSubstr("more than the 4096 allowed")));
}

TEST(ChecksTest, VersionsArePlainTextOfBoundedLength) {
  v1::Versions versions;
  EXPECT_THAT(CheckVersions(versions), IsOk());
  versions.set_code_hash("\xff");
  EXPECT_THAT(CheckVersions(versions), IsInvalid(HasSubstr("code_hash: ")));
  versions.set_compiler_version(std::string(kMaxVersionBytes + 1, '1'));
  EXPECT_THAT(CheckVersions(versions),
              IsInvalid(HasSubstr("compiler_version has 1025 bytes")));
  versions.set_log_version("a\n");
  EXPECT_THAT(CheckVersions(versions), IsInvalid(HasSubstr("log_version: ")));
}

TEST(ChecksTest, NamesTheArgumentThatIsWrong) {
  v1::Workload workload;
  workload.set_framework("x");
  workload.set_structural_hash("h");
  workload.add_arguments()->set_dimension(1);
  EXPECT_THAT(NormalizeWorkload(workload), IsOk());
  workload.add_arguments()->set_dimension(-1);
  EXPECT_THAT(NormalizeWorkload(workload),
              IsInvalid(HasSubstr("argument 1: dimension -1 is not positive")));
}

}  // namespace
}  // namespace tunedex::formats
