#ifndef TUNEDEX_TESTS_STORAGE_REFERENCE_POLICY_H_
#define TUNEDEX_TESTS_STORAGE_REFERENCE_POLICY_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tunedex/v1/lookup_service.pb.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::testing {

// The lookup policy written a second time, as plainly as its text: all records
// in one list, read from front to back for every query. Shares no code with the
// store, so that a mistake would have to be made twice.
class ReferencePolicy {
 public:
  struct Match {
    size_t record = 0;  // Position in the order of arrival, from 0.
    bool exact = false;
    double factor = 0;
    double estimate = 0;
    std::string scope;
    // Positions of the best distinct schedules.
    std::vector<size_t> alternatives;
  };
  struct Rejected {
    size_t record = 0;
    std::string scope;
    v1::RejectionReason reason = v1::REJECTION_REASON_UNSPECIFIED;
    uint32_t offending = 0;
    // The first offending argument; -1 if none is named.
    int first = -1;
    // 0 if an argument offends.
    double factor = 0;
  };
  struct Answer {
    std::vector<Match> matches;
    // Set when there is no match.
    v1::MissReason reason = v1::MISS_REASON_UNSPECIFIED;
    std::vector<std::string> scopes_tried;
    std::vector<Rejected> rejected;
  };

  // Records that were pushed before get at most a new source or model.
  void Push(const v1::TuningRecord& record, const std::string& source,
            const std::string& model);

  Answer Lookup(const v1::Workload& workload, const v1::Target& target,
                const v1::LookupOptions& options) const;

  const v1::TuningRecord& record(size_t position) const {
    return records_[position].record;
  }

 private:
  struct Entry {
    v1::TuningRecord record;
    std::set<std::string> sources;
    std::set<std::string> models;
  };
  class Query;

  std::vector<Entry> records_;
};

}  // namespace tunedex::testing

#endif  // TUNEDEX_TESTS_STORAGE_REFERENCE_POLICY_H_
