#include "formats/workload_key.h"

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/arguments.h"
#include "formats/checks.h"
#include "formats/json.h"
#include "formats/limits.h"
#include "formats/text.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

constexpr absl::string_view kAutoScheduler = "auto_scheduler";
constexpr absl::string_view kAutotvm = "autotvm";

v1::Workload MakeWorkload(absl::string_view framework, absl::string_view hash) {
  v1::Workload workload;
  workload.set_framework(framework.data(), framework.size());
  workload.set_structural_hash(hash.data(), hash.size());
  return workload;
}

absl::Status CheckSize(absl::string_view text) {
  if (text.size() <= kMaxKeyBytes) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      text.size(), " bytes, more than the ", kMaxKeyBytes, " allowed"));
}

// True for text that can only be meant as JSON.
bool LooksLikeJson(absl::string_view text) {
  text = StripBlanks(text);
  return !text.empty() && (text.front() == '[' || text.front() == '{');
}

// Reads [hash, arguments...].
absl::Status ReadKeyList(absl::string_view key, v1::Workload& workload) {
  return ReadJson(key, [&](JsonValue& root) {
    if (root.type() != JsonType::kList) {
      return root.Error("a JSON key must be a list [hash, arguments...]");
    }
    return root.ReadTuple(
        1, kMaxKeyBytes, "[hash, arguments...]",
        [&](size_t index, JsonValue& element) {
          if (index > 0) {
            return AppendArguments(ArgumentRule::kPositiveIntegers, element,
                                   workload);
          }
          const absl::StatusOr<absl::string_view> hash = element.ReadString();
          if (!hash.ok()) return hash.status();
          workload.set_structural_hash(hash->data(), hash->size());
          return absl::OkStatus();
        });
  });
}

// Reads a list of arguments by `rule`.
absl::Status ReadArgumentList(ArgumentRule rule, absl::string_view json,
                              v1::Workload& workload) {
  if (absl::Status status = CheckSize(json); !status.ok()) return status;
  return ReadJson(json, [&](JsonValue& root) {
    return root.ReadList([&](size_t, JsonValue& element) {
      return AppendArguments(rule, element, workload);
    });
  });
}

absl::Status ReadKey(absl::string_view key, v1::Workload& workload) {
  if (absl::Status status = CheckSize(key); !status.ok()) return status;
  if (LooksLikeJson(key)) {
    if (absl::Status status = ReadKeyList(key, workload); !status.ok()) {
      return status;
    }
  } else {
    workload.set_structural_hash(key.data(), key.size());
  }
  return CheckStructuralHash(workload.structural_hash());
}

}  // namespace

absl::StatusOr<v1::Workload> ParseWorkloadKey(absl::string_view key) {
  v1::Workload workload = MakeWorkload(kAutoScheduler, "");
  if (absl::Status status = ReadKey(key, workload); !status.ok()) {
    return WithPrefix("workload key", status);
  }
  return workload;
}

absl::StatusOr<v1::Workload> ParseAutotvmTask(
    absl::string_view task, absl::string_view arguments_json) {
  if (task.empty()) {
    return absl::InvalidArgumentError("the task name is empty");
  }
  return ParseWorkload(kAutotvm, task, arguments_json);
}

absl::StatusOr<v1::Workload> ParseWorkload(absl::string_view framework,
                                           absl::string_view structural_hash,
                                           absl::string_view arguments_json) {
  v1::Workload workload = MakeWorkload(framework, structural_hash);
  const ArgumentRule rule = framework == kAutotvm
                                ? ArgumentRule::kTensorShapes
                                : ArgumentRule::kPositiveIntegersUnlessFixed;
  if (absl::Status status = ReadArgumentList(rule, arguments_json, workload);
      !status.ok()) {
    return WithPrefix("arguments", status);
  }
  if (absl::Status status = NormalizeWorkload(workload); !status.ok()) {
    return status;
  }
  return workload;
}

absl::StatusOr<v1::Workload> ReadWorkloadInput(const v1::WorkloadInput& input) {
  switch (input.form_case()) {
    case v1::WorkloadInput::kWorkloadKey:
      return ParseWorkloadKey(input.workload_key());
    case v1::WorkloadInput::kAutotvmTask:
      return ParseAutotvmTask(input.autotvm_task().task(),
                              input.autotvm_task().arguments_json());
    case v1::WorkloadInput::kWorkload: {
      v1::Workload workload = input.workload();
      if (absl::Status status = NormalizeWorkload(workload); !status.ok()) {
        return WithPrefix("workload", status);
      }
      return workload;
    }
    case v1::WorkloadInput::FORM_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("no workload is given");
}

std::string FormatArguments(const v1::Workload& workload) {
  std::string json = "[";
  for (const v1::Argument& argument : workload.arguments()) {
    if (json.size() > 1) json += ',';
    AppendArgumentJson(argument, /*mark_fixed=*/true, json);
  }
  json += ']';
  return json;
}

bool IsOldWorkloadKey(absl::string_view key) {
  if (!LooksLikeJson(key)) return false;
  const absl::StatusOr<v1::Workload> workload = ParseWorkloadKey(key);
  return workload.ok() && workload->arguments().empty();
}

}  // namespace tunedex::formats
