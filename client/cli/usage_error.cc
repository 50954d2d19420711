#include "client/cli/usage_error.h"

#include <algorithm>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "client/cli/did_you_mean.h"

namespace tunedex::cli {
namespace {

bool IsFlag(absl::string_view word) { return absl::StartsWith(word, "-"); }

// The program, and the command if one is given: whose flags may be used.
std::vector<const CLI::App*> AppsInUse(const CLI::App& app) {
  std::vector<const CLI::App*> apps = {&app};
  if (const CLI::App* command = GivenCommand(app); command != nullptr) {
    apps.push_back(command);
  }
  return apps;
}

std::vector<std::string> KnownFlags(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::App* used : AppsInUse(app)) {
    for (const CLI::Option* option : used->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        flags.push_back(absl::StrCat("--", name));
      }
    }
  }
  return flags;
}

std::string UnknownCommand(const CLI::App& app, const std::string& word) {
  std::vector<std::string> commands = {"help"};
  for (const CLI::App* command : app.get_subcommands(/*filter=*/{})) {
    commands.push_back(command->get_name());
  }
  return absl::StrCat("unknown command ", word, DidYouMean(word, commands));
}

std::string UnknownFlag(const CLI::App& app, const std::string& word) {
  const std::string flag = word.substr(0, word.find('='));
  return absl::StrCat("unknown flag ", flag, DidYouMean(flag, KnownFlags(app)));
}

// About words that no flag and no command takes, in the order in which they
// were given.
std::vector<std::string> ExplainUnexpected(
    const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string> lines;
  if (words.size() > 1) {
    lines.push_back(absl::StrCat("not expected: ", absl::StrJoin(words, " ")));
  }
  std::string stray;
  bool after_flag = false;
  for (const std::string& word : words) {
    if (IsFlag(word)) {
      lines.push_back(UnknownFlag(app, word));
    } else if (!after_flag && stray.empty()) {
      stray =
          absl::StrCat("unexpected argument ", word,
                       "; put text with blanks or brackets in single quotes");
    }
    // The word after an unknown flag is likely its value.
    after_flag = IsFlag(word);
  }
  if (!stray.empty()) {
    lines.push_back(stray);
  }
  return lines;
}

bool IsFromVariable(const CLI::App& app, const CLI::Option* option) {
  const std::vector<CLI::Option*>& given = app.parse_order();
  return !option->get_envname().empty() && option->count() > 0 &&
         std::find(given.begin(), given.end(), option) == given.end();
}

// A message of CLI11 about a flag names the variable too if the value comes
// from there, where nobody sees it.
std::string NameVariable(const CLI::App& app, absl::string_view message) {
  for (const CLI::App* used : AppsInUse(app)) {
    for (const CLI::Option* option : used->get_options()) {
      const std::string flag = option->get_name();
      const bool named = absl::StrContains(message, absl::StrCat(flag, ":")) ||
                         absl::StrContains(message, absl::StrCat(flag, " "));
      if (named && IsFromVariable(*used, option)) {
        return absl::StrCat(message, " (", option->get_envname(), " or ", flag,
                            ")");
      }
    }
  }
  return std::string(message);
}

}  // namespace

const CLI::App* GivenCommand(const CLI::App& app) {
  const std::vector<CLI::App*> commands = app.get_subcommands();
  return commands.empty() ? nullptr : commands.front();
}

std::vector<std::string> ExplainUsage(const CLI::App& app,
                                      const CLI::ParseError& error) {
  std::vector<std::string> words = app.remaining(/*recurse=*/true);
  words.erase(std::remove(words.begin(), words.end(), "--"), words.end());
  const bool no_command = GivenCommand(app) == nullptr;
  if (no_command && !words.empty() && !IsFlag(words.front())) {
    // The others belong to it.
    return {UnknownCommand(app, words.front())};
  }
  if (!words.empty()) {
    return ExplainUnexpected(app, words);
  }
  if (no_command && error.get_name() == "RequiredError") {
    return {"no command is given"};
  }
  return {NameVariable(app, error.what())};
}

}  // namespace tunedex::cli
