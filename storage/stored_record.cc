#include "storage/stored_record.h"

#include "storage/cost.h"
#include "storage/record_id.h"

namespace tunedex::storage {

void FillFilings(const HistoryEntry& entry, v1::StoredRecord& stored) {
  stored.set_record_id(FormatRecordId(entry.record_id));
  stored.set_cost_seconds(Cost(entry.record.measurement()));
  *stored.mutable_sources() = entry.filings.sources();
  *stored.mutable_added_models() = entry.filings.added_models();
  stored.set_sequence(entry.filings.sequence());
}

void CopyRecord(const HistoryEntry& entry, v1::StoredRecord& stored) {
  FillFilings(entry, stored);
  *stored.mutable_record() = entry.record;
}

}  // namespace tunedex::storage
