#ifndef TUNEDEX_CLIENT_CLI_TABLE_OUTPUT_H_
#define TUNEDEX_CLIENT_CLI_TABLE_OUTPUT_H_

#include <string>

#include "client/cli/import_counts.h"
#include "tunedex/v1/admin_service.pb.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

// What the commands print for people. The text may change; programs read the
// JSON of client/cli/json_output.h.

// An answer in full: every match with its log line and then those of its
// alternatives, or why there is none and what to do about it.
std::string AnswerText(const v1::LookupResponse& answer, bool colour);

std::string RecordText(const v1::StoredRecord& stored);
std::string StatsText(const v1::GetStatsResponse& stats);

// The counts; rejects and warnings are messages, printed apart.
std::string ImportText(const ImportCounts& counts);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_TABLE_OUTPUT_H_
