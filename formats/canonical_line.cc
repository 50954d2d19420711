#include "formats/canonical_line.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/arguments.h"
#include "formats/auto_scheduler_line.h"
#include "formats/autotvm_config.h"
#include "formats/checks.h"
#include "formats/json.h"
#include "formats/json_output.h"
#include "formats/measurement.h"
#include "formats/target.h"
#include "formats/text.h"
#include "formats/workload_key.h"
#include "tunedex/v1/ingest_service.pb.h"
#include "tunedex/v1/record.pb.h"
#include "tunedex/v1/target.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

constexpr absl::string_view kAutoSchedulerVersion = "v0.6";
constexpr absl::string_view kAutotvmVersion = "0.2";

// A structured record whose parts are read and checked.
struct Parts {
  v1::Workload workload;
  std::string target;
  absl::string_view schedule;
};

absl::StatusOr<Parts> ReadParts(const v1::StructuredRecord& record) {
  Parts parts;
  absl::StatusOr<v1::Workload> workload = ReadWorkloadInput(record.workload());
  if (!workload.ok()) return workload.status();
  const absl::StatusOr<v1::Target> target = ReadTargetInput(record.target());
  if (!target.ok()) return target.status();
  v1::Measurement measurement = record.measurement();
  if (workload->framework() == "meta_schedule") {
    MarkMetaScheduleFailure(measurement);
  }
  absl::Status status =
      WithPrefix("measurement", CheckMeasurement(measurement));
  if (status.ok()) {
    status = WithPrefix("versions", CheckVersions(record.versions()));
  }
  if (!status.ok()) return status;
  if (record.schedule().empty()) {
    return absl::InvalidArgumentError("schedule: it is empty");
  }
  parts.workload = *std::move(workload);
  parts.target = FormatTarget(*target);
  parts.schedule = record.schedule();
  return parts;
}

// Appends JSON text as it is; only line breaks, which no log line can hold,
// make it compact.
void AppendJsonText(absl::string_view json, std::string& line) {
  json = StripBlanks(json);
  if (json.find_first_of("\r\n") != absl::string_view::npos) {
    line += CompactJson(json);
  } else {
    line.append(json.data(), json.size());
  }
}

absl::Status CannotHold(absl::string_view field, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("versions: ", field, " cannot be written: ", what));
}

// The shortest key that ParseWorkloadKey reads back.
std::string FormatKey(const v1::Workload& workload) {
  const std::string& hash = workload.structural_hash();
  const absl::string_view text = StripBlanks(hash);
  const bool is_plain =
      !text.empty() && text.front() != '[' && text.front() != '{';
  if (workload.arguments().empty() && is_plain) return hash;
  std::string key = "[";
  AppendJsonString(hash, key);
  for (const v1::Argument& argument : workload.arguments()) {
    key += ',';
    AppendArgumentJson(argument, /*mark_fixed=*/false, key);
  }
  key += ']';
  return key;
}

absl::StatusOr<std::string> FormatAutoSchedulerLine(
    const Parts& parts, const v1::StructuredRecord& record) {
  const v1::Versions& versions = record.versions();
  absl::string_view fault = "an auto_scheduler line has no place for it";
  if (!versions.compiler_version().empty()) {
    return CannotHold("compiler_version", fault);
  }
  if (!versions.code_hash().empty()) return CannotHold("code_hash", fault);
  if (absl::Status status = ReadJson(parts.schedule, ReadAutoSchedulerState);
      !status.ok()) {
    return WithPrefix("schedule", status);
  }
  std::string line = "{\"i\":[[";
  AppendJsonString(FormatKey(parts.workload), line);
  line += ',';
  AppendJsonString(parts.target, line);
  line += "],";
  AppendJsonText(parts.schedule, line);
  line += "],\"r\":";
  AppendMeasurementJson(record.measurement(), line);
  line += ",\"v\":";
  AppendJsonString(versions.log_version().empty()
                       ? kAutoSchedulerVersion
                       : absl::string_view(versions.log_version()),
                   line);
  line += '}';
  return line;
}

// Checks that an AutoTVM line can say all that the record says.
absl::Status CheckAutotvmRecord(const v1::StructuredRecord& record) {
  if (!record.workload().has_autotvm_task()) {
    return absl::InvalidArgumentError(
        "workload: a record of autotvm needs the form autotvm_task; flattened "
        "arguments cannot be written back as a log line");
  }
  AutotvmConfig config;
  if (absl::Status status = ReadJson(
          record.schedule(),
          [&](JsonValue& root) { return ReadAutotvmConfig(root, config); });
      !status.ok()) {
    return WithPrefix("schedule", status);
  }
  const v1::Versions& versions = record.versions();
  if (!versions.code_hash().empty() &&
      versions.code_hash() != config.code_hash) {
    return CannotHold("code_hash",
                      "the code_hash in the schedule is another one");
  }
  if (!versions.log_version().empty() &&
      versions.log_version() != kAutotvmVersion) {
    return CannotHold("log_version", "the line is one of version 0.2");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> FormatAutotvmLine(
    const Parts& parts, const v1::StructuredRecord& record) {
  if (absl::Status status = CheckAutotvmRecord(record); !status.ok()) {
    return status;
  }
  std::string line = "{\"input\":[";
  AppendJsonString(parts.target, line);
  line += ',';
  AppendJsonString(parts.workload.structural_hash(), line);
  line += ',';
  AppendJsonText(record.workload().autotvm_task().arguments_json(), line);
  line += ",{}],\"config\":";
  AppendJsonText(parts.schedule, line);
  line += ",\"result\":";
  AppendMeasurementJson(record.measurement(), line);
  absl::StrAppend(&line, ",\"version\":", kAutotvmVersion);
  if (!record.versions().compiler_version().empty()) {
    line += ",\"tvm_version\":";
    AppendJsonString(record.versions().compiler_version(), line);
  }
  line += '}';
  return line;
}

// Appends a string member, if it is set, behind others.
void AppendMember(absl::string_view name, absl::string_view value,
                  std::string& line) {
  if (value.empty()) return;
  absl::StrAppend(&line, ",\"", name, "\":");
  AppendJsonString(value, line);
}

std::string FormatOpaqueLine(const Parts& parts,
                             const v1::StructuredRecord& record) {
  std::string line = "{\"framework\":";
  AppendJsonString(parts.workload.framework(), line);
  line += ",\"workload\":[";
  AppendJsonString(parts.workload.structural_hash(), line);
  for (const v1::Argument& argument : parts.workload.arguments()) {
    line += ',';
    AppendArgumentJson(argument, /*mark_fixed=*/true, line);
  }
  line += ']';
  AppendMember("target", parts.target, line);
  AppendMember("schedule", absl::Base64Escape(parts.schedule), line);
  line += ",\"result\":";
  AppendMeasurementJson(record.measurement(), line);
  AppendMember("log_version", record.versions().log_version(), line);
  AppendMember("compiler_version", record.versions().compiler_version(), line);
  AppendMember("code_hash", record.versions().code_hash(), line);
  line += '}';
  return line;
}

}  // namespace

absl::StatusOr<std::string> FormatCanonicalLine(
    const v1::StructuredRecord& record) {
  const absl::StatusOr<Parts> parts = ReadParts(record);
  if (!parts.ok()) return parts.status();
  if (parts->workload.framework() == "auto_scheduler") {
    return FormatAutoSchedulerLine(*parts, record);
  }
  if (parts->workload.framework() == "autotvm") {
    return FormatAutotvmLine(*parts, record);
  }
  return FormatOpaqueLine(*parts, record);
}

}  // namespace tunedex::formats
