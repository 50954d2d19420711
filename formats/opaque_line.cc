#include "formats/opaque_line.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/arguments.h"
#include "formats/checks.h"
#include "formats/json.h"
#include "formats/limits.h"
#include "formats/log_target.h"
#include "formats/measurement.h"
#include "formats/parsed_line.h"
#include "tunedex/v1/record.pb.h"
#include "tunedex/v1/target.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

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
    v1::Versions& versions = *parsed_.record.mutable_versions();
    if (key == "framework") {
      return member.CopyString(*workload().mutable_framework());
    }
    if (key == "workload") return ReadWorkload(member);
    if (key == "target") return member.CopyString(target_);
    if (key == "schedule") return ReadSchedule(member);
    if (key == "result") {
      has_result_ = true;
      return ReadUncheckedMeasurement(member,
                                      *parsed_.record.mutable_measurement());
    }
    if (key == "log_version") {
      return member.CopyString(*versions.mutable_log_version());
    }
    if (key == "compiler_version") {
      return member.CopyString(*versions.mutable_compiler_version());
    }
    if (key == "code_hash") {
      return member.CopyString(*versions.mutable_code_hash());
    }
    return member.Error("a canonical line has no such key");
  }

  absl::Status ReadWorkload(JsonValue& list) {
    return list.ReadTuple(
        1, kMaxArguments + 1, "[hash, arguments...]",
        [&](size_t index, JsonValue& element) {
          if (index == 0) {
            return element.CopyString(*workload().mutable_structural_hash());
          }
          return AppendArguments(ArgumentRule::kPositiveIntegersUnlessFixed,
                                 element, workload());
        });
  }

  absl::Status ReadSchedule(JsonValue& value) {
    const absl::StatusOr<absl::string_view> base64 = value.ReadString();
    if (!base64.ok()) return base64.status();
    std::string schedule;
    if (!absl::Base64Unescape(*base64, &schedule)) {
      return value.Error("the schedule is not base64");
    }
    parsed_.record.set_schedule(std::move(schedule));
    return absl::OkStatus();
  }

  absl::Status Finish() {
    const std::string& framework = workload().framework();
    if (framework == "auto_scheduler" || framework == "autotvm") {
      return absl::InvalidArgumentError(
          absl::StrCat("framework: a record of ", framework,
                       " must be a line of its own log format"));
    }
    if (absl::Status status = NormalizeWorkload(workload()); !status.ok()) {
      return status;
    }
    if (!has_result_) {
      return absl::InvalidArgumentError("\"result\" is missing");
    }
    v1::Measurement& measurement = *parsed_.record.mutable_measurement();
    if (framework == "meta_schedule") MarkMetaScheduleFailure(measurement);
    if (absl::Status status = CheckMeasurement(measurement); !status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("result: ", status.message()));
    }
    absl::StatusOr<v1::Target> target = ParseLogTarget(target_);
    if (!target.ok()) return target.status();
    *parsed_.record.mutable_target() = *std::move(target);
    return absl::OkStatus();
  }

  v1::Workload& workload() { return *parsed_.record.mutable_workload(); }

  ParsedLine parsed_;
  std::string target_;
  bool has_result_ = false;
};

}  // namespace

absl::StatusOr<ParsedLine> ReadOpaqueLine(absl::string_view line) {
  return LineReader().Read(line);
}

}  // namespace tunedex::formats
