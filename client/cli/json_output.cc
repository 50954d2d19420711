#include "client/cli/json_output.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/cli/import_counts.h"
#include "client/cli/units.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "nlohmann/json.hpp"
#include "tunedex/v1/admin_service.pb.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {
namespace {

using Json = nlohmann::ordered_json;

// An integer outside 64 signed bits: JSON text of this library goes up to 64
// unsigned bits, beyond that the digits are kept as text.
Json BigIntegerJson(const std::string& digits) {
  uint64_t value;
  return absl::SimpleAtoi(digits, &value) ? Json(value) : Json(digits);
}

// Seconds as logs write them: an integer if there is no fraction.
Json SecondsJson(double seconds) {
  constexpr double kExactIntegers = 1LL << 53;
  const bool whole =
      std::trunc(seconds) == seconds && std::abs(seconds) < kExactIntegers;
  return whole ? Json(static_cast<int64_t>(seconds)) : Json(seconds);
}

std::string FirstSource(const v1::StoredRecord& stored) {
  return stored.sources().empty() ? "" : stored.sources(0).name();
}

Json ArgumentDifferenceJson(const v1::ArgumentDifference& difference) {
  return {{"index", difference.index()},
          {"wanted", ArgumentJson(difference.wanted())},
          {"stored", ArgumentJson(difference.stored())}};
}

Json ArgumentDifferencesJson(const v1::Match& match) {
  Json list = Json::array();
  for (const v1::ArgumentDifference& difference :
       match.argument_differences()) {
    list.push_back(ArgumentDifferenceJson(difference));
  }
  return list;
}

Json TargetDifferencesJson(const v1::Match& match) {
  Json list = Json::array();
  for (const v1::TargetDifference& difference : match.target_differences()) {
    list.push_back({{"attribute", difference.attribute()},
                    {"wanted", difference.wanted()},
                    {"stored", difference.stored()}});
  }
  return list;
}

Json AlternativesJson(const v1::Match& match) {
  Json list = Json::array();
  for (const v1::StoredRecord& stored : match.alternatives()) {
    const v1::TuningRecord& record = stored.record();
    list.push_back(
        {{"record_id", stored.record_id()},
         {"measured_cost_seconds", stored.cost_seconds()},
         {"log_version", record.versions().log_version()},
         {"compiler_version", record.versions().compiler_version()},
         {"code_hash", record.versions().code_hash()},
         {"source", FirstSource(stored)},
         {"timestamp", SecondsJson(record.measurement().timestamp_seconds())},
         {"log_line", record.log_line()}});
  }
  return list;
}

Json MatchJson(const v1::Match& match, const AnswerStyle& style) {
  const v1::StoredRecord& stored = match.stored();
  const v1::TuningRecord& record = stored.record();
  Json json = {
      {"outcome", OutcomeName(match.outcome())},
      {"distance_factor", match.distance_factor()},
      {"measured_cost_seconds", match.measured_cost_seconds()},
      {"estimated_cost_seconds", match.estimated_cost_seconds()},
      {"scope", match.scope()},
      {"record_id", stored.record_id()},
      {"framework", record.workload().framework()},
      {"structural_hash", record.workload().structural_hash()},
      {"arguments", ArgumentsJson(record.workload().arguments())},
      {"argument_differences", ArgumentDifferencesJson(match)},
      {"target", stored.target_text()},
      {"target_differences", TargetDifferencesJson(match)},
      {"log_version", record.versions().log_version()},
      {"compiler_version", record.versions().compiler_version()},
      {"code_hash", record.versions().code_hash()},
      {"source", FirstSource(stored)},
      {"timestamp", SecondsJson(record.measurement().timestamp_seconds())},
      {"log_line", record.log_line()}};
  if (style.with_alternatives) {
    json["alternatives"] = AlternativesJson(match);
  }
  return json;
}

Json ExcludedByJson(
    const google::protobuf::RepeatedPtrField<v1::ExcludedBy>& all) {
  Json list = Json::array();
  for (const v1::ExcludedBy& excluded : all) {
    list.push_back({{"constraint", excluded.constraint()},
                    {"wanted", excluded.wanted()},
                    {"found", excluded.found()}});
  }
  return list;
}

// What does not belong to the reason is left out.
Json RejectedJson(const v1::RejectedCandidate& rejected) {
  Json json = {{"scope", rejected.scope()},
               {"record_id", rejected.record_id()},
               {"measured_cost_seconds", rejected.measured_cost_seconds()},
               {"arguments", ArgumentsJson(rejected.arguments())},
               {"reason", RejectionReasonName(rejected.reason())},
               {"offending_arguments", rejected.offending_arguments()}};
  if (rejected.has_first_offending_argument()) {
    json["first_offending_argument"] =
        ArgumentDifferenceJson(rejected.first_offending_argument());
  }
  if (rejected.distance_factor() > 0) {
    json["distance_factor"] = rejected.distance_factor();
  }
  if (rejected.reason() == v1::REJECTION_REASON_CONSTRAINTS) {
    json["excluded_by"] = ExcludedByJson(rejected.excluded_by());
  }
  return json;
}

Json MissJson(const v1::Miss& miss, const AnswerStyle& style) {
  Json json = {{"outcome", OutcomeName(v1::OUTCOME_NONE)},
               {"reason", MissReasonName(miss.reason())},
               {"scopes_tried", miss.scopes_tried()}};
  if (miss.reason() == v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS) {
    json["excluded_by"] = ExcludedByJson(miss.excluded_by());
  }
  if (style.with_rejected) {
    Json& list = json["rejected"] = Json::array();
    for (const v1::RejectedCandidate& rejected : miss.rejected()) {
      list.push_back(RejectedJson(rejected));
    }
  }
  return json;
}

Json MatchesJson(const v1::LookupResponse& answer, const AnswerStyle& style) {
  if (!style.as_list) {
    return MatchJson(answer.matches(0), style);
  }
  Json matches = Json::array();
  for (const v1::Match& match : answer.matches()) {
    matches.push_back(MatchJson(match, style));
  }
  return {{"matches", matches}};
}

Json SourcesJson(const v1::StoredRecord& stored) {
  Json list = Json::array();
  for (const v1::RecordSource& source : stored.sources()) {
    list.push_back(
        {{"name", source.name()},
         {"first_pushed_at", FormatMicros(source.first_pushed_at_micros())}});
  }
  return list;
}

}  // namespace

Json AnswerJson(const v1::LookupResponse& answer, const AnswerStyle& style) {
  const bool missed =
      answer.outcome() == v1::OUTCOME_NONE || answer.matches().empty();
  Json json =
      missed ? MissJson(answer.miss(), style) : MatchesJson(answer, style);
  if (answer.truncated()) {
    json["truncated"] = true;
  }
  return json;
}

Json ErrorJson(absl::string_view message) {
  return {{"outcome", "error"}, {"message", std::string(message)}};
}

Json RecordJson(const v1::StoredRecord& stored) {
  const v1::TuningRecord& record = stored.record();
  return {{"record_id", stored.record_id()},
          {"framework", record.workload().framework()},
          {"structural_hash", record.workload().structural_hash()},
          {"arguments", ArgumentsJson(record.workload().arguments())},
          {"target", stored.target_text()},
          {"cost_seconds", stored.cost_seconds()},
          {"error_number", record.measurement().error_number()},
          {"costs_seconds", record.measurement().costs_seconds()},
          {"log_version", record.versions().log_version()},
          {"compiler_version", record.versions().compiler_version()},
          {"code_hash", record.versions().code_hash()},
          {"sources", SourcesJson(stored)},
          {"added_models", stored.added_models()},
          {"sequence", stored.sequence()},
          {"timestamp", SecondsJson(record.measurement().timestamp_seconds())},
          {"log_line", record.log_line()}};
}

Json StatsJson(const v1::GetStatsResponse& stats) {
  return {{"records", stats.records()},
          {"workloads", stats.workloads()},
          {"targets", stats.targets()},
          {"sources", stats.sources()},
          {"failed_measurements", stats.failed_measurements()},
          {"revision", stats.revision()},
          {"bytes_on_disk", stats.bytes_on_disk()},
          {"server_version", stats.server_version()}};
}

Json ImportJson(const ImportCounts& counts) {
  Json rejects = Json::array();
  for (const Reject& reject : counts.SortedRejects()) {
    rejects.push_back({{"file", reject.origin.file},
                       {"line", reject.origin.line},
                       {"reason", reject.reason}});
  }
  Json warnings = Json::array();
  for (const ImportCounts::Warning& warning : counts.warnings()) {
    warnings.push_back({{"code", warning.code},
                        {"text", warning.text},
                        {"count", warning.count}});
  }
  return {{"lines", counts.lines()},
          {"accepted", counts.accepted()},
          {"stored", counts.stored()},
          {"duplicates", counts.duplicates()},
          {"failed_measurements", counts.failed_measurements()},
          // This client converts none; the field is part of the contract.
          {"converted", 0},
          {"rejected", counts.rejected()},
          {"comments", counts.comments()},
          {"rejects", rejects},
          {"warnings", warnings}};
}

Json ArgumentJson(const v1::Argument& argument) {
  switch (argument.value_case()) {
    case v1::Argument::kDimension:
      return argument.dimension();
    case v1::Argument::kFixedInteger:
      return argument.fixed_integer();
    case v1::Argument::kReal:
      return argument.real();
    case v1::Argument::kText:
      return argument.text();
    case v1::Argument::kBoolean:
      return argument.boolean();
    case v1::Argument::kBigInteger:
      return BigIntegerJson(argument.big_integer());
    case v1::Argument::kNull:
    case v1::Argument::VALUE_NOT_SET:
      return nullptr;
  }
  return nullptr;
}

Json ArgumentsJson(
    const google::protobuf::RepeatedPtrField<v1::Argument>& arguments) {
  Json list = Json::array();
  for (const v1::Argument& argument : arguments) {
    list.push_back(ArgumentJson(argument));
  }
  return list;
}

std::string OutcomeName(v1::Outcome outcome) {
  return absl::AsciiStrToLower(
      absl::StripPrefix(v1::Outcome_Name(outcome), "OUTCOME_"));
}

std::string MissReasonName(v1::MissReason reason) {
  return std::string(
      absl::StripPrefix(v1::MissReason_Name(reason), "MISS_REASON_"));
}

std::string RejectionReasonName(v1::RejectionReason reason) {
  return std::string(
      absl::StripPrefix(v1::RejectionReason_Name(reason), "REJECTION_REASON_"));
}

std::string JsonLine(const Json& json) {
  return json.dump(/*indent=*/-1, /*indent_char=*/' ', /*ensure_ascii=*/false,
                   Json::error_handler_t::replace) +
         "\n";
}

}  // namespace tunedex::cli
