#include "formats/autotvm_line.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/arguments.h"
#include "formats/autotvm_config.h"
#include "formats/checks.h"
#include "formats/json.h"
#include "formats/limits.h"
#include "formats/log_target.h"
#include "formats/measurement.h"
#include "formats/parsed_line.h"
#include "formats/text.h"
#include "tunedex/v1/record.pb.h"
#include "tunedex/v1/target.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

// Reads one line of either version.
class LineReader {
 public:
  explicit LineReader(bool is_legacy) : is_legacy_(is_legacy) {}

  absl::StatusOr<ParsedLine> Read(absl::string_view line) {
    absl::Status status = ReadJson(line, [&](JsonValue& root) {
      return root.ReadObject([&](absl::string_view key, JsonValue& member) {
        return is_legacy_ ? ReadLegacyMember(key, member)
                          : ReadMember(key, member);
      });
    });
    if (status.ok()) status = Finish();
    if (!status.ok()) return status;
    return std::move(parsed_);
  }

 private:
  absl::Status ReadMember(absl::string_view key, JsonValue& member) {
    if (key == "input") return ReadInput(member);
    if (key == "config") return ReadConfig(member);
    if (key == "result") return ReadResult(member);
    if (key == "version") return ReadLogVersion(member);
    if (key != "tvm_version") return member.Skip();
    return member.CopyString(*versions().mutable_compiler_version());
  }

  absl::Status ReadLegacyMember(absl::string_view key, JsonValue& member) {
    if (key == "i") return ReadLegacyInput(member);
    if (key == "r") return ReadResult(member);
    if (key == "v") return ReadLogVersion(member);
    return member.Error("an AutoTVM 0.1 line has only the keys i, r and v");
  }

  absl::Status ReadInput(JsonValue& input) {
    has_input_ = true;
    return input.ReadTuple(4, 4, "[target, task, args, kwargs]",
                           [&](size_t index, JsonValue& element) {
                             return ReadTaskElement(index, element);
                           });
  }

  absl::Status ReadLegacyInput(JsonValue& input) {
    has_input_ = true;
    return input.ReadTuple(
        6, 6, "[target, task, args, kwargs, workload, config]",
        [&](size_t index, JsonValue& element) {
          if (index < 4) return ReadTaskElement(index, element);
          // The workload repeats the arguments in an older form.
          return index == 4 ? element.Skip() : ReadConfig(element);
        });
  }

  absl::Status ReadTaskElement(size_t index, JsonValue& element) {
    switch (index) {
      case 0:
        return element.CopyString(target_);
      case 1:
        return element.CopyString(*workload().mutable_structural_hash());
      case 2:
        return ReadArguments(element);
      default:
        return element.type() == JsonType::kObject
                   ? element.Skip()
                   : element.WrongType("the kwargs, an object");
    }
  }

  absl::Status ReadArguments(JsonValue& list) {
    absl::Status status = list.ReadList([&](size_t, JsonValue& element) {
      return AppendArguments(ArgumentRule::kTensorShapes, element, workload());
    });
    if (status.ok() && list.raw().size() > kMaxKeyBytes) {
      return list.Error(absl::StrCat("the arguments have ", list.raw().size(),
                                     " bytes, more than the ", kMaxKeyBytes,
                                     " allowed"));
    }
    return status;
  }

  absl::Status ReadConfig(JsonValue& value) {
    has_config_ = true;
    absl::Status status = is_legacy_ ? ReadLegacyAutotvmConfig(value, config_)
                                     : ReadAutotvmConfig(value, config_);
    if (!status.ok()) return status;
    const absl::string_view schedule = value.raw();
    parsed_.record.set_schedule(schedule.data(), schedule.size());
    return absl::OkStatus();
  }

  absl::Status ReadResult(JsonValue& result) {
    has_result_ = true;
    return ReadMeasurement(result, *parsed_.record.mutable_measurement());
  }

  // Keeps the version as it is written, a number or a string.
  absl::Status ReadLogVersion(JsonValue& version) {
    if (version.type() == JsonType::kString) {
      return version.CopyString(*versions().mutable_log_version());
    }
    const absl::StatusOr<JsonNumber> number = version.ReadNumber();
    if (!number.ok()) return number.status();
    versions().set_log_version(number->text.data(), number->text.size());
    return absl::OkStatus();
  }

  absl::Status CheckMembers() const {
    if (!has_input_) {
      return absl::InvalidArgumentError(is_legacy_ ? "\"i\" is missing"
                                                   : "\"input\" is missing");
    }
    if (!has_config_) {
      return absl::InvalidArgumentError("\"config\" is missing");
    }
    if (!has_result_) {
      return absl::InvalidArgumentError(is_legacy_ ? "\"r\" is missing"
                                                   : "\"result\" is missing");
    }
    return absl::OkStatus();
  }

  // Makes the record of what the line said.
  absl::Status Finish() {
    if (absl::Status status = CheckMembers(); !status.ok()) return status;
    const absl::string_view input = is_legacy_ ? "i" : "input";
    workload().set_framework("autotvm");
    if (workload().structural_hash().empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat(input, "[1]: the task name is empty"));
    }
    if (is_legacy_) MakeLegacy();
    if (absl::Status status = CheckStructuralHash(workload().structural_hash());
        !status.ok()) {
      return WithPrefix(absl::StrCat(input, "[1]"), status);
    }
    absl::StatusOr<v1::Target> target = ParseLogTarget(target_);
    if (!target.ok()) {
      return WithPrefix(absl::StrCat(input, "[0]"), target.status());
    }
    *parsed_.record.mutable_target() = *std::move(target);
    if (!config_.code_hash.empty()) {
      versions().set_code_hash(std::move(config_.code_hash));
    }
    return absl::OkStatus();
  }

  void MakeLegacy() {
    absl::StrAppend(workload().mutable_structural_hash(), "#",
                    config_.template_key);
    parsed_.AddWarning(
        "LEGACY_FORMAT",
        absl::StrCat("an AutoTVM 0.1 record is kept as a legacy record under ",
                     Quote(workload().structural_hash()),
                     ", where no lookup of a newer compiler looks"));
  }

  v1::Workload& workload() { return *parsed_.record.mutable_workload(); }
  v1::Versions& versions() { return *parsed_.record.mutable_versions(); }

  const bool is_legacy_;
  ParsedLine parsed_;
  std::string target_;
  AutotvmConfig config_;
  bool has_input_ = false;
  bool has_config_ = false;
  bool has_result_ = false;
};

}  // namespace

absl::StatusOr<ParsedLine> ReadAutotvmLine(absl::string_view line) {
  return LineReader(/*is_legacy=*/false).Read(line);
}

absl::StatusOr<ParsedLine> ReadLegacyAutotvmLine(absl::string_view line) {
  return LineReader(/*is_legacy=*/true).Read(line);
}

}  // namespace tunedex::formats
