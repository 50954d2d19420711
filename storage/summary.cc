#include "storage/summary.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "storage/scope.h"

namespace tunedex::storage {
namespace {

// More than what occurs in a fleet of a few farms and compilers. A summary is
// read and written with its best entry, so it has to stay small.
constexpr int kMaxValues = 16;
constexpr size_t kMaxValueBytes = 1024;

size_t BytesOf(const DistinctValues& values) {
  size_t bytes = 0;
  for (const std::string& value : values.values()) bytes += value.size();
  return bytes;
}

bool Contains(const DistinctValues& values, const std::string& value) {
  return std::find(values.values().begin(), values.values().end(), value) !=
         values.values().end();
}

bool GiveUp(DistinctValues& values) {
  values.clear_values();
  values.set_too_many(true);
  return true;
}

bool MergeValues(const DistinctValues& more, DistinctValues& values) {
  if (values.too_many()) return false;
  if (more.too_many()) return GiveUp(values);
  bool changed = false;
  for (const std::string& value : more.values()) {
    if (Contains(values, value)) continue;
    changed = true;
    values.add_values(value);
  }
  if (values.values_size() > kMaxValues || BytesOf(values) > kMaxValueBytes) {
    return GiveUp(values);
  }
  return changed;
}

}  // namespace

Summary SummaryOf(const v1::TuningRecord& record, const Filings& filings) {
  Summary summary;
  for (const v1::RecordSource& source : filings.sources()) {
    summary.mutable_sources()->add_values(source.name());
  }
  const v1::Versions& versions = record.versions();
  summary.mutable_log_versions()->add_values(versions.log_version());
  summary.mutable_compiler_versions()->add_values(versions.compiler_version());
  summary.mutable_code_hashes()->add_values(versions.code_hash());
  summary.mutable_targets()->add_values(EncodeTarget(record.target()));
  summary.set_newest_seconds(record.measurement().timestamp_seconds());
  return summary;
}

bool Merge(const Summary& more, Summary& summary) {
  bool changed = MergeValues(more.sources(), *summary.mutable_sources());
  changed |= MergeValues(more.log_versions(), *summary.mutable_log_versions());
  changed |= MergeValues(more.compiler_versions(),
                         *summary.mutable_compiler_versions());
  changed |= MergeValues(more.code_hashes(), *summary.mutable_code_hashes());
  changed |= MergeValues(more.targets(), *summary.mutable_targets());
  if (more.newest_seconds() > summary.newest_seconds()) {
    summary.set_newest_seconds(more.newest_seconds());
    changed = true;
  }
  return changed;
}

}  // namespace tunedex::storage
