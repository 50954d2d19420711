#include "client/cli/import_report.h"

#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/console.h"
#include "client/cli/import_counts.h"
#include "client/cli/session.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tunedex::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

v1::PushResult Warned(const char* code, int number) {
  v1::PushResult result;
  result.set_outcome(v1::PUSH_OUTCOME_STORED);
  v1::Warning& warning = *result.add_warnings();
  warning.set_code(code);
  warning.set_text(absl::StrCat("key ", number));
  return result;
}

class ImportReportTest : public ::testing::Test {
 protected:
  ImportReportTest() {
    for (int i = 1; i <= 50; ++i) {
      counts_.AddResult(Warned("OLD_WORKLOAD_KEY", i), {});
    }
    for (int i = 1; i <= 3; ++i) {
      counts_.AddResult(Warned("UNKNOWN_TARGET_KIND", i), {});
    }
  }

  ImportCounts counts_;
  std::ostringstream out_;
  std::ostringstream err_;
  Console console_ = {.out = out_, .err = err_};
  Session session_ = {.console = console_};
};

TEST_F(ImportReportTest, PeopleSeeThreeWarningsOfACode) {
  ReportImport(counts_, session_);
  EXPECT_EQ(err_.str(),
            "tunedex: warning: OLD_WORKLOAD_KEY: key 1 (lines: 1)\n"
            "tunedex: warning: OLD_WORKLOAD_KEY: key 2 (lines: 1)\n"
            "tunedex: warning: OLD_WORKLOAD_KEY: key 3 (lines: 1)\n"
            "tunedex: ... and 47 more of this code; -o json lists them\n"
            "tunedex: warning: UNKNOWN_TARGET_KIND: key 1 (lines: 1)\n"
            "tunedex: warning: UNKNOWN_TARGET_KIND: key 2 (lines: 1)\n"
            "tunedex: warning: UNKNOWN_TARGET_KIND: key 3 (lines: 1)\n");
  EXPECT_THAT(out_.str(), Not(HasSubstr("key")));
}

TEST_F(ImportReportTest, JsonHasThemAll) {
  session_.json = true;
  ReportImport(counts_, session_);
  EXPECT_EQ(err_.str(), "");
  EXPECT_THAT(out_.str(), HasSubstr("\"key 50\""));
}

}  // namespace
}  // namespace tunedex::cli
