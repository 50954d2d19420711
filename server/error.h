#ifndef TUNEDEX_SERVER_ERROR_H_
#define TUNEDEX_SERVER_ERROR_H_

#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/support/status.h"

namespace tunedex::server {

// The one place where an absl::Status becomes what a client sees.
//
// Every error that leaves the server carries a google.rpc.ErrorInfo of the
// domain "tunedex": a message is for people, its reason is for programs. On the
// way out the ErrorInfo travels as a payload of the absl::Status.

// Reasons; part of the API, so they never change their meaning.
namespace reason {

// INVALID_ARGUMENT: a workload, target, record or record id cannot be read.
inline constexpr absl::string_view kMalformedMessage = "MALFORMED_MESSAGE";
inline constexpr absl::string_view kMessageTooLarge = "MESSAGE_TOO_LARGE";
inline constexpr absl::string_view kMalformedWorkload = "MALFORMED_WORKLOAD";
inline constexpr absl::string_view kMalformedTarget = "MALFORMED_TARGET";
inline constexpr absl::string_view kMalformedRecord = "MALFORMED_RECORD";
inline constexpr absl::string_view kMalformedRecordId = "MALFORMED_RECORD_ID";
// INVALID_ARGUMENT: an option is outside its range.
inline constexpr absl::string_view kInvalidOption = "INVALID_OPTION";
// INVALID_ARGUMENT: too many lookups or records in one request.
inline constexpr absl::string_view kBatchTooLarge = "BATCH_TOO_LARGE";
// RESOURCE_EXHAUSTED: the answer is too large for one message.
inline constexpr absl::string_view kAnswerTooLarge = "ANSWER_TOO_LARGE";
// INVALID_ARGUMENT: a push does not say who pushes, or not in a usable form.
inline constexpr absl::string_view kMissingSource = "MISSING_SOURCE";
inline constexpr absl::string_view kMalformedSource = "MALFORMED_SOURCE";
inline constexpr absl::string_view kMalformedModel = "MALFORMED_MODEL";
// NOT_FOUND: no record has this id.
inline constexpr absl::string_view kUnknownRecord = "UNKNOWN_RECORD";
// UNAVAILABLE: the store cannot read or write now; the server is stopping.
inline constexpr absl::string_view kStoreUnavailable = "STORE_UNAVAILABLE";
inline constexpr absl::string_view kServerStopping = "SERVER_STOPPING";
// DATA_LOSS: what the store read is not what was written.
inline constexpr absl::string_view kStoreDamaged = "STORE_DAMAGED";

}  // namespace reason

// Gives an error its reason, with facts such as the limit that was exceeded. A
// status that is OK or has a reason already stays as it is.
absl::Status WithReason(absl::Status status, absl::string_view reason,
                        const std::map<std::string, std::string>& facts = {});

// Gives an error of the store the reason that its code stands for;
// `invalid_argument` is the reason of an INVALID_ARGUMENT.
absl::Status WithStoreReason(absl::Status status,
                             absl::string_view invalid_argument);

// An error as data, for one item of a batch. An error without a reason gets the
// name of its code as one. Long messages are cut off.
google::rpc::Status ToRpcStatus(const absl::Status& status);

// An error as the end of a call; its details are the google.rpc.Status of
// ToRpcStatus.
grpc::Status ToGrpcStatus(const absl::Status& status);

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_ERROR_H_
