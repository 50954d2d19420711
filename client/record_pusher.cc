#include "client/record_pusher.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/push_stream.h"
#include "client/server_channel.h"
#include "grpcpp/channel.h"

namespace tunedex {
namespace {

// Between two tries to reach a lost server; doubled from the first to the last.
constexpr absl::Duration kFirstPause = absl::Milliseconds(100);
constexpr absl::Duration kLongestPause = absl::Seconds(1);

// What a lost server looks like from here. A server that is stopped cancels the
// calls it still has.
bool MeansServerLost(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsCancelled(status);
}

// The end of a stream that the server ended before the client did, which is
// never right.
absl::Status FinishEarly(PushStream& stream) {
  const absl::Status status = stream.Finish();
  return status.ok() ? absl::UnavailableError("the server ended the push")
                     : status;
}

// The same failure as UNAVAILABLE.
absl::Status AsUnavailable(const absl::Status& status) {
  absl::Status unavailable = absl::UnavailableError(status.message());
  status.ForEachPayload(
      [&unavailable](absl::string_view type_url, const absl::Cord& value) {
        unavailable.SetPayload(type_url, value);
      });
  return unavailable;
}

}  // namespace

absl::StatusOr<std::unique_ptr<RecordPusher>> RecordPusher::Create(
    RecordPusherOptions options, ResultCallback on_result) {
  absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      OpenServerChannel(options.server_address);
  if (!channel.ok()) {
    return channel.status();
  }
  return std::unique_ptr<RecordPusher>(new RecordPusher(
      std::move(options), v1::IngestService::NewStub(*std::move(channel)),
      std::move(on_result)));
}

RecordPusher::RecordPusher(RecordPusherOptions options,
                           std::unique_ptr<v1::IngestService::Stub> stub,
                           ResultCallback on_result)
    : options_(std::move(options)),
      stub_(std::move(stub)),
      on_result_(std::move(on_result)),
      pause_(kFirstPause) {
  options_.max_in_flight = std::max<size_t>(options_.max_in_flight, 1);
}

absl::Status RecordPusher::Send(v1::PushRequest request) {
  if (!failure_.ok()) {
    return failure_;
  }
  unacknowledged_.push_back(std::move(request));
  failure_ = Drive(options_.max_in_flight - 1);
  return failure_;
}

absl::Status RecordPusher::Finish() {
  if (failure_.ok()) {
    failure_ = Drive(/*most_unacknowledged=*/0);
  }
  if (failure_.ok() && stream_ != nullptr) {
    CloseStream();
  }
  return failure_;
}

// Carries on until no more than so many requests are unacknowledged, and takes
// what else has happened by then.
absl::Status RecordPusher::Drive(size_t most_unacknowledged) {
  while (true) {
    if (stream_ == nullptr && !unacknowledged_.empty()) {
      stream_ = std::make_unique<PushStream>(*stub_);
    }
    WriteNext();
    const bool wait = unacknowledged_.size() > most_unacknowledged;
    if (!wait && stream_ == nullptr) {
      return absl::OkStatus();
    }
    // The time of gRPC's own waiting, whatever clock was injected.
    const PushStream::Event event = stream_->Next(
        wait ? absl::Now() + options_.response_timeout : absl::InfinitePast());
    if (!wait && event == PushStream::Event::kNothing) {
      return absl::OkStatus();
    }
    if (const absl::Status status = Handle(event); !status.ok()) {
      stream_.reset();
      return status;
    }
  }
}

// OK if it goes on, with the same stream or a new one.
absl::Status RecordPusher::Handle(PushStream::Event event) {
  switch (event) {
    case PushStream::Event::kCanWrite:
      return absl::OkStatus();
    case PushStream::Event::kResponse:
      return Acknowledge(stream_->response());
    case PushStream::Event::kEnded:
      return Lost(FinishEarly(*stream_));
    case PushStream::Event::kNothing:
      break;
  }
  return Lost(absl::UnavailableError(absl::StrCat(
      "no answer within ", absl::FormatDuration(options_.response_timeout))));
}

void RecordPusher::WriteNext() {
  if (stream_ != nullptr && stream_->can_write() &&
      written_ < unacknowledged_.size()) {
    stream_->Write(unacknowledged_[written_]);
    ++written_;
  }
}

absl::Status RecordPusher::Acknowledge(const v1::PushResponse& response) {
  if (written_ == 0 ||
      response.results_size() != unacknowledged_.front().records_size()) {
    return absl::InternalError(
        "the server's answer does not belong to a request");
  }
  const v1::PushRequest request = std::move(unacknowledged_.front());
  unacknowledged_.pop_front();
  --written_;
  lost_since_.reset();
  pause_ = kFirstPause;
  on_result_(request, response);
  return absl::OkStatus();
}

// Gives up the stream. OK if another one may be tried, after a pause.
absl::Status RecordPusher::Lost(const absl::Status& status) {
  stream_.reset();
  written_ = 0;
  if (unacknowledged_.empty()) {
    return absl::OkStatus();
  }
  if (!MeansServerLost(status)) {
    return status;
  }
  const absl::Time now = options_.now();
  const bool newly_lost = !lost_since_.has_value();
  if (newly_lost) {
    lost_since_ = now;
  }
  const absl::Duration left = *lost_since_ + options_.retry_time - now;
  if (left <= absl::ZeroDuration()) {
    return AsUnavailable(status);
  }
  if (newly_lost && options_.on_lost != nullptr) {
    options_.on_lost();
  }
  options_.sleep(std::min(pause_, left));
  pause_ = std::min(2 * pause_, kLongestPause);
  return absl::OkStatus();
}

// Everything is acknowledged, so how the stream ends no longer matters; but a
// server should see a call that was completed, not one that was broken off.
void RecordPusher::CloseStream() {
  const absl::Time deadline = absl::Now() + options_.response_timeout;
  bool closing = false;
  PushStream::Event event = PushStream::Event::kCanWrite;
  while (event != PushStream::Event::kEnded && absl::Now() < deadline) {
    if (!closing && stream_->can_write()) {
      stream_->WritesDone();
      closing = true;
    }
    event = stream_->Next(deadline);
  }
  stream_.reset();
  written_ = 0;
}

}  // namespace tunedex
