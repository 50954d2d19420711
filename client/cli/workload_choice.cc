#include "client/cli/workload_choice.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "formats/workload_key.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::cli {
namespace {

constexpr absl::string_view kAutotvm = "autotvm";
constexpr absl::string_view kMetaSchedule = "meta_schedule";

// A way to name a workload.
struct Form {
  absl::string_view field;
  const std::string& value;
  // Whose it is; empty: any framework's.
  absl::string_view framework;
};

std::vector<Form> FormsGiven(const WorkloadChoice& choice) {
  std::vector<Form> given;
  for (const Form& form :
       {Form{"workload_key", choice.workload_key, "auto_scheduler"},
        Form{"task", choice.task, kAutotvm},
        Form{"shash", choice.shash, kMetaSchedule},
        Form{"hash", choice.hash, ""}}) {
    if (!form.value.empty()) {
      given.push_back(form);
    }
  }
  return given;
}

std::string Spell(absl::string_view field, Spelling spelling) {
  if (spelling == Spelling::kFields) {
    return absl::StrCat("\"", field, "\"");
  }
  return absl::StrCat("--", absl::StrReplaceAll(field, {{"_", "-"}}));
}

std::string AllForms(Spelling spelling) {
  const auto spell = [spelling](absl::string_view field) {
    return Spell(field, spelling);
  };
  return absl::StrCat(spell("workload_key"), ", ", spell("task"), " and ",
                      spell("args"), ", ", spell("shash"), ", or ",
                      spell("framework"), ", ", spell("hash"), " and ",
                      spell("args"));
}

v1::WorkloadInput TaskInput(const std::string& task, const std::string& args) {
  v1::WorkloadInput input;
  input.mutable_autotvm_task()->set_task(task);
  input.mutable_autotvm_task()->set_arguments_json(args);
  return input;
}

}  // namespace

absl::Status CheckChoice(const WorkloadChoice& choice, Spelling spelling) {
  const auto spell = [spelling](absl::string_view field) {
    return Spell(field, spelling);
  };
  const std::vector<Form> given = FormsGiven(choice);
  if (given.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("no workload is given; give one of ", AllForms(spelling)));
  }
  if (given.size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(absl::StrJoin(given, " and ",
                                   [&](std::string* out, const Form& form) {
                                     absl::StrAppend(out, spell(form.field));
                                   }),
                     " are given, but a lookup has one workload; give one of ",
                     AllForms(spelling)));
  }
  const Form& form = given.front();
  if (form.framework.empty() && choice.framework.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(spell("hash"), " needs ", spell("framework")));
  }
  if (!form.framework.empty() && !choice.framework.empty() &&
      choice.framework != form.framework) {
    return absl::InvalidArgumentError(
        absl::StrCat(spell(form.field), " is of the framework ", form.framework,
                     ", not ", choice.framework));
  }
  if (form.field == "task" && choice.args.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(spell("task"), " needs ", spell("args")));
  }
  if (form.field != "task" && form.field != "hash" && !choice.args.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(spell("args"), " does not go with ", spell(form.field)));
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::WorkloadInput> MakeWorkload(const WorkloadChoice& choice) {
  v1::WorkloadInput input;
  if (!choice.workload_key.empty()) {
    input.set_workload_key(choice.workload_key);
    return input;
  }
  if (!choice.task.empty()) {
    return TaskInput(choice.task, choice.args);
  }
  if (!choice.shash.empty()) {
    input.mutable_workload()->set_framework(std::string(kMetaSchedule));
    input.mutable_workload()->set_structural_hash(choice.shash);
    return input;
  }
  const std::string args = choice.args.empty() ? "[]" : choice.args;
  if (choice.framework == kAutotvm) {
    return TaskInput(choice.hash, args);
  }
  absl::StatusOr<v1::Workload> workload =
      formats::ParseWorkload(choice.framework, choice.hash, args);
  if (!workload.ok()) {
    return workload.status();
  }
  *input.mutable_workload() = *std::move(workload);
  return input;
}

}  // namespace tunedex::cli
