#include "client/cli/miss_text.h"

#include <cstddef>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/cli/console.h"
#include "client/cli/difference_text.h"
#include "client/cli/json_output.h"
#include "client/cli/units.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {
namespace {

constexpr size_t kColumns = 90;

// What a reason means, and what to do.
absl::string_view Advice(v1::MissReason reason) {
  switch (reason) {
    case v1::MISS_REASON_UNKNOWN_WORKLOAD:
      return "no record of this framework and hash is stored; tune the "
             "workload, or import a log that has it";
    case v1::MISS_REASON_UNKNOWN_TARGET:
      return "the workload is stored, but for no target in the scopes tried; "
             "tune it on this target, or let records of other kinds answer "
             "with --any-kind";
    case v1::MISS_REASON_ONLY_FAILED_MEASUREMENTS:
      return "all measurements of the workload on such a target failed; tune "
             "it again";
    case v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS:
      return "there is a schedule, but the constraints of the lookup rule it "
             "out; loosen them if it may serve";
    case v1::MISS_REASON_NO_COMPATIBLE_SHAPE:
      return "no stored shape divides the wanted one within the limits of the "
             "lookup; tune this shape (--exact and --max-distance-factor "
             "narrow what may answer)";
    default:
      return "the server gives a reason that this client does not know";
  }
}

// The words in lines of at most kColumns, each with its line end.
std::string Wrap(absl::string_view words) {
  std::string text;
  size_t column = 0;
  for (const absl::string_view word : absl::StrSplit(words, ' ')) {
    const bool fits = column + 1 + word.size() <= kColumns;
    const absl::string_view before = column == 0 ? "" : fits ? " " : "\n";
    absl::StrAppend(&text, before, word);
    column = (fits ? column + before.size() : 0) + word.size();
  }
  return absl::StrCat(text, "\n");
}

// The flag of a constraint, which is named after its field of
// v1::LookupOptions; "required_attributes" is followed by ": ATTR".
std::string FlagOf(absl::string_view option) {
  if (absl::ConsumePrefix(&option, "required_attributes")) {
    absl::ConsumePrefix(&option, ":");
    return absl::StrCat("--require", option);
  }
  if (option == "sources") {
    return "--source";
  }
  if (option == "excluded_sources") {
    return "--exclude-source";
  }
  if (option == "since_seconds") {
    return "--since";
  }
  return absl::StrCat("--", absl::StrReplaceAll(option, {{"_", "-"}}));
}

// What was wanted or found; times come as seconds.
std::string ShownValue(absl::string_view option, const std::string& value) {
  double seconds;
  if (option == "since_seconds" && absl::SimpleAtod(value, &seconds)) {
    return ValueOrNotSet(FormatTimestamp(seconds));
  }
  return ValueOrNotSet(value);
}

std::string ExcludedText(const v1::ExcludedBy& excluded) {
  const std::string& option = excluded.constraint();
  return Printable(
      absl::StrCat("excluded by ", FlagOf(option), ": ",
                   ShownValue(option, excluded.wanted()), " wanted, ",
                   ShownValue(option, excluded.found()), " found"));
}

std::string OffendingText(const v1::RejectedCandidate& rejected) {
  std::string text = absl::StrCat(
      "argument ", DifferenceText(rejected.first_offending_argument()));
  if (rejected.offending_arguments() > 1) {
    absl::StrAppend(&text, " (and ", rejected.offending_arguments() - 1,
                    " more)");
  }
  return text;
}

// What rules a candidate out.
std::string RejectionText(const v1::RejectedCandidate& rejected) {
  const std::string factor = absl::StrCat(
      "distance factor ", FormatNumber(rejected.distance_factor()));
  switch (rejected.reason()) {
    case v1::REJECTION_REASON_ARGUMENT_COUNT:
      return absl::StrCat("another number of arguments: ",
                          rejected.arguments_size(), " stored");
    case v1::REJECTION_REASON_ARGUMENT:
      return OffendingText(rejected);
    case v1::REJECTION_REASON_EXACT_ONLY:
      return absl::StrCat(factor, ", but with --exact only 1 may answer");
    case v1::REJECTION_REASON_DISTANCE_FACTOR:
      return absl::StrCat(factor, ", above --max-distance-factor");
    case v1::REJECTION_REASON_CONSTRAINTS:
      return absl::StrJoin(
          rejected.excluded_by(), "; ",
          [](std::string* out, const v1::ExcludedBy& excluded) {
            absl::StrAppend(out, ExcludedText(excluded));
          });
    default:
      return "a reason that this client does not know";
  }
}

std::string RejectedText(const v1::Miss& miss) {
  std::string text;
  for (const v1::RejectedCandidate& rejected : miss.rejected()) {
    absl::StrAppend(
        &text, text.empty() ? "nearest candidates:\n" : "",
        Printable(absl::StrCat(
            "- ", ArgumentsJson(rejected.arguments()).dump(), ", ",
            FormatCost(rejected.measured_cost_seconds()), ", scope ",
            rejected.scope(), ", record ", rejected.record_id())),
        "\n  ", Printable(RejectionText(rejected)), "\n");
  }
  return text;
}

}  // namespace

std::string MissText(const v1::Miss& miss, bool colour) {
  std::string text =
      absl::StrCat(Paint("no schedule", Colour::kRed, colour), ": ",
                   MissReasonName(miss.reason()), "\n",
                   Wrap(Advice(miss.reason())), "scopes tried: ",
                   miss.scopes_tried().empty()
                       ? "none"
                       : Printable(absl::StrJoin(miss.scopes_tried(), ", ")),
                   "\n");
  for (const v1::ExcludedBy& excluded : miss.excluded_by()) {
    absl::StrAppend(&text, ExcludedText(excluded), "\n");
  }
  return absl::StrCat(text, RejectedText(miss));
}

}  // namespace tunedex::cli
