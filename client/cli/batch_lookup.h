#ifndef TUNEDEX_CLIENT_CLI_BATCH_LOOKUP_H_
#define TUNEDEX_CLIENT_CLI_BATCH_LOOKUP_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <iosfwd>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/cli/batch_line.h"
#include "client/cli/batch_notes.h"
#include "client/cli/console.h"
#include "client/cli/json_output.h"
#include "client/cli/line_reader.h"
#include "client/schedule_client.h"
#include "nlohmann/json.hpp"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

// Answers a file of lookups line by line, in order; what it says beside the
// answers goes to the console's messages. Lines are asked for in parts of at
// most 256, while those before are on their way, only a few at once, which
// bounds the memory. Where a pipe has no more to read, a part ends early and
// all answers are waited for, so that who waits for an answer before asking on
// gets it.
class BatchLookup {
 public:
  // `file` names the input in messages. Client and console must outlive it.
  BatchLookup(const ScheduleClient& client, std::string file,
              BatchDefaults defaults, AnswerStyle style, Console& console);

  // Reads to the end and writes one line of JSON for each line, blank ones and
  // comments included: they are malformed. Fails if the input cannot be read
  // (UNAVAILABLE, kept apart by input_failed), or as
  // ScheduleClient::BatchLookup does; stops early and is OK if the output takes
  // no more.
  absl::Status Run(LineReader& lines);

  // Whether it was the input that made Run fail.
  bool input_failed() const { return input_failed_; }

 private:
  // A line on its way to its answer.
  struct Entry {
    int64_t line = 0;
    // An error if the line cannot be read; otherwise it has its request.
    absl::Status status;
  };

  // A part on its way to its answers.
  struct Part {
    std::vector<Entry> entries;
    std::future<absl::StatusOr<std::vector<v1::BatchLookupResult>>> results;
  };

  void Take(const LineReader::Line& line);
  void Ask();
  absl::Status AnswerAllBut(size_t parts);
  absl::Status Answer(Part part);
  absl::Status Finish();
  nlohmann::ordered_json ResultJson(int64_t line,
                                    const v1::BatchLookupResult& result);

  const ScheduleClient& client_;
  const BatchDefaults defaults_;
  const AnswerStyle style_;
  std::ostream& out_;
  BatchNotes notes_;
  // Lines taken but not asked for yet, and their requests.
  std::vector<Entry> entries_;
  std::vector<v1::LookupRequest> requests_;
  // In the order of their lines.
  std::deque<Part> in_flight_;
  bool input_failed_ = false;
};

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_BATCH_LOOKUP_H_
