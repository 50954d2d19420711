#ifndef TUNEDEX_STORAGE_SUMMARY_H_
#define TUNEDEX_STORAGE_SUMMARY_H_

#include "storage/stored.pb.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::storage {

// The summary of one record with its filings.
Summary SummaryOf(const v1::TuningRecord& record, const Filings& filings);

// Adds what occurs in `more`, so that `summary` holds for the records of both.
// A property with many distinct values is given up, which bounds the size.
// Gives whether anything changed.
bool Merge(const Summary& more, Summary& summary);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_SUMMARY_H_
