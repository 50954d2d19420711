#include "client/cli/line_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr size_t kLimit = 10;

// All lines as "NUMBER TEXT", those that are too long as "NUMBER !".
std::vector<std::string> ReadAll(const std::string& content,
                                 size_t limit = kLimit) {
  const testing::TemporaryFolder folder;
  const int descriptor =
      open(folder.Write("log", content).c_str(), O_RDONLY | O_CLOEXEC);
  LineReader reader(descriptor, limit);
  std::vector<std::string> lines;
  while (true) {
    const absl::StatusOr<LineReader::Line> line = reader.Next();
    EXPECT_TRUE(line.ok()) << line.status();
    if (!line.ok() || line->kind == LineReader::Line::Kind::kEnd) {
      break;
    }
    const bool fits = line->kind == LineReader::Line::Kind::kText;
    lines.push_back(absl::StrCat(line->number, " ",
                                 fits ? line->text : absl::string_view("!")));
  }
  close(descriptor);
  return lines;
}

TEST(LineReaderTest, AnEmptyFileHasNoLine) {
  EXPECT_THAT(ReadAll(""), IsEmpty());
}

TEST(LineReaderTest, TheLastLineNeedsNoLineEnd) {
  EXPECT_THAT(ReadAll("one\ntwo"), ElementsAre("1 one", "2 two"));
  EXPECT_THAT(ReadAll("one\ntwo\n"), ElementsAre("1 one", "2 two"));
}

TEST(LineReaderTest, BlankLinesCount) {
  EXPECT_THAT(ReadAll("\n\none"), ElementsAre("1 ", "2 ", "3 one"));
}

TEST(LineReaderTest, CarriageReturnsAndByteOrderMarksAreLeftToTheServer) {
  EXPECT_THAT(ReadAll("\xEF\xBB\xBFone\r\ntwo\r\n"),
              ElementsAre("1 \xEF\xBB\xBFone\r", "2 two\r"));
}

TEST(LineReaderTest, TheLimitIsForTheContentAlone) {
  EXPECT_THAT(ReadAll("\xEF\xBB\xBF"
                      "1234567890\r\n12345678901\nshort"),
              ElementsAre("1 \xEF\xBB\xBF"
                          "1234567890\r",
                          "2 !", "3 short"));
}

TEST(LineReaderTest, PassesOverALineOfManyBlocks) {
  EXPECT_THAT(ReadAll(absl::StrCat("a\n", std::string(1 << 20, 'x'), "\nb\n")),
              ElementsAre("1 a", "2 !", "3 b"));
  EXPECT_THAT(ReadAll(absl::StrCat("a\n", std::string(1 << 20, 'x'))),
              ElementsAre("1 a", "2 !"));
}

TEST(LineReaderTest, ReadsALineOfManyBlocks) {
  const std::string line(1 << 20, 'x');
  EXPECT_THAT(ReadAll(absl::StrCat("a\n", line, "\nb\n"), 1 << 20),
              ElementsAre("1 a", "2 " + line, "3 b"));
}

TEST(LineReaderTest, PeekTakesNothingAway) {
  const testing::TemporaryFolder folder;
  const int descriptor =
      open(folder.Write("log", "one\ntwo\n").c_str(), O_RDONLY | O_CLOEXEC);
  LineReader reader(descriptor, kLimit);
  EXPECT_EQ(*reader.Peek(), "one\ntwo\n");
  EXPECT_EQ(reader.Next()->text, "one");
  close(descriptor);
}

TEST(LineReaderTest, WhatCannotBeReadIsAnError) {
  LineReader reader(/*descriptor=*/-1, kLimit);
  EXPECT_EQ(reader.Next().status(),
            absl::UnavailableError("cannot be read: Bad file descriptor"));
}

TEST(LineReaderTest, KnowsWhenAPipeIsEmpty) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  LineReader reader(ends[0], kLimit);
  EXPECT_FALSE(reader.HasInput());
  ASSERT_EQ(write(ends[1], "a\nb\n", 4), 4);
  EXPECT_TRUE(reader.HasInput());
  EXPECT_EQ(reader.Next()->text, "a");
  EXPECT_TRUE(reader.HasInput());
  EXPECT_EQ(reader.Next()->text, "b");
  EXPECT_FALSE(reader.HasInput());
  close(ends[1]);
  EXPECT_TRUE(reader.HasInput());
  EXPECT_EQ(reader.Next()->kind, LineReader::Line::Kind::kEnd);
  EXPECT_TRUE(reader.HasInput());
  close(ends[0]);
}

}  // namespace
}  // namespace tunedex::cli
