#ifndef TUNEDEX_STORAGE_STORED_RECORD_H_
#define TUNEDEX_STORAGE_STORED_RECORD_H_

#include "absl/functional/function_ref.h"
#include "storage/engine.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::storage {

// Fills in all that answers say of a record beside the record itself.
void FillFilings(const HistoryEntry& entry, v1::StoredRecord& stored);

// Puts a record into an empty part of an answer.
using RecordWriter = absl::FunctionRef<void(const HistoryEntry& entry,
                                            v1::StoredRecord& stored)>;

// A RecordWriter that copies the record.
void CopyRecord(const HistoryEntry& entry, v1::StoredRecord& stored);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_STORED_RECORD_H_
