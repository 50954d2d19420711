#include "formats/target.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "formats/limits.h"
#include "formats/target_json.h"
#include "formats/target_keys.h"
#include "formats/target_options.h"
#include "formats/text.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {
namespace {

constexpr absl::string_view kUnknownModel = "unknown";

absl::Status CheckKind(absl::string_view kind) {
  const auto is_kind_character = [](char c) {
    return absl::ascii_isalnum(c) || c == '_' || c == '-' || c == '.';
  };
  if (kind.empty()) return absl::InvalidArgumentError("the kind is missing");
  if (kind.find('/') != absl::string_view::npos) {
    return absl::InvalidArgumentError(absl::StrCat(
        Quote(kind),
        " is a registered tag, which Tunedex does not expand; write the target "
        "out, such as `cuda -arch=sm_75 -model=t4` for nvidia/nvidia-t4"));
  }
  if (kind.front() == '-' ||
      !std::all_of(kind.begin(), kind.end(), is_kind_character)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the kind ", Quote(kind),
                     " is not a name of letters, digits, '_', '-' and '.'"));
  }
  return absl::OkStatus();
}

absl::Status CheckAttribute(absl::string_view name, absl::string_view value) {
  if (name == "kind") {
    return absl::InvalidArgumentError(
        "the kind stands first and is no attribute");
  }
  if (name.empty() || name.front() == '-' ||
      name.find_first_of(" '\\=") != absl::string_view::npos ||
      !CheckPlainText(name).ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quote(name), " is no name for an attribute"));
  }
  return WithPrefix(absl::StrCat("attribute ", Quote(name)),
                    CheckPlainText(value));
}

// Checks a key, or the device, which becomes one, and takes the blanks around
// it off. A comma would make two keys of it when the target's text is read.
absl::Status NormalizeKey(std::string& key) {
  key = std::string(StripBlanks(key));
  if (key.find(',') != std::string::npos) {
    return absl::InvalidArgumentError(absl::StrCat(Quote(key), " has a comma"));
  }
  return CheckPlainText(key);
}

absl::Status NormalizeKeys(v1::Target& target) {
  for (std::string& key : *target.mutable_keys()) {
    if (absl::Status status = NormalizeKey(key); !status.ok()) {
      return WithPrefix("keys", status);
    }
    if (key.empty()) return absl::InvalidArgumentError("keys: a key is empty");
  }
  CompleteTargetKeys(target);
  return absl::OkStatus();
}

// Takes the attribute `name` out; empty if it is not set.
std::string TakeAttribute(const char* name, v1::Target& target) {
  auto& attributes = *target.mutable_attributes();
  const auto found = attributes.find(name);
  if (found == attributes.end()) return "";
  std::string value = found->second;
  attributes.erase(name);
  return value;
}

// Puts the value of the attribute `name`, if set, into its own field.
absl::Status MoveToField(const char* name, v1::Target& target,
                         std::string& field) {
  std::string value = TakeAttribute(name, target);
  if (value.empty()) return absl::OkStatus();
  if (!field.empty() && field != value) {
    return absl::InvalidArgumentError(absl::StrCat(
        name, " is given twice: ", Quote(field), " and ", Quote(value)));
  }
  field = std::move(value);
  return absl::OkStatus();
}

absl::Status MoveKeysToField(v1::Target& target) {
  const std::string keys = TakeAttribute("keys", target);
  if (keys.empty()) return absl::OkStatus();
  if (!target.keys().empty()) {
    return absl::InvalidArgumentError("keys are given twice");
  }
  for (const absl::string_view key : absl::StrSplit(keys, ',')) {
    target.add_keys(key.data(), key.size());
  }
  return absl::OkStatus();
}

void DropEmptyAttributes(v1::Target& target) {
  auto& attributes = *target.mutable_attributes();
  for (auto i = attributes.begin(); i != attributes.end();) {
    i = i->second.empty() ? attributes.erase(i) : std::next(i);
  }
}

// Brings the attributes and the fields beside them into their one form.
absl::Status NormalizeAttributes(v1::Target& target) {
  TakeAttribute("host", target);
  DropEmptyAttributes(target);
  absl::Status status = MoveToField("model", target, *target.mutable_model());
  if (status.ok()) {
    status = MoveToField("device", target, *target.mutable_device());
  }
  if (status.ok()) status = MoveKeysToField(target);
  if (!status.ok()) return status;
  if (target.model() == kUnknownModel) target.clear_model();
  // Old logs name the triple "target"; should both be there, both are kept.
  if (target.attributes().contains("target") &&
      !target.attributes().contains("mtriple")) {
    (*target.mutable_attributes())["mtriple"] = TakeAttribute("target", target);
  }
  for (const auto& [name, value] : target.attributes()) {
    status = CheckAttribute(name, value);
    if (!status.ok()) return status;
  }
  status = WithPrefix("model", CheckPlainText(target.model()));
  if (!status.ok()) return status;
  return WithPrefix("device", NormalizeKey(*target.mutable_device()));
}

absl::StatusOr<v1::Target> ReadTargetString(absl::string_view text) {
  if (absl::Status status = CheckPlainText(text); !status.ok()) return status;
  const absl::StatusOr<TargetOptions> options = SplitTargetOptions(text);
  if (!options.ok()) return options.status();
  v1::Target target;
  target.set_kind(options->kind);
  for (const TargetOptions::Option& option : options->options) {
    (*target.mutable_attributes())[option.name] = option.value;
  }
  return target;
}

absl::StatusOr<v1::Target> ReadTarget(absl::string_view text) {
  if (text.size() > kMaxKeyBytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        text.size(), " bytes, more than the ", kMaxKeyBytes, " allowed"));
  }
  text = StripBlanks(text);
  const bool is_json = !text.empty() && text.front() == '{';
  absl::StatusOr<v1::Target> target =
      is_json ? ReadTargetJson(text) : ReadTargetString(text);
  if (!target.ok()) return target;
  if (absl::Status status = NormalizeTarget(*target); !status.ok()) {
    return status;
  }
  return target;
}

absl::StatusOr<v1::Target> CopyNormalized(const v1::Target& target) {
  if (target.ByteSizeLong() > kMaxKeyBytes) {
    return absl::InvalidArgumentError(absl::StrCat(target.ByteSizeLong(),
                                                   " bytes, more than the ",
                                                   kMaxKeyBytes, " allowed"));
  }
  v1::Target normalized = target;
  if (absl::Status status = NormalizeTarget(normalized); !status.ok()) {
    return status;
  }
  return normalized;
}

absl::StatusOr<v1::Target> NameTarget(absl::StatusOr<v1::Target> target) {
  if (target.ok()) return target;
  return WithPrefix("target", target.status());
}

}  // namespace

absl::StatusOr<v1::Target> ParseTarget(absl::string_view text) {
  return NameTarget(ReadTarget(text));
}

absl::Status NormalizeTarget(v1::Target& target) {
  if (absl::Status status = CheckKind(target.kind()); !status.ok()) {
    return status;
  }
  if (absl::Status status = NormalizeAttributes(target); !status.ok()) {
    return status;
  }
  return NormalizeKeys(target);
}

absl::StatusOr<v1::Target> ReadTargetInput(const v1::TargetInput& input) {
  switch (input.form_case()) {
    case v1::TargetInput::kText:
      return ParseTarget(input.text());
    case v1::TargetInput::kTarget:
      return NameTarget(CopyNormalized(input.target()));
    case v1::TargetInput::FORM_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("no target is given");
}

std::string FormatTarget(const v1::Target& target) {
  std::map<absl::string_view, absl::string_view> options(
      target.attributes().begin(), target.attributes().end());
  if (!target.model().empty()) options["model"] = target.model();
  if (!target.device().empty()) options["device"] = target.device();
  std::string text = target.kind();
  if (!target.keys().empty()) {
    text += " -keys=";
    AppendOptionValue(absl::StrJoin(target.keys(), ","), text);
  }
  for (const auto& [name, value] : options) {
    absl::StrAppend(&text, " -", name, "=");
    AppendOptionValue(value, text);
  }
  return text;
}

bool IsKnownTargetKind(absl::string_view kind) {
  return IsRegisteredTargetKind(kind);
}

}  // namespace tunedex::formats
