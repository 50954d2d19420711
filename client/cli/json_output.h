#ifndef TUNEDEX_CLIENT_CLI_JSON_OUTPUT_H_
#define TUNEDEX_CLIENT_CLI_JSON_OUTPUT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/cli/import_counts.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "nlohmann/json.hpp"
#include "tunedex/v1/admin_service.pb.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

// The JSON objects of lookup, get, stats and import: names, order and types of
// their fields are a contract with other programs.

// How a lookup is answered.
struct AnswerStyle {
  // {"matches": [...]} instead of the best match alone.
  bool as_list = false;
  // Each match ends with its "alternatives".
  bool with_alternatives = false;
  // A miss ends with its "rejected" candidates.
  bool with_rejected = false;
};

// One answer: the match or matches, or the miss; with "truncated": true if the
// lookup came to its bound.
nlohmann::ordered_json AnswerJson(const v1::LookupResponse& answer,
                                  const AnswerStyle& style);

// {"outcome": "error", "message"}: a lookup of a batch without an answer.
nlohmann::ordered_json ErrorJson(absl::string_view message);

nlohmann::ordered_json RecordJson(const v1::StoredRecord& stored);
nlohmann::ordered_json StatsJson(const v1::GetStatsResponse& stats);
nlohmann::ordered_json ImportJson(const ImportCounts& counts);

// An argument as a JSON value: a number for an integer, or its digits as text
// if it fits neither into 64 signed nor into 64 unsigned bits.
nlohmann::ordered_json ArgumentJson(const v1::Argument& argument);

// The list of all arguments, numbered as in argument_differences.
nlohmann::ordered_json ArgumentsJson(
    const google::protobuf::RepeatedPtrField<v1::Argument>& arguments);

// "exact", "compatible" or "none".
std::string OutcomeName(v1::Outcome outcome);

// "UNKNOWN_WORKLOAD", ...
std::string MissReasonName(v1::MissReason reason);

// "ARGUMENT", ...
std::string RejectionReasonName(v1::RejectionReason reason);

// One line of JSON text. Bytes that are not UTF-8 (a file's name may have some)
// become U+FFFD.
std::string JsonLine(const nlohmann::ordered_json& json);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_JSON_OUTPUT_H_
