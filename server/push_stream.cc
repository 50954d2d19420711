#include "server/push_stream.h"

#include <functional>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "server/error.h"
#include "server/limits.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/push_request.h"
#include "server/wire.h"
#include "storage/store.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::server {

PushStream::PushStream(storage::Store& store, Metrics& metrics,
                       CallCounter& calls,
                       std::function<void(PushStream*)> forget)
    : store_(store),
      metrics_(metrics),
      call_(calls),
      forget_(std::move(forget)) {}

void PushStream::Start() { Advance(); }

void PushStream::Drain() {
  {
    absl::MutexLock lock(&mutex_);
    draining_ = true;
  }
  Advance();
}

void PushStream::OnReadDone(bool ok) {
  Ticket* ticket = nullptr;
  {
    absl::MutexLock lock(&mutex_);
    if (!ok) {
      reading_ = false;
      input_over_ = true;
    } else if (!finished_) {
      // Opened before it is read, so that the stream cannot end meanwhile.
      ticket = &tickets_.emplace_back();
    }
  }
  if (ticket != nullptr) Accept(*ticket);
  Advance();
}

void PushStream::OnWriteDone(bool ok) {
  {
    absl::MutexLock lock(&mutex_);
    writing_ = nullptr;
    tickets_.pop_front();
    if (!ok) output_over_ = true;
  }
  Advance();
}

void PushStream::OnCancel() {
  {
    absl::MutexLock lock(&mutex_);
    output_over_ = true;
  }
  Advance();
}

void PushStream::OnDone() {
  // Keeps `forget_` alive while it runs.
  auto self = shared_from_this();
  forget_(this);
}

void PushStream::Accept(Ticket& ticket) {
  auto work = ReadWork();
  if (work.ok()) {
    ticket.work = *std::move(work);
    Submit(ticket);
  } else {
    absl::MutexLock lock(&mutex_);
    ticket.outcome = work.status();
    input_over_ = true;
  }
  // Only now may the next request come: the store keeps the order of the calls.
  absl::MutexLock lock(&mutex_);
  reading_ = false;
}

absl::StatusOr<PushWork> PushStream::ReadWork() {
  v1::PushRequest request;
  absl::Status status = Decode(request_, request);
  request_.Clear();
  if (!status.ok()) return status;
  return ReadPushRequest(request);
}

void PushStream::Submit(Ticket& ticket) {
  if (ticket.work.submission.records.empty()) {
    Settle(ticket,
           Conclude(storage::Receipt{.entries = {},
                                     .revision = store_.GetTotals().revision()},
                    ticket));
    return;
  }
  store_.Push(std::move(ticket.work.submission),
              [self = shared_from_this(),
               &ticket](absl::StatusOr<storage::Receipt> receipt) {
                self->Settle(ticket,
                             self->Conclude(std::move(receipt), ticket));
              });
}

absl::Status PushStream::Conclude(absl::StatusOr<storage::Receipt> receipt,
                                  Ticket& ticket) {
  if (!receipt.ok()) {
    Log(Severity::kError, "commit failed",
        {{"records", ticket.work.positions.size()},
         {"error", receipt.status().ToString()}});
    return WithStoreReason(receipt.status(), reason::kMalformedRecord);
  }
  FillIn(*receipt, ticket.work);
  metrics_.CountPush(ticket.work.response);
  metrics_.SetStoreRecords(store_.GetTotals().records());
  return absl::OkStatus();
}

void PushStream::Settle(Ticket& ticket, absl::Status outcome) {
  {
    absl::MutexLock lock(&mutex_);
    ticket.outcome = std::move(outcome);
  }
  Advance();
}

void PushStream::Advance() {
  mutex_.Lock();
  if (advancing_ || finished_) {
    mutex_.Unlock();
    return;
  }
  advancing_ = true;
  for (Step step = NextStep(); step != Step::kNone; step = NextStep()) {
    mutex_.Unlock();
    Take(step);
    // After the end, the stream may be gone.
    if (step == Step::kFinish) return;
    mutex_.Lock();
  }
  advancing_ = false;
  mutex_.Unlock();
}

void PushStream::Take(Step step) {
  switch (step) {
    case Step::kNone:
      return;
    case Step::kRead:
      return StartRead(&request_);
    case Step::kWrite:
      writing_->response = Encode(writing_->work.response);
      return StartWrite(&writing_->response);
    case Step::kFinish:
      return Finish(ToGrpcStatus(final_status_));
  }
}

PushStream::Step PushStream::NextStep() {
  if (writing_ == nullptr && HasAnswer()) {
    writing_ = &tickets_.front();
    return Step::kWrite;
  }
  bool wants_input = !input_over_ && !output_over_;
  if (tickets_.empty() && (!wants_input || draining_)) {
    finished_ = true;
    final_status_ = FinalStatus();
    return Step::kFinish;
  }
  if (wants_input && !reading_ && tickets_.size() < kMaxPushesInFlight) {
    reading_ = true;
    return Step::kRead;
  }
  return Step::kNone;
}

bool PushStream::HasAnswer() {
  while (!tickets_.empty() && tickets_.front().outcome.has_value()) {
    const absl::Status& outcome = *tickets_.front().outcome;
    if (outcome.ok() && !output_over_) return true;
    if (!output_over_) failure_ = outcome;
    output_over_ = true;
    tickets_.pop_front();
  }
  return false;
}

absl::Status PushStream::FinalStatus() {
  if (!failure_.ok()) return failure_;
  if (output_over_) return absl::CancelledError("the client is gone");
  if (input_over_) return absl::OkStatus();
  return WithReason(
      absl::UnavailableError("the server is stopping; push what was not "
                             "acknowledged again, to its successor"),
      reason::kServerStopping);
}

}  // namespace tunedex::server
