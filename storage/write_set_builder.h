#ifndef TUNEDEX_STORAGE_WRITE_SET_BUILDER_H_
#define TUNEDEX_STORAGE_WRITE_SET_BUILDER_H_

#include <cstdint>
#include <string>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "storage/engine.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::storage {

// Works out everything that pushed records change: their filings, the best
// entries of all their scopes, the totals. Sees the engine as of the last
// commit and, above it, what was added before. For one commit; not thread safe.
class WriteSetBuilder {
 public:
  // What became of one record.
  struct Added {
    std::string record_id;
    // False: the record was known already.
    bool is_new = false;
  };

  // `engine` must outlive the builder; `totals` are those of the last commit.
  WriteSetBuilder(const Engine& engine, const Totals& totals);

  // Adds a record that `source` pushes now. A known record gets at most a new
  // source or model. The statuses are the engine's; after an error the builder
  // must be thrown away.
  absl::StatusOr<Added> Add(v1::TuningRecord record, absl::string_view source,
                            absl::string_view model, int64_t now_micros);

  // Whether there is anything to commit.
  bool HasChanges() const { return !filings_.empty(); }

  // The changes, with the next revision.
  WriteSet Finish() &&;

 private:
  // The filings of a record as they are now; sequence 0 if there are none.
  absl::StatusOr<Filings> FilingsOf(const std::string& record_id) const;

  // Counts what a new record is the first of.
  absl::Status CountNew(const v1::TuningRecord& record);
  absl::Status CountSource(absl::string_view source);

  // A best entry as it is now.
  struct Entry {
    BestKey key;
    BestEntry best;
    bool changed = false;
  };
  absl::StatusOr<Entry*> EntryOf(const v1::TuningRecord& record,
                                 const std::string& scope);

  // Files a record in one more scope of its kind.
  absl::Status FileUnder(const v1::TuningRecord& record,
                         const std::string& record_id, uint64_t sequence,
                         const Summary& summary, const std::string& scope);

  // Has the summaries of all scopes of a known record name its new source.
  absl::Status SummariseAgain(const v1::TuningRecord& record,
                              const Filings& filings, const Summary& summary);

  const Engine& engine_;
  WriteSet writes_;
  // What changed or was read, by id and by encoded key. Ordered, so that equal
  // pushes give equal write sets.
  absl::btree_map<std::string, Filings> filings_;
  absl::btree_map<std::string, Entry> best_;
  // What was looked up or added by this builder already.
  absl::flat_hash_set<std::string> known_workloads_;
  absl::flat_hash_set<std::string> known_targets_;
  absl::flat_hash_set<std::string> known_sources_;
};

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_WRITE_SET_BUILDER_H_
