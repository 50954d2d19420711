#ifndef TUNEDEX_STORAGE_CONSTRAINTS_H_
#define TUNEDEX_STORAGE_CONSTRAINTS_H_

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

  // Every constraint that rules the record out, with wanted and found values;
  // empty if it may answer.
  std::vector<v1::ExcludedBy> WhatExcludes(const HistoryEntry& entry) const;

  bool Admits(const HistoryEntry& entry) const {
    return !any_ || WhatExcludes(entry).empty();
  }

 private:
  v1::LookupOptions options_;
  v1::Target wanted_;
  bool any_ = false;
};

// INVALID_ARGUMENT, naming the option and its range, if an option of a query is
// outside it.
absl::Status CheckOptions(const v1::LookupOptions& options);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_CONSTRAINTS_H_
