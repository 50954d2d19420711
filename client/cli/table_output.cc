#include "client/cli/table_output.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "client/cli/console.h"
#include "client/cli/difference_text.h"
#include "client/cli/import_counts.h"
#include "client/cli/json_output.h"
#include "client/cli/miss_text.h"
#include "client/cli/table.h"
#include "client/cli/units.h"
#include "tunedex/v1/admin_service.pb.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {
namespace {

// What was tuned, and for what.
void AddRecord(const v1::StoredRecord& stored, Table& table) {
  const v1::TuningRecord& record = stored.record();
  table.Add("framework", record.workload().framework());
  table.Add("structural hash", record.workload().structural_hash());
  table.Add("arguments", ArgumentsJson(record.workload().arguments()).dump());
  table.Add("target", stored.target_text());
}

void AddVersions(const v1::StoredRecord& stored, Table& table) {
  const v1::Versions& versions = stored.record().versions();
  table.Add("log version", versions.log_version());
  table.Add("compiler version", versions.compiler_version());
  table.Add("code hash", versions.code_hash());
}

// Who pushed it, when it was measured, and its id.
void AddOrigin(const v1::StoredRecord& stored, Table& table) {
  table.Add("source",
            absl::StrJoin(stored.sources(), ", ",
                          [](std::string* out, const v1::RecordSource& source) {
                            absl::StrAppend(out, source.name());
                          }));
  table.Add("measured at",
            FormatTimestamp(stored.record().measurement().timestamp_seconds()));
  table.Add("record id", stored.record_id());
}

// One row a difference.
template <typename Differences>
void AddDifferences(absl::string_view name, const Differences& differences,
                    Table& table) {
  if (differences.empty()) {
    table.Add(name, "none");
  }
  for (int i = 0; i < differences.size(); ++i) {
    table.Add(i == 0 ? name : "", DifferenceText(differences[i]));
  }
}

// The alternatives but the match itself, which is one of them. Log lines are
// long, so blank lines part them.
std::string AlternativesText(const v1::Match& match) {
  std::string text;
  for (const v1::StoredRecord& stored : match.alternatives()) {
    if (stored.record_id() == match.stored().record_id()) {
      continue;
    }
    absl::StrAppend(&text, "\nalternative ", stored.record_id(), " ",
                    FormatCost(stored.cost_seconds()), ":\n",
                    stored.record().log_line(), "\n");
  }
  return text;
}

std::string MatchText(const v1::Match& match, bool colour) {
  const bool exact = match.outcome() == v1::OUTCOME_EXACT;
  Table table;
  table.Add("scope", match.scope());
  table.Add("distance factor", FormatNumber(match.distance_factor()));
  table.Add("measured cost", FormatCost(match.measured_cost_seconds()));
  table.Add("estimated cost", FormatCost(match.estimated_cost_seconds()));
  AddRecord(match.stored(), table);
  AddDifferences("argument differences", match.argument_differences(), table);
  AddDifferences("target differences", match.target_differences(), table);
  AddVersions(match.stored(), table);
  AddOrigin(match.stored(), table);
  return absl::StrCat(
      Paint(absl::StrCat(OutcomeName(match.outcome()), " schedule"),
            exact ? Colour::kGreen : Colour::kYellow, colour),
      "\n", table.ToString(), "log line:\n", match.stored().record().log_line(),
      "\n", AlternativesText(match));
}

std::string MatchesText(const v1::LookupResponse& answer, bool colour) {
  std::string text;
  for (int i = 0; i < answer.matches_size(); ++i) {
    if (answer.matches_size() > 1) {
      absl::StrAppend(&text, i == 0 ? "" : "\n", i + 1, " of ",
                      answer.matches_size(), ": ");
    }
    absl::StrAppend(&text, MatchText(answer.matches(i), colour));
  }
  return text;
}

}  // namespace

std::string AnswerText(const v1::LookupResponse& answer, bool colour) {
  const bool missed =
      answer.outcome() == v1::OUTCOME_NONE || answer.matches().empty();
  const absl::string_view note =
      answer.truncated()
          ? "note: the lookup read as many records as one may, and there may "
            "be a better answer;\nloosen its constraints, or name the scopes "
            "that may answer\n"
          : "";
  return absl::StrCat(
      missed ? MissText(answer.miss(), colour) : MatchesText(answer, colour),
      note);
}

std::string RecordText(const v1::StoredRecord& stored) {
  const v1::Measurement& measurement = stored.record().measurement();
  Table table;
  AddRecord(stored, table);
  table.Add("cost", FormatCost(stored.cost_seconds()));
  table.Add("costs", absl::StrJoin(measurement.costs_seconds(), ", ",
                                   [](std::string* out, double seconds) {
                                     absl::StrAppend(out, FormatCost(seconds));
                                   }));
  table.Add("error number", absl::StrCat(measurement.error_number()));
  AddVersions(stored, table);
  AddOrigin(stored, table);
  table.Add("added models", absl::StrJoin(stored.added_models(), ", "));
  table.Add("sequence", absl::StrCat(stored.sequence()));
  return absl::StrCat(table.ToString(), "log line:\n",
                      stored.record().log_line(), "\n");
}

std::string StatsText(const v1::GetStatsResponse& stats) {
  Table table;
  table.Add("records", absl::StrCat(stats.records()));
  table.Add("workloads", absl::StrCat(stats.workloads()));
  table.Add("targets", absl::StrCat(stats.targets()));
  table.Add("sources", absl::StrCat(stats.sources()));
  table.Add("failed measurements", absl::StrCat(stats.failed_measurements()));
  table.Add("revision", absl::StrCat(stats.revision()));
  table.Add("size on disk", FormatBytes(stats.bytes_on_disk()));
  table.Add("server version", stats.server_version());
  return table.ToString();
}

std::string ImportText(const ImportCounts& counts) {
  Table table;
  table.Add("lines", absl::StrCat(counts.lines()));
  table.Add("accepted", absl::StrCat(counts.accepted()));
  table.Add("  stored", absl::StrCat(counts.stored()));
  table.Add("  duplicates", absl::StrCat(counts.duplicates()));
  table.Add("  failed measurements",
            absl::StrCat(counts.failed_measurements()));
  table.Add("rejected", absl::StrCat(counts.rejected()));
  table.Add("comments", absl::StrCat(counts.comments()));
  return table.ToString();
}

}  // namespace tunedex::cli
