#include "storage/rocksdb/layout.h"

#include <cstddef>
#include <utility>

#include "storage/record_id.h"
#include "storage/scope.h"
#include "storage/tuple.h"

namespace tunedex::storage::layout {

std::vector<std::string> ColumnFamilyNames() {
  return {"records", "ids", "filings", "best", "meta"};
}

std::string HashPrefix(absl::string_view framework,
                       absl::string_view structural_hash) {
  return TupleWriter().Text(framework).Text(structural_hash).Finish();
}

std::string WorkloadPrefix(const WorkloadKey& workload) {
  return HashPrefix(workload.framework, workload.structural_hash) +
         workload.arguments;
}

std::string RecordKey(absl::string_view record_id,
                      const v1::TuningRecord& record) {
  const v1::Workload& workload = record.workload();
  return TupleWriter()
      .Text(workload.framework())
      .Text(workload.structural_hash())
      .Raw(EncodeArguments(workload))
      .Text(EncodeTarget(record.target()))
      .Raw(record_id)
      .Finish();
}

absl::string_view RecordIdOf(absl::string_view record_key) {
  if (record_key.size() < kRecordIdBytes) return "";
  return record_key.substr(record_key.size() - kRecordIdBytes);
}

std::string KindPrefix() { return TupleWriter().Text("kind").Finish(); }

std::string KindKey(absl::string_view kind) {
  return TupleWriter().Text("kind").Text(kind).Finish();
}

std::string TargetKey(absl::string_view target) {
  return TupleWriter().Text("target").Text(target).Finish();
}

std::string SourceKey(absl::string_view source) {
  return TupleWriter().Text("source").Text(source).Finish();
}

std::string EncodeRecord(const v1::TuningRecord& record) {
  RecordValue value;
  *value.mutable_record() = record;
  const size_t begin = record.log_line().find(record.schedule());
  if (begin != std::string::npos && !record.schedule().empty()) {
    value.set_schedule_begin(begin);
    value.set_schedule_size(record.schedule().size());
    value.mutable_record()->clear_schedule();
  }
  return value.SerializeAsString();
}

bool DecodeRecord(absl::string_view bytes, v1::TuningRecord& record) {
  RecordValue value;
  if (!value.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return false;
  }
  record = std::move(*value.mutable_record());
  if (value.schedule_size() == 0) return true;
  if (value.schedule_begin() > record.log_line().size()) return false;
  record.set_schedule(
      record.log_line().substr(value.schedule_begin(), value.schedule_size()));
  return record.schedule().size() == value.schedule_size();
}

}  // namespace tunedex::storage::layout
