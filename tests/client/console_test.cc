#include "client/cli/console.h"

#include <sstream>

#include "client/cli/progress_line.h"
#include "gtest/gtest.h"

namespace tunedex::cli {
namespace {

TEST(ConsoleTest, TextFromOutsideStaysOnItsLine) {
  EXPECT_EQ(Printable("caf\xC3\xA9 \"x\""), "caf\xC3\xA9 \"x\"");
  EXPECT_EQ(Printable("a\n\x1b[2J\x7f"), "a\\x0a\\x1b[2J\\x7f");
  EXPECT_EQ(Printable("\xff"), "\\xff");
}

TEST(ConsoleTest, ProgressIsShownOnATerminalOnly) {
  std::ostringstream out;
  std::ostringstream err;
  Console console{.out = out, .err = err};
  {
    ProgressLine progress(console);
    EXPECT_FALSE(progress.IsDue());
    progress.Show("working");
  }
  EXPECT_EQ(err.str(), "");
  console.progress = true;
  {
    ProgressLine progress(console);
    EXPECT_TRUE(progress.IsDue());
    progress.Show("working");
    EXPECT_FALSE(progress.IsDue()) << "not again so soon";
  }
  EXPECT_EQ(err.str(), "\r\033[Kworking\r\033[K") << "and it is taken away";
}

}  // namespace
}  // namespace tunedex::cli
