#ifndef TUNEDEX_STORAGE_CONSTRAINTS_H_
#define TUNEDEX_STORAGE_CONSTRAINTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "storage/engine.h"
#include "tunedex/v1/lookup_service.pb.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::storage {

// Which records may answer a query at all: its versions, sources, time and
// required attributes. They apply before records are ranked.
class Constraints {
 public:
  // Admits everything.
  Constraints() = default;

  // Those of `options` for a query on the target `wanted`.
  Constraints(const v1::LookupOptions& options, const v1::Target& wanted);

  // Whether any record could be ruled out.
  bool any() const { return any_; }

  // Whether the record may answer. Split in two, since the filings of a record
  // have to be read apart: a record is admitted if it and its filings are.
  bool AdmitsRecord(const v1::TuningRecord& record) const;
  bool AdmitsFilings(const Filings& filings) const;
  bool Admits(const HistoryEntry& entry) const {
    return AdmitsRecord(entry.record) && AdmitsFilings(entry.filings);
  }

  // Whether any of the records below a best entry could be admitted, as far as
  // its summary tells. Never false if there is one.
  bool MayAdmit(const BestEntry& entry) const;

  // Every constraint that rules the record out, with wanted and found values;
  // empty if it may answer.
  std::vector<v1::ExcludedBy> WhatExcludes(const HistoryEntry& entry) const;

 private:
  struct Attribute {
    std::string name;
    // Empty: must not be set.
    std::string wanted;
  };

  bool AdmitsSource(const std::string& name) const;
  bool IsOtherSource(const std::string& name) const;
  bool AdmitsTime(double measured_at) const;
  bool MayAdmitTarget(const DistinctValues& targets) const;

  v1::LookupOptions options_;
  std::vector<Attribute> required_;
  bool any_ = false;
};

// INVALID_ARGUMENT, naming the option and its range, if an option of a query is
// outside it.
absl::Status CheckOptions(const v1::LookupOptions& options);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_CONSTRAINTS_H_
