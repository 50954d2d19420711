#include "client/cli/command_line.h"

#include <stdlib.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/command_runner.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
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

TEST(CommandLineTest, VersionAndHelpAreFoundInEitherSpelling) {
  EXPECT_EQ(RunTunedex({"--version"}).out, "tunedex 0.1.0\n");
  EXPECT_EQ(RunTunedex({"-o", "json", "--version"}).out,
            "{\"version\":\"0.1.0\"}\n");
  EXPECT_EQ(RunTunedex({"--version"}).status, 0);
  EXPECT_EQ(RunTunedex({"help"}).out, RunTunedex({"--help"}).out);
  EXPECT_EQ(RunTunedex({"help", "lookup"}).out,
            RunTunedex({"lookup", "--help"}).out);
  EXPECT_EQ(RunTunedex({"help", "lokup"}).status, 2);
}

TEST(CommandLineTest, HelpShowsNoTypesOfTheProgram) {
  const std::string help = RunTunedex({"--help"}).out +
                           RunTunedex({"lookup", "--help"}).out +
                           RunTunedex({"import", "--help"}).out;
  for (const char* type :
       {"TEXT", "UINT", "FLOAT", "{table", " in [", ",... ..."}) {
    EXPECT_THAT(help, Not(HasSubstr(type)));
  }
  for (const char* type :
       {"--server HOST:PORT (", "--output table|json (", "--timeout SECONDS (",
        "--target TARGET (", "--top-k N (", "--require ATTR,... (",
        "--scopes SCOPE,... (", "--source NAME (", "--since TIME (",
        "--batch FILE (", "--exact (Env:TUNEDEX_EXACT)"}) {
    EXPECT_THAT(help, HasSubstr(type));
  }
}

TEST(CommandLineTest, HelpFitsInto100Columns) {
  for (const char* command : {"import", "lookup", "get", "version"}) {
    EXPECT_THAT(RunTunedex({command, "--help"}).out,
                Not(ContainsRegex("[^\n]{101}")));
  }
  EXPECT_THAT(RunTunedex({"--help"}).out, Not(ContainsRegex("[^\n]{101}")));
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
  EXPECT_EQ(RunTunedex({}).err,
            "tunedex: no command is given\nSee: tunedex --help\n");
  EXPECT_EQ(RunTunedex({"version", "-o", "xml"}).status, 2);
  EXPECT_EQ(RunTunedex({"version", "--timeout", "soon"}).status, 2);
}

TEST(CommandLineTest, AMisspeltFlagOrCommandIsGuessed) {
  EXPECT_EQ(RunTunedex({"lookup", "--taget=llvm", "--shash", "1"}).err,
            "tunedex: unknown flag --taget; did you mean --target?\n"
            "See: tunedex lookup --help\n");
  EXPECT_THAT(RunTunedex({"stats", "--sever", "h:1"}).err,
              HasSubstr("unknown flag --sever; did you mean --server?"));
  EXPECT_THAT(RunTunedex({"get", "--timout", "1"}).err,
              HasSubstr("unknown flag --timout; did you mean --timeout?"))
      << "though the id is missing too";
  EXPECT_EQ(RunTunedex({"lokup", "--target", "llvm"}).err,
            "tunedex: unknown command lokup; did you mean lookup?\n"
            "See: tunedex --help\n");
}

TEST(CommandLineTest, UnexpectedArgumentsAreNamedInTheirOrder) {
  EXPECT_EQ(RunTunedex({"lookup", "--taget", "llvm", "[1,", "2]"}).err,
            "tunedex: not expected: --taget llvm [1, 2]\n"
            "tunedex: unknown flag --taget; did you mean --target?\n"
            "tunedex: unexpected argument [1,; put text with blanks or "
            "brackets in single quotes\n"
            "See: tunedex lookup --help\n");
  EXPECT_THAT(RunTunedex({"lookup", "--require", "mcpu", "kind"}).err,
              StartsWith("tunedex: unexpected argument kind; put text"));
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

TEST(CommandLineTest, ImportSaysThatItLooksForALostServer) {
  const testing::TemporaryFolder folder;
  const std::string log = folder.Write("log", "{}\n");
  const std::vector<std::string> import = {"import", log, "--server", kNobody,
                                           "--retry-seconds"};
  constexpr char kNote[] =
      "tunedex: note: the server 127.0.0.1:1 is lost; trying again for up to ";
  const std::string err = RunTunedex(With(import, {"0.3"})).err;
  EXPECT_THAT(err, StartsWith(std::string(kNote) + "0.3 s\n"));
  EXPECT_EQ(err.find(kNote, 1), std::string::npos) << "once";
  EXPECT_THAT(RunTunedex(With(import, {"0"})).err, Not(HasSubstr("is lost")));
}

TEST(CommandLineTest, ImportOfFoldersWithoutALogIsAnError) {
  const testing::TemporaryFolder folder;
  folder.Write("notes", "no log\n");
  const CommandResult result = RunTunedex({"import", folder.path()});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              EndsWith("tunedex: no log was found in " + folder.path() + "\n"));
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

TEST(CommandLineTest, ABadVariableIsNamedWithItsFlag) {
  const std::vector<std::string> lookup = {"lookup", "--target", "cuda",
                                           "--shash", "1"};
  {
    const ScopedVariable top_k("TUNEDEX_TOP_K", "many");
    EXPECT_THAT(RunTunedex(lookup).err,
                HasSubstr(" (TUNEDEX_TOP_K or --top-k)\n"));
    EXPECT_THAT(RunTunedex(With(lookup, {"--top-k", "some"})).err,
                Not(HasSubstr("TUNEDEX_TOP_K")))
        << "the flag's value is the bad one";
  }
  struct BadVariable {
    const char* variable;
    const char* value;
    const char* flag;
  };
  for (const auto& [variable, value, flag] :
       std::vector<BadVariable>{{"TUNEDEX_SINCE", "soon", "--since"},
                                {"TUNEDEX_LOOKUP_SOURCE", "\xff", "--source"},
                                {"TUNEDEX_EXACT", "maybe", "--exact"},
                                {"TUNEDEX_OUTPUT", "xml", "--output"},
                                {"TUNEDEX_SERVER", "host", "--server"}}) {
    const ScopedVariable scoped(variable, value);
    EXPECT_THAT(RunTunedex(lookup).err,
                HasSubstr(absl::StrCat(" (", variable, " or ", flag, ")\n")));
  }
}

TEST(CommandLineTest, AnAddressThatIsNotHostAndPortIsAUsageError) {
  for (const char* address :
       {"localhost", ":7420", "localhost:", "localhost:0", "localhost:65536",
        "localhost:+1", "localhost:7420/", "http://localhost:17420"}) {
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"stats"}, {"import", "x"}}) {
      const CommandResult result =
          RunTunedex(With(command, {"--server", address}));
      EXPECT_EQ(result.status, 2) << address;
      EXPECT_THAT(result.err, HasSubstr("HOST:PORT"));
    }
  }
  EXPECT_THAT(RunTunedex({"stats", "--server", "http://localhost:17420"}).err,
              HasSubstr("not of the form HOST:PORT; leave out http://\n"));
  EXPECT_THAT(RunTunedex({"stats", "--server", "localhost:65536"}).err,
              HasSubstr("not of the form HOST:PORT; the port is a number"));
}

TEST(CommandLineTest, ABatchThatCannotBeOpenedIsAnError) {
  EXPECT_EQ(RunTunedex({"lookup", "--batch", "/nowhere/batch"}).status, 1);
}

}  // namespace
}  // namespace tunedex::cli
