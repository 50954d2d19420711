#ifndef TUNEDEX_CLIENT_CLI_LINE_PUSHER_H_
#define TUNEDEX_CLIENT_CLI_LINE_PUSHER_H_

#include <deque>
#include <memory>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/import_counts.h"
#include "client/record_pusher.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::cli {

// Pushes log lines one by one: packs them into requests of at most 256 lines
// and about 1 MiB, and tells what became of each line in the order of the
// lines.
class LinePusher {
 public:
  using ResultCallback = absl::AnyInvocable<void(const v1::PushResult& result,
                                                 const LineOrigin& origin)>;

  // `source` and `model` go with every line. Fails as RecordPusher::Create
  // does.
  static absl::StatusOr<std::unique_ptr<LinePusher>> Create(
      RecordPusherOptions options, const std::string& source,
      const std::string& model, ResultCallback on_result);

  // Takes a line; sends a request when it is full. Fails as RecordPusher::Send
  // does.
  absl::Status Push(absl::string_view line, LineOrigin origin);

  // Sends what is left and waits for all results.
  absl::Status Finish();

 private:
  LinePusher(const std::string& source, const std::string& model,
             ResultCallback on_result);

  absl::Status SendRequest();
  void Deliver(const v1::PushResponse& response);

  ResultCallback on_result_;
  // Without records; each request starts as a copy.
  v1::PushRequest empty_request_;
  v1::PushRequest request_;
  size_t request_bytes_ = 0;
  // Of the lines taken and not yet told about, in their order.
  std::deque<LineOrigin> origins_;
  std::unique_ptr<RecordPusher> pusher_;
};

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_LINE_PUSHER_H_
