#include "client/cli/batch_notes.h"

#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tunedex::cli {
namespace {

using ::testing::EndsWith;
using ::testing::SizeIs;

class BatchNotesTest : public ::testing::Test {
 protected:
  std::vector<std::string> Lines() const {
    return absl::StrSplit(err_.str(), '\n', absl::SkipEmpty());
  }

  std::ostringstream out_;
  std::ostringstream err_;
  Console console_ = {.out = out_, .err = err_};
  BatchNotes notes_{console_, "a.jsonl"};
};

TEST_F(BatchNotesTest, AnUnknownFieldIsSaidOnceWithTheKnownOnes) {
  notes_.AddUnknownField(3, "compatable");
  notes_.AddUnknownField(4, "compatable");
  EXPECT_EQ(
      err_.str(),
      "tunedex: note: a.jsonl:3: the field \"compatable\" is not known "
      "and is ignored; known are target, workload_key, task, args, shash, "
      "hash, framework, compatible, any_kind\n");
}

TEST_F(BatchNotesTest, EachWarningIsPassedOnOnce) {
  v1::Warning warning;
  warning.set_code("CODE");
  warning.set_text("text\n");
  notes_.AddWarning(7, warning);
  notes_.AddWarning(8, warning);
  EXPECT_EQ(err_.str(), "a.jsonl:7: warning: CODE: text\\x0a\n");
}

TEST_F(BatchNotesTest, ThereIsALimitAndItIsSaid) {
  for (int i = 0; i < 1000; ++i) {
    notes_.AddUnknownField(i, absl::StrCat("field", i));
  }
  EXPECT_THAT(Lines(), SizeIs(BatchNotes::kMaxFields + 1));
  EXPECT_THAT(err_.str(), EndsWith("note: more fields are not known\n"));
  err_.str("");
  for (int i = 0; i < 1000; ++i) {
    v1::Warning warning;
    warning.set_text(absl::StrCat(i));
    notes_.AddWarning(i, warning);
  }
  EXPECT_THAT(Lines(), SizeIs(BatchNotes::kMaxWarnings + 1));
  EXPECT_THAT(err_.str(), EndsWith("note: there are more warnings\n"));
}

}  // namespace
}  // namespace tunedex::cli
