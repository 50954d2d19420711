#include "formats/target_options.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/text.h"

namespace tunedex::formats {
namespace {

// A word of a target string, without its quotes and escapes.
struct Word {
  std::string text;
  // Its first character is a dash that is not quoted.
  bool is_option = false;
};

// Takes the next word off the front of `rest`, which starts with one.
absl::StatusOr<Word> TakeWord(absl::string_view& rest) {
  Word word{.is_option = rest.front() == '-'};
  bool in_quotes = false;
  size_t i = 0;
  for (; i < rest.size() && (in_quotes || rest[i] != ' '); ++i) {
    if (rest[i] == '\'') {
      in_quotes = !in_quotes;
      continue;
    }
    if (rest[i] == '\\' && ++i == rest.size()) {
      return absl::InvalidArgumentError("the text ends after a \\");
    }
    word.text += rest[i];
  }
  if (in_quotes) {
    return absl::InvalidArgumentError(
        absl::StrCat("a quote is not closed in ", Quote(rest)));
  }
  rest.remove_prefix(i);
  return word;
}

absl::StatusOr<std::vector<Word>> SplitWords(absl::string_view text) {
  std::vector<Word> words;
  while (true) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    if (text.empty()) return words;
    absl::StatusOr<Word> word = TakeWord(text);
    if (!word.ok()) return word.status();
    words.push_back(*std::move(word));
  }
}

// Reads the option that starts at `words[i]`, and moves `i` to its last word.
absl::StatusOr<TargetOptions::Option> TakeOption(const std::vector<Word>& words,
                                                 size_t& i) {
  const std::string& word = words[i].text;
  const size_t begin = std::min(word.find_first_not_of('-'), word.size());
  const size_t equals = word.find('=', begin);
  TargetOptions::Option option;
  option.name = word.substr(begin, equals - begin);
  if (option.name.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("option ", Quote(word), " has no name"));
  }
  if (equals != std::string::npos) {
    option.value = word.substr(equals + 1);
  } else if (i + 1 < words.size() && !words[i + 1].is_option) {
    option.value = words[++i].text;
  } else {
    // Not assigned: GCC 12 warns wrongly of an overlap there.
    option.value = std::string("1");
  }
  if (option.value.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("option ", Quote(absl::StrCat("-", option.name)),
                     " has an empty value"));
  }
  return option;
}

bool Contains(const std::vector<TargetOptions::Option>& options,
              absl::string_view name) {
  return std::any_of(options.begin(), options.end(),
                     [name](const TargetOptions::Option& option) {
                       return option.name == name;
                     });
}

}  // namespace

absl::StatusOr<TargetOptions> SplitTargetOptions(absl::string_view text) {
  const absl::StatusOr<std::vector<Word>> words = SplitWords(text);
  if (!words.ok()) return words.status();
  if (words->empty() || words->front().is_option) {
    return absl::InvalidArgumentError(
        absl::StrCat("the kind is missing at the start of ", Quote(text)));
  }
  TargetOptions target;
  target.kind = words->front().text;
  for (size_t i = 1; i < words->size(); ++i) {
    if (!(*words)[i].is_option) {
      return absl::InvalidArgumentError(absl::StrCat(
          Quote((*words)[i].text), " is no option; options start with a dash"));
    }
    absl::StatusOr<TargetOptions::Option> option = TakeOption(*words, i);
    if (!option.ok()) return option.status();
    if (Contains(target.options, option->name)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "option ", Quote(absl::StrCat("-", option->name)), " is repeated"));
    }
    target.options.push_back(*std::move(option));
  }
  return target;
}

void AppendOptionValue(absl::string_view value, std::string& text) {
  if (value.find_first_of(" '\\") == absl::string_view::npos) {
    text.append(value.data(), value.size());
    return;
  }
  text += '\'';
  for (const char c : value) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  text += '\'';
}

}  // namespace tunedex::formats
