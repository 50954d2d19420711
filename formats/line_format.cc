#include "formats/line_format.h"

#include <cstddef>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "formats/text.h"

namespace tunedex::formats {
namespace {

// Takes `token` and the blanks before it off the front of `text`, if it is
// there.
bool Consume(absl::string_view token, absl::string_view& text) {
  const absl::string_view rest = StripBlanks(text);
  if (!absl::StartsWith(rest, token)) return false;
  text = rest.substr(token.size());
  return true;
}

// The format of a line that begins as writers write it.
std::optional<LineFormat> FormatOfBeginning(absl::string_view line) {
  if (!Consume("{", line)) return std::nullopt;
  if (Consume("\"input\"", line)) return LineFormat::kAutotvm;
  if (Consume("\"config\"", line)) return LineFormat::kAutotvm;
  if (Consume("\"framework\"", line)) return LineFormat::kOpaque;
  if (!Consume("\"i\"", line) || !Consume(":", line) || !Consume("[", line)) {
    return std::nullopt;
  }
  if (Consume("[", line)) return LineFormat::kAutoScheduler;
  if (Consume("\"", line)) return LineFormat::kAutotvmLegacy;
  return std::nullopt;
}

// The format of a line with the member "i".
absl::Status ReadInput(JsonValue& input, std::optional<LineFormat>& format) {
  absl::Status status = input.ReadList([&](size_t index, JsonValue& element) {
    if (index > 0) return absl::OkStatus();
    if (element.type() == JsonType::kList) {
      format = LineFormat::kAutoScheduler;
    } else if (element.type() == JsonType::kString) {
      format = LineFormat::kAutotvmLegacy;
    } else {
      return element.WrongType(
          "the task of an AutoScheduler log (a list) or the target of an "
          "AutoTVM 0.1 log (a string)");
    }
    return absl::OkStatus();
  });
  if (!status.ok() || format.has_value()) return status;
  return input.Error("the list is empty");
}

}  // namespace

absl::StatusOr<LineFormat> DetectLineFormat(absl::string_view line) {
  std::optional<LineFormat> format = FormatOfBeginning(line);
  if (format.has_value()) return *format;
  absl::Status status = ReadJson(line, [&](JsonValue& root) {
    return root.ReadObject([&](absl::string_view key, JsonValue& member) {
      if (format.has_value()) return absl::OkStatus();
      if (key == "input") format = LineFormat::kAutotvm;
      if (key == "framework") format = LineFormat::kOpaque;
      return key == "i" ? ReadInput(member, format) : absl::OkStatus();
    });
  });
  if (!status.ok()) return status;
  if (format.has_value()) return *format;
  return absl::InvalidArgumentError(
      "not a record: none of the keys \"i\" (AutoScheduler, AutoTVM 0.1), "
      "\"input\" (AutoTVM 0.2) or \"framework\" is there");
}

}  // namespace tunedex::formats
