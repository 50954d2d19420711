#include "client/cli/command.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "formats/text.h"

namespace tunedex::cli {
namespace {

// Help that starts with the examples: what most readers came for.
class ExamplesFirst : public CLI::Formatter {
 public:
  ExamplesFirst(std::string examples, std::string details)
      : examples_(std::move(examples)), details_(std::move(details)) {}

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    return absl::StrCat("Examples:\n", examples_, "\n",
                        CLI::Formatter::make_help(app, name, mode));
  }

  std::string make_footer(const CLI::App*) const override {
    return details_.empty() ? "" : absl::StrCat(details_, "\n");
  }

  // Without CLI11's "..." after a flag that may be repeated: it looks as if the
  // flag took several words.
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string& text = option->get_option_text();
    // Empty of flags that take no value.
    const std::string type = text.empty() ? option->get_type_name() : text;
    const std::string variable = option->get_envname();
    return absl::StrCat(
        type.empty() ? "" : absl::StrCat(" ", type),
        variable.empty() ? "" : absl::StrCat(" (Env:", variable, ")"));
  }

 private:
  std::string examples_;
  std::string details_;
};

}  // namespace

void SetHelp(CLI::App& app, const std::string& examples,
             const std::string& details) {
  app.formatter(std::make_shared<ExamplesFirst>(examples, details));
}

CLI::App& AddCommand(CLI::App& app, const CommandHelp& help, Action& chosen,
                     Action action) {
  CLI::App& command = *app.add_subcommand(help.name, help.summary);
  SetHelp(command, help.examples, help.details);
  command.fallthrough();
  // Not callback(): with it the variables of every command are read and
  // checked, whichever command is given.
  command.parse_complete_callback(
      [&chosen, action = std::move(action)] { chosen = action; });
  return command;
}

CLI::Option& WithVariable(CLI::Option& option) {
  const std::string name = option.get_name(false, true);
  const std::string long_name = name.substr(name.find("--") + 2);
  option.envname(absl::StrCat(
      "TUNEDEX_",
      absl::AsciiStrToUpper(absl::StrReplaceAll(long_name, {{"-", "_"}}))));
  return option;
}

CLI::Validator Checked(std::function<absl::Status(absl::string_view)> check) {
  return CLI::Validator(
      [check = std::move(check)](std::string& text) {
        return std::string(check(text).message());
      },
      /*validator_desc=*/"");
}

CLI::Validator ValidUtf8() { return Checked(formats::CheckUtf8); }

CLI::Option& AddText(CLI::App& command, const std::string& flag,
                     const std::string& type, std::string& value,
                     const std::string& description) {
  CLI::Option& option = *command.add_option(flag, value, description);
  option.type_name(type)->check(ValidUtf8());
  return WithVariable(option);
}

CLI::Option& AddTexts(CLI::App& command, const std::string& flag,
                      const std::string& type, std::vector<std::string>& values,
                      const std::string& description) {
  CLI::Option& option = *command.add_option(flag, values, description);
  option.type_name(type)->check(ValidUtf8());
  // Else text in brackets would be taken apart as a list.
  option.allow_extra_args(false);
  return WithVariable(option);
}

}  // namespace tunedex::cli
