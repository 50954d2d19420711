#include "client/cli/batch_line.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/workload_choice.h"
#include "formats/json.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {
namespace {

using formats::JsonType;
using formats::JsonValue;

// A field that may be empty in no line.
absl::Status ReadText(JsonValue& value, std::string& text) {
  const absl::StatusOr<absl::string_view> string = value.ReadString();
  if (!string.ok()) {
    return string.status();
  }
  if (string->empty()) {
    return value.Error("is empty");
  }
  text = std::string(*string);
  return absl::OkStatus();
}

// JSON of a certain type, kept as it is written.
absl::Status ReadRaw(JsonValue& value, JsonType type,
                     absl::string_view expected, std::string& json) {
  if (value.type() != type) {
    return value.WrongType(expected);
  }
  if (const absl::Status status = value.Skip(); !status.ok()) {
    return status;
  }
  json = std::string(value.raw());
  return absl::OkStatus();
}

absl::Status ReadTarget(JsonValue& value, v1::TargetInput& target) {
  if (value.type() == JsonType::kObject) {
    return ReadRaw(value, JsonType::kObject, "an object",
                   *target.mutable_text());
  }
  return ReadText(value, *target.mutable_text());
}

// A structural hash is a decimal number, which some write without quotes.
absl::Status ReadStructuralHash(JsonValue& value, std::string& shash) {
  if (value.type() == JsonType::kNumber) {
    return ReadRaw(value, JsonType::kNumber, "a number", shash);
  }
  return ReadText(value, shash);
}

absl::Status ReadMember(absl::string_view key, JsonValue& value,
                        WorkloadChoice& choice, v1::LookupRequest& request,
                        std::vector<std::string>& unknown_fields) {
  if (key == "target") {
    return ReadTarget(value, *request.mutable_target());
  }
  if (key == "workload_key") {
    return ReadText(value, choice.workload_key);
  }
  if (key == "task") {
    return ReadText(value, choice.task);
  }
  if (key == "args") {
    return ReadRaw(value, JsonType::kList, "a list", choice.args);
  }
  if (key == "framework") {
    return ReadText(value, choice.framework);
  }
  if (key == "hash") {
    return ReadText(value, choice.hash);
  }
  if (key == "shash") {
    return ReadStructuralHash(value, choice.shash);
  }
  if (key == "compatible" || key == "any_kind") {
    const absl::StatusOr<bool> flag = value.ReadBoolean();
    if (!flag.ok()) {
      return flag.status();
    }
    v1::LookupOptions& options = *request.mutable_options();
    key == "any_kind" ? options.set_any_kind(*flag)
                      : options.set_exact_only(!*flag);
    return absl::OkStatus();
  }
  unknown_fields.emplace_back(key);
  return absl::OkStatus();
}

absl::StatusOr<v1::LookupRequest> ParseRequest(
    absl::string_view line, const BatchDefaults& defaults,
    std::vector<std::string>& unknown_fields) {
  v1::LookupRequest request = defaults.request;
  WorkloadChoice choice;
  absl::Status status = formats::ReadJson(line, [&](JsonValue& root) {
    return root.ReadObject([&](absl::string_view key, JsonValue& member) {
      return ReadMember(key, member, choice, request, unknown_fields);
    });
  });
  if (!status.ok()) {
    return status;
  }
  if (choice.framework.empty()) {
    choice.framework = defaults.framework;
  }
  if (status = CheckChoice(choice, Spelling::kFields); !status.ok()) {
    return status;
  }
  if (request.target().text().empty()) {
    return absl::InvalidArgumentError(
        "no target is given; give \"target\", or --target for all lines");
  }
  absl::StatusOr<v1::WorkloadInput> workload = MakeWorkload(choice);
  if (!workload.ok()) {
    return workload.status();
  }
  *request.mutable_workload() = *std::move(workload);
  return request;
}

}  // namespace

BatchLine ParseBatchLine(absl::string_view line,
                         const BatchDefaults& defaults) {
  std::vector<std::string> unknown_fields;
  absl::StatusOr<v1::LookupRequest> request =
      ParseRequest(line, defaults, unknown_fields);
  return {.request = std::move(request),
          .unknown_fields = std::move(unknown_fields)};
}

}  // namespace tunedex::cli
