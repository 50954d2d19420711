#ifndef TUNEDEX_CLIENT_CLI_CONSOLE_H_
#define TUNEDEX_CLIENT_CLI_CONSOLE_H_

#include <iosfwd>
#include <string>

#include "absl/strings/string_view.h"

namespace tunedex::cli {

// Where a command writes.
struct Console {
  // Data.
  std::ostream& out;
  // Messages.
  std::ostream& err;
  // Whether `out` is a terminal whose user wants colour.
  bool colour = false;
  // Whether `err` is a terminal, so that a line may be written over.
  bool progress = false;
};

// The process's standard output and error, as the terminal and NO_COLOR say.
Console StandardConsole();

// Writes "tunedex: MESSAGE" as one line to `err`.
void PrintMessage(Console& console, absl::string_view message);

enum class Colour { kGreen, kYellow, kRed };

// The text in a colour if `colour_wanted`, else as it is.
std::string Paint(absl::string_view text, Colour colour, bool colour_wanted);

// Text from outside with control characters and invalid UTF-8 escaped, so that
// it stays on its line and cannot steer a terminal.
std::string Printable(absl::string_view text);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_CONSOLE_H_
