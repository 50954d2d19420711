#include "client/cli/log_file.h"

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> PathsOf(const LogPaths& found) {
  std::vector<std::string> paths;
  for (const LogPath& log : found.logs) {
    EXPECT_TRUE(log.status.ok()) << log.path << ": " << log.status;
    paths.push_back(log.path);
  }
  return paths;
}

TEST(LogFileTest, FoldersGiveTheirFilesSortedAtAnyDepth) {
  const testing::TemporaryFolder folder;
  const std::string last = folder.Write("c.json", "");
  const std::string middle = folder.Write("b/deep/x.log", "");
  const std::string first = folder.Write("a.json", "");
  EXPECT_THAT(PathsOf(FindLogs({folder.path()})),
              ElementsAre(first, middle, last));
}

TEST(LogFileTest, FilesKeepTheOrderInWhichTheyAreGiven) {
  const testing::TemporaryFolder folder;
  const std::string a = folder.Write("a", "");
  const std::string b = folder.Write("b", "");
  EXPECT_THAT(PathsOf(FindLogs({b, a, b})), ElementsAre(b, a, b));
}

TEST(LogFileTest, HiddenFilesAreLeftOutUnlessGivenByName) {
  const testing::TemporaryFolder folder;
  const std::string hidden = folder.Write(".hidden", "");
  folder.Write(".git/config", "");
  const LogPaths found = FindLogs({folder.path()});
  EXPECT_THAT(found.logs, IsEmpty());
  EXPECT_THAT(found.left_out, ElementsAre(folder.path() + "/.git is hidden",
                                          hidden + " is hidden"));
  EXPECT_THAT(PathsOf(FindLogs({hidden})), ElementsAre(hidden));
}

TEST(LogFileTest, ALinkToAFolderIsNotFollowed) {
  const testing::TemporaryFolder folder;
  const std::string log = folder.Write("a/log", "");
  std::filesystem::create_directory_symlink("..", folder.path() + "/a/up");
  EXPECT_THAT(PathsOf(FindLogs({folder.path()})), ElementsAre(log));
}

TEST(LogFileTest, APipeInAFolderIsLeftOut) {
  const testing::TemporaryFolder folder;
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const LogPaths found = FindLogs({folder.path()});
  EXPECT_THAT(found.logs, IsEmpty());
  EXPECT_THAT(found.left_out, ElementsAre(pipe + " is no file"));
}

TEST(LogFileTest, ALogHasARecordAnywhereOrCommentsOnly) {
  const testing::TemporaryFolder folder;
  for (const std::string& content :
       {std::string("{\"i\": 1}"),
        std::string("\xEF\xBB\xBF# a\r\n\r\n {\"i\""),
        std::string("torn\0\0\n{\"i\": 1}\n", 17), std::string(),
        std::string("# a\n\n"), std::string("llvm\ta\tb\tc\n"),
        std::string(200000, 'x') + "\n{\"i\": 1}\n"}) {
    EXPECT_TRUE(IsLog(folder.Write("log", content)).value()) << content;
  }
  for (const char* content : {"# Logs\n\n| file | what |\n", "[1, 2]\n"}) {
    EXPECT_FALSE(IsLog(folder.Write("log", content)).value()) << content;
  }
}

TEST(LogFileTest, ALogWhoseFirstLineWasTornByACrashIsRead) {
  const testing::TemporaryFolder folder;
  const std::string path =
      folder.Write("log", absl::string_view("torn\0\0\n{\"i\": 1}\n", 17));
  EXPECT_TRUE(LogFile::Open(path).ok());
}

TEST(LogFileTest, APathThatDoesNotExistIsKeptWithItsError) {
  const LogPaths found = FindLogs({"/nowhere/at/all"});
  ASSERT_EQ(found.logs.size(), 1);
  EXPECT_EQ(found.logs[0].status, absl::NotFoundError("no such file"));
}

TEST(LogFileTest, ABinaryFileIsRefused) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.Write("program", absl::string_view("\x7f"
                                                                     "ELF\0\0",
                                                                     6));
  EXPECT_EQ(
      LogFile::Open(path).status(),
      absl::InvalidArgumentError("a binary file, not a log of text lines"));
}

TEST(LogFileTest, NulBytesInsideALogDoNotMakeItBinary) {
  EXPECT_FALSE(LooksBinary(absl::string_view("{\"i\": 1}\n\0\0\0\n", 13)));
  EXPECT_FALSE(LooksBinary(absl::string_view("\xEF\xBB\xBF# a\n\0", 8)));
  EXPECT_FALSE(LooksBinary("no NUL at all"));
  EXPECT_TRUE(LooksBinary(absl::string_view("\xFF\xFE{\0", 4)));
  EXPECT_TRUE(LooksBinary(absl::string_view("\0", 1)));
}

}  // namespace
}  // namespace tunedex::cli
