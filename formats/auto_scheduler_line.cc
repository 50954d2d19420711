#include "formats/auto_scheduler_line.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "formats/log_target.h"
#include "formats/measurement.h"
#include "formats/parsed_line.h"
#include "formats/text.h"
#include "formats/workload_key.h"
#include "tunedex/v1/target.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

absl::Status ReadIntegers(JsonValue& list) {
  return list.ReadList([](size_t, JsonValue& element) {
    return element.ReadInteger().status();
  });
}

absl::Status ReadStrings(JsonValue& list) {
  return list.ReadList(
      [](size_t, JsonValue& element) { return element.ReadString().status(); });
}

absl::Status ReadStep(JsonValue& step) {
  bool has_code = false;
  absl::Status status = step.ReadList([&](size_t index, JsonValue& element) {
    if (index > 0) return element.Skip();
    has_code = true;
    return element.ReadString().status();
  });
  if (!status.ok() || has_code) return status;
  return step.Error("a step must begin with its code, such as \"SP\"");
}

// Reads one line.
class LineReader {
 public:
  absl::StatusOr<ParsedLine> Read(absl::string_view line) {
    absl::Status status = ReadJson(line, [&](JsonValue& root) {
      return root.ReadObject([&](absl::string_view key, JsonValue& member) {
        return ReadMember(key, member);
      });
    });
    if (status.ok()) status = Finish();
    if (!status.ok()) return status;
    return std::move(parsed_);
  }

 private:
  absl::Status ReadMember(absl::string_view key, JsonValue& member) {
    if (key == "i") {
      has_input_ = true;
      return ReadInput(member);
    }
    if (key == "r") {
      has_result_ = true;
      return ReadMeasurement(member, *parsed_.record.mutable_measurement());
    }
    if (key != "v") {
      return member.Error("an AutoScheduler line has only the keys i, r and v");
    }
    const absl::StatusOr<absl::string_view> version = member.ReadString();
    if (!version.ok()) return version.status();
    parsed_.record.mutable_versions()->set_log_version(version->data(),
                                                       version->size());
    return absl::OkStatus();
  }

  absl::Status ReadInput(JsonValue& input) {
    return input.ReadTuple(
        2, 2, "[task, state]", [&](size_t index, JsonValue& element) {
          if (index == 0) return ReadTask(element);
          absl::Status status = ReadAutoSchedulerState(element);
          if (status.ok()) {
            const absl::string_view state = element.raw();
            parsed_.record.set_schedule(state.data(), state.size());
          }
          return status;
        });
  }

  absl::Status ReadTask(JsonValue& task) {
    return task.ReadTuple(2, 6, "[key, target, hardware, host, layout, names]",
                          [&](size_t index, JsonValue& element) {
                            switch (index) {
                              case 0:
                                return element.CopyString(key_);
                              case 1:
                                return element.CopyString(target_);
                              case 2:
                                return ReadIntegers(element);
                              case 3:
                                return element.ReadString().status();
                              case 4:
                                return element.ReadInteger().status();
                              default:
                                return ReadStrings(element);
                            }
                          });
  }

  // Makes the record of what the line said.
  absl::Status Finish() {
    if (!has_input_) return absl::InvalidArgumentError("\"i\" is missing");
    if (!has_result_) return absl::InvalidArgumentError("\"r\" is missing");
    absl::StatusOr<v1::Workload> workload = ParseWorkloadKey(key_);
    if (!workload.ok()) return WithPrefix("i[0][0]", workload.status());
    absl::StatusOr<v1::Target> target = ParseLogTarget(target_);
    if (!target.ok()) return WithPrefix("i[0][1]", target.status());
    if (workload->arguments().empty() && IsOldWorkloadKey(key_)) {
      parsed_.AddWarning(
          "OLD_WORKLOAD_KEY",
          absl::StrCat(
              "the key ", Quote(key_),
              " is of the old form without shapes: it is found by "
              "exactly this key only; `tunedex rekey` moves its records "
              "to a new key"));
    }
    *parsed_.record.mutable_workload() = *std::move(workload);
    *parsed_.record.mutable_target() = *std::move(target);
    return absl::OkStatus();
  }

  ParsedLine parsed_;
  std::string key_;
  std::string target_;
  bool has_input_ = false;
  bool has_result_ = false;
};

}  // namespace

absl::StatusOr<ParsedLine> ReadAutoSchedulerLine(absl::string_view line) {
  return LineReader().Read(line);
}

absl::Status ReadAutoSchedulerState(JsonValue& state) {
  return state.ReadTuple(
      2, 2, "[stages, steps]", [](size_t index, JsonValue& element) {
        if (index == 1) {
          return element.ReadList(
              [](size_t, JsonValue& step) { return ReadStep(step); });
        }
        return element.ReadList([](size_t, JsonValue& stage) {
          return stage.Error("the list of stages must be empty");
        });
      });
}

}  // namespace tunedex::formats
