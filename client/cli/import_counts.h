#ifndef TUNEDEX_CLIENT_CLI_IMPORT_COUNTS_H_
#define TUNEDEX_CLIENT_CLI_IMPORT_COUNTS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::cli {

// Where a line stands.
struct LineOrigin {
  // Position of its file among all that are imported.
  size_t file_index = 0;
  std::string file;
  // From 1; 0 for the file as a whole.
  int64_t line = 0;
};

// A line that was not taken.
struct Reject {
  LineOrigin origin;
  std::string reason;
};

// What an import came to. Every line is counted, but of rejects and of
// different warnings only the first 1,000 are kept, so that a file of garbage
// does not fill the memory.
class ImportCounts {
 public:
  static constexpr size_t kMaxKept = 1000;

  // A warning that some lines share.
  struct Warning {
    std::string code;
    std::string text;
    int64_t count = 0;
  };

  // Counts a comment or a blank line.
  void AddComment() { ++comments_; }
  // Counts a line, or a file as a whole, that was not taken.
  void AddReject(Reject reject);
  // Counts what the server made of a line.
  void AddResult(const v1::PushResult& result, const LineOrigin& origin);

  int64_t lines() const { return accepted() + rejected_ + comments_; }
  int64_t accepted() const { return stored_ + duplicates_; }
  int64_t stored() const { return stored_; }
  int64_t duplicates() const { return duplicates_; }
  // Among the accepted.
  int64_t failed_measurements() const { return failed_measurements_; }
  int64_t rejected() const { return rejected_; }
  int64_t comments() const { return comments_; }

  // The rejects that were kept, by file and line.
  std::vector<Reject> SortedRejects() const;
  // In the order in which they first came.
  const std::vector<Warning>& warnings() const { return warnings_; }
  // Warnings that are not among them.
  int64_t warnings_left_out() const { return warnings_left_out_; }

 private:
  void AddWarning(const v1::Warning& warning);

  int64_t stored_ = 0;
  int64_t duplicates_ = 0;
  int64_t failed_measurements_ = 0;
  int64_t rejected_ = 0;
  int64_t comments_ = 0;
  std::vector<Reject> rejects_;
  std::vector<Warning> warnings_;
  std::map<std::pair<std::string, std::string>, size_t> warning_index_;
  int64_t warnings_left_out_ = 0;
};

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_IMPORT_COUNTS_H_
