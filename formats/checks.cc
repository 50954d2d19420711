#include "formats/checks.h"

#include <algorithm>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/arguments.h"
#include "formats/limits.h"
#include "formats/text.h"
#include "tunedex/v1/record.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

absl::Status TooLong(absl::string_view what, size_t size, size_t limit) {
  return absl::InvalidArgumentError(absl::StrCat(
      what, " has ", size, " bytes, more than the ", limit, " allowed"));
}

absl::Status CheckVersion(absl::string_view name, absl::string_view version) {
  if (version.size() > kMaxVersionBytes) {
    return TooLong(name, version.size(), kMaxVersionBytes);
  }
  return WithPrefix(name, CheckPlainText(version));
}

// Rules that one framework's keys give to its arguments.
absl::Status CheckArgumentOfFramework(const v1::Workload& workload,
                                      const v1::Argument& argument) {
  if (workload.framework() == "auto_scheduler" &&
      argument.has_fixed_integer() && argument.fixed_integer() > 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "fixed_integer ", argument.fixed_integer(),
        ": every positive integer of an auto_scheduler workload is "
        "a dimension"));
  }
  if (workload.framework() == "meta_schedule") {
    return absl::InvalidArgumentError(
        "a meta_schedule workload has no arguments: its structural hash covers "
        "the shapes");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckFramework(absl::string_view framework) {
  const auto is_name_character = [](char c) {
    return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '_';
  };
  if (framework.empty()) {
    return absl::InvalidArgumentError("framework is empty");
  }
  if (framework.size() > kMaxFrameworkBytes) {
    return TooLong("framework", framework.size(), kMaxFrameworkBytes);
  }
  if (!absl::ascii_islower(framework.front()) ||
      !std::all_of(framework.begin(), framework.end(), is_name_character)) {
    return absl::InvalidArgumentError(
        absl::StrCat("framework ", Quote(framework),
                     " is not a name of lower-case letters, digits and "
                     "underscores"));
  }
  return absl::OkStatus();
}

absl::Status CheckStructuralHash(absl::string_view structural_hash) {
  if (structural_hash.empty()) {
    return absl::InvalidArgumentError("the structural hash is empty");
  }
  if (structural_hash.size() > kMaxHashBytes) {
    return TooLong("the structural hash", structural_hash.size(),
                   kMaxHashBytes);
  }
  return WithPrefix("structural hash", CheckPlainText(structural_hash));
}

absl::Status CheckVersions(const v1::Versions& versions) {
  absl::Status status = CheckVersion("log_version", versions.log_version());
  if (status.ok()) {
    status = CheckVersion("compiler_version", versions.compiler_version());
  }
  if (status.ok()) status = CheckVersion("code_hash", versions.code_hash());
  return status;
}

absl::Status NormalizeWorkload(v1::Workload& workload) {
  absl::Status status = CheckFramework(workload.framework());
  if (status.ok()) status = CheckStructuralHash(workload.structural_hash());
  if (!status.ok()) return status;
  if (static_cast<size_t>(workload.arguments_size()) > kMaxArguments) {
    return absl::InvalidArgumentError(
        absl::StrCat("the workload has ", workload.arguments_size(),
                     " arguments, more than the ", kMaxArguments, " allowed"));
  }
  size_t bytes = 0;
  for (int i = 0; i < workload.arguments_size(); ++i) {
    v1::Argument& argument = *workload.mutable_arguments(i);
    status = NormalizeArgument(argument);
    if (status.ok()) status = CheckArgumentOfFramework(workload, argument);
    if (!status.ok()) return WithPrefix(absl::StrCat("argument ", i), status);
    bytes += argument.text().size() + argument.big_integer().size();
  }
  if (bytes > kMaxKeyBytes) {
    return TooLong("the text of the arguments", bytes, kMaxKeyBytes);
  }
  return absl::OkStatus();
}

}  // namespace tunedex::formats
