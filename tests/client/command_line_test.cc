#include "client/cli/command_line.h"

#include <stdlib.h>

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/command_runner.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// An address at which nothing listens.
constexpr char kNobody[] = "127.0.0.1:1";

std::vector<std::string> With(std::vector<std::string> arguments,
                              const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

// A variable of the environment, for as long as this lives.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value) : name_(name) {
    setenv(name, value, /*overwrite=*/1);
  }
  ~ScopedVariable() { unsetenv(name_); }

 private:
  const char* const name_;
};

TEST(CommandLineTest, PrintsItsVersion) {
  EXPECT_EQ(RunTunedex({"version"}).out, "tunedex 0.1.0\n");
  EXPECT_EQ(RunTunedex({"version", "-o", "json"}).out,
            "{\"version\":\"0.1.0\"}\n");
  EXPECT_EQ(RunTunedex({"-o", "json", "version"}).status, 0);
}

TEST(CommandLineTest, HelpOfEveryCommandStartsWithExamples) {
  for (const char* command :
       {"import", "lookup", "get", "stats", "health", "version"}) {
    const CommandResult help = RunTunedex({command, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, StartsWith("Examples:\n  tunedex "));
    EXPECT_THAT(help.out, HasSubstr(std::string("Usage: tunedex ") + command));
    EXPECT_EQ(help.err, "");
  }
  EXPECT_THAT(RunTunedex({"--help"}).out, StartsWith("Examples:\n"));
}

TEST(CommandLineTest, WhatIsUnknownIsAUsageError) {
  const CommandResult command = RunTunedex({"foo"});
  EXPECT_EQ(command.status, 2);
  EXPECT_EQ(command.err, "tunedex: unknown command foo\nSee: tunedex --help\n");
  const CommandResult flag = RunTunedex({"stats", "--foo"});
  EXPECT_EQ(flag.status, 2);
  EXPECT_THAT(flag.err, HasSubstr("--foo"));
  EXPECT_THAT(flag.err, EndsWith("See: tunedex stats --help\n"));
  EXPECT_EQ(RunTunedex({}).status, 2);
  EXPECT_EQ(RunTunedex({"version", "-o", "xml"}).status, 2);
  EXPECT_EQ(RunTunedex({"version", "--timeout", "soon"}).status, 2);
}

TEST(CommandLineTest, FaultyFlagsOfLookupAreUsageErrors) {
  const std::vector<std::string> lookup = {"lookup", "--target", "cuda"};
  for (const std::vector<std::string>& flags :
       std::vector<std::vector<std::string>>{
           {},
           {"--task", "t"},
           {"--shash", "1", "--workload-key", "k"},
           {"--shash", "1", "--top-k", "0"},
           {"--shash", "1", "--top-k", "1001"},
           {"--shash", "1", "--alternatives", "-1"},
           {"--shash", "1", "--max-distance-factor", "0.5"},
           {"--shash", "1", "--max-distance-factor", "nan"},
           {"--shash", "1", "--since", "yesterday"},
           {"--shash", "\xff"},
           {"--shash", "1", "--source", "\xff"},
           {"--shash", "1", "--batch", "-"}}) {
    const CommandResult result = RunTunedex(With(lookup, flags));
    EXPECT_EQ(result.status, 2) << ::testing::PrintToString(flags);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, EndsWith("See: tunedex lookup --help\n"));
  }
  EXPECT_EQ(RunTunedex({"lookup", "--shash", "1"}).status, 2) << "no target";
}

TEST(CommandLineTest, AWorkloadThatCannotBeReadIsAFailedCall) {
  const CommandResult result =
      RunTunedex({"lookup", "--target", "cuda", "--framework", "f", "--hash",
                  "h", "--args", "[1"});
  EXPECT_EQ(result.status, 64 + 3);
  EXPECT_THAT(result.err, HasSubstr("INVALID_ARGUMENT"));
}

TEST(CommandLineTest, AServerThatIsNotThereIsNamed) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{
           {"stats"},
           {"health"},
           {"get", "00112233445566778899aabbccddeeff"},
           {"lookup", "--target", "cuda", "--shash", "1"}}) {
    const CommandResult result =
        RunTunedex(With({"--server", kNobody}, command));
    EXPECT_EQ(result.status, 78);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, StartsWith("tunedex: cannot reach 127.0.0.1:1: "));
    EXPECT_THAT(result.err, EndsWith("; is tunedexd running there?\n"));
  }
}

TEST(CommandLineTest, ImportWithoutAServerPrintsZeroCounts) {
  const testing::TemporaryFolder folder;
  const std::string log = folder.Write("log", "{}\n");
  const CommandResult result =
      RunTunedex({"import", log, "-o", "json", "--server", kNobody,
                  "--retry-seconds", "0"});
  EXPECT_EQ(result.status, 78);
  EXPECT_THAT(result.out, StartsWith("{\"lines\":0,\"accepted\":0,"));
}

TEST(CommandLineTest, ImportWithoutAReadableFileIsAnError) {
  const CommandResult result =
      RunTunedex({"import", "/nowhere/a", "/nowhere/b", "-o", "json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("\"rejected\":2"));
  EXPECT_THAT(result.err, StartsWith("/nowhere/a:0: no such file\n"));
}

TEST(CommandLineTest, ImportOfAnEmptyFileIsDone) {
  const testing::TemporaryFolder folder;
  const CommandResult result = RunTunedex({"import", folder.Write("log", "")});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("log is empty"));
}

TEST(CommandLineTest, VariablesStandForFlags) {
  const ScopedVariable output("TUNEDEX_OUTPUT", "json");
  EXPECT_EQ(RunTunedex({"version"}).out, "{\"version\":\"0.1.0\"}\n");
  EXPECT_EQ(RunTunedex({"version", "-o", "table"}).out, "tunedex 0.1.0\n")
      << "the flag wins";
  const ScopedVariable server("TUNEDEX_SERVER", kNobody);
  EXPECT_THAT(RunTunedex({"stats"}).err, HasSubstr(kNobody));
}

TEST(CommandLineTest, VariablesOfOtherCommandsDoNotMatter) {
  const ScopedVariable top_k("TUNEDEX_TOP_K", "many");
  EXPECT_EQ(RunTunedex({"version"}).status, 0);
  const ScopedVariable target("TUNEDEX_TARGET", "cuda");
  EXPECT_THAT(RunTunedex({"lookup", "--shash", "1"}).err, HasSubstr("--top-k"));
}

TEST(CommandLineTest, AnAddressWithoutAPortIsAUsageError) {
  const CommandResult result = RunTunedex({"stats", "--server", "localhost"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("not of the form HOST:PORT"));
}

TEST(CommandLineTest, ABatchThatCannotBeOpenedIsAnError) {
  EXPECT_EQ(RunTunedex({"lookup", "--batch", "/nowhere/batch"}).status, 1);
}

}  // namespace
}  // namespace tunedex::cli
