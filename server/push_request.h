#ifndef TUNEDEX_SERVER_PUSH_REQUEST_H_
#define TUNEDEX_SERVER_PUSH_REQUEST_H_

#include <vector>

#include "absl/status/statusor.h"
#include "storage/store.h"
#include "tunedex/v1/ingest_service.pb.h"

namespace tunedex::server {

// A push request as the store takes it, with the response as far as it is known
// before the records are stored.
struct PushWork {
  // The records that could be read.
  storage::Submission submission;
  // A result for each record of the request: complete for comments and faulty
  // records, and with nothing but the warnings for the others.
  v1::PushResponse response;
  // Where in the response each record of the submission has its result.
  std::vector<int> positions;
};

// Reads what a client pushes. A faulty record is rejected in the response and
// the others go on.
//
// INVALID_ARGUMENT for a missing or malformed source (MISSING_SOURCE,
// MALFORMED_SOURCE), a malformed model (MALFORMED_MODEL), or too many records
// (BATCH_TOO_LARGE).
absl::StatusOr<PushWork> ReadPushRequest(const v1::PushRequest& request);

// Completes the response with what the store did.
void FillIn(const storage::Receipt& receipt, PushWork& work);

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_PUSH_REQUEST_H_
