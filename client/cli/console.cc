#include "client/cli/console.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/text.h"

namespace tunedex::cli {
namespace {

bool IsControl(unsigned char c) { return c < 0x20 || c == 0x7f; }

bool UserWantsColour() {
  const char* no_color = std::getenv("NO_COLOR");
  return no_color == nullptr || *no_color == '\0';
}

absl::string_view EscapeCode(Colour colour) {
  switch (colour) {
    case Colour::kGreen:
      return "\033[32m";
    case Colour::kYellow:
      return "\033[33m";
    case Colour::kRed:
      return "\033[31m";
  }
  return "";
}

}  // namespace

Console StandardConsole() {
  return Console{.out = std::cout,
                 .err = std::cerr,
                 .colour = isatty(STDOUT_FILENO) == 1 && UserWantsColour(),
                 .progress = isatty(STDERR_FILENO) == 1};
}

void PrintMessage(Console& console, absl::string_view message) {
  console.err << "tunedex: " << Printable(message) << "\n";
}

std::string Paint(absl::string_view text, Colour colour, bool colour_wanted) {
  return colour_wanted ? absl::StrCat(EscapeCode(colour), text, "\033[0m")
                       : std::string(text);
}

std::string Printable(absl::string_view text) {
  if (formats::FindInvalidUtf8(text) != absl::string_view::npos) {
    return absl::CHexEscape(text);
  }
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    if (IsControl(c)) {
      absl::StrAppend(
          &result, "\\x",
          absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
    } else {
      result.push_back(c);
    }
  }
  return result;
}

}  // namespace tunedex::cli
