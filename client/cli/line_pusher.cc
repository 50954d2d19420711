#include "client/cli/line_pusher.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/import_counts.h"
#include "client/record_pusher.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::cli {
namespace {

constexpr int kMaxRequestLines = 256;
// A longer line makes a request of its own.
constexpr size_t kMaxRequestBytes = 1 << 20;

}  // namespace

absl::StatusOr<std::unique_ptr<LinePusher>> LinePusher::Create(
    RecordPusherOptions options, const std::string& source,
    const std::string& model, ResultCallback on_result) {
  std::unique_ptr<LinePusher> lines(
      new LinePusher(source, model, std::move(on_result)));
  absl::StatusOr<std::unique_ptr<RecordPusher>> pusher = RecordPusher::Create(
      std::move(options),
      [target = lines.get()](const v1::PushRequest&,
                             const v1::PushResponse& response) {
        target->Deliver(response);
      });
  if (!pusher.ok()) {
    return pusher.status();
  }
  lines->pusher_ = *std::move(pusher);
  return lines;
}

LinePusher::LinePusher(const std::string& source, const std::string& model,
                       ResultCallback on_result)
    : on_result_(std::move(on_result)) {
  empty_request_.set_source(source);
  empty_request_.set_model(model);
  request_ = empty_request_;
}

absl::Status LinePusher::Push(absl::string_view line, LineOrigin origin) {
  const bool full = request_.records_size() == kMaxRequestLines ||
                    request_bytes_ + line.size() > kMaxRequestBytes;
  if (full) {
    if (const absl::Status status = SendRequest(); !status.ok()) {
      return status;
    }
  }
  request_.add_records()->set_log_line(line.data(), line.size());
  request_bytes_ += line.size();
  origins_.push_back(std::move(origin));
  return absl::OkStatus();
}

absl::Status LinePusher::Finish() {
  if (const absl::Status status = SendRequest(); !status.ok()) {
    return status;
  }
  return pusher_->Finish();
}

absl::Status LinePusher::SendRequest() {
  if (request_.records_size() == 0) {
    return absl::OkStatus();
  }
  v1::PushRequest request = std::exchange(request_, empty_request_);
  request_bytes_ = 0;
  return pusher_->Send(std::move(request));
}

void LinePusher::Deliver(const v1::PushResponse& response) {
  for (const v1::PushResult& result : response.results()) {
    on_result_(result, origins_.front());
    origins_.pop_front();
  }
}

}  // namespace tunedex::cli
