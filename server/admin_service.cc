#include "server/admin_service.h"

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/server_callback.h"
#include "server/error.h"
#include "server/target_text.h"
#include "server/unary.h"
#include "server/version.h"
#include "storage/store.h"
#include "storage/stored.pb.h"
#include "tunedex/v1/admin_service.pb.h"

namespace tunedex::server {
namespace {

absl::StatusOr<v1::GetRecordResponse> ReadRecord(const storage::Store& store,
                                                 const std::string& record_id) {
  auto stored = store.GetRecord(record_id);
  if (!stored.ok()) {
    return WithStoreReason(stored.status(), reason::kMalformedRecordId);
  }
  AddTargetText(*stored);
  v1::GetRecordResponse response;
  *response.mutable_stored() = *std::move(stored);
  return response;
}

absl::StatusOr<v1::GetStatsResponse> ReadStats(const storage::Store& store) {
  auto bytes_on_disk = store.BytesOnDisk();
  if (!bytes_on_disk.ok()) {
    return WithStoreReason(bytes_on_disk.status(), reason::kInvalidOption);
  }
  storage::Totals totals = store.GetTotals();
  v1::GetStatsResponse response;
  response.set_records(totals.records());
  response.set_workloads(totals.workloads());
  response.set_targets(totals.targets());
  response.set_sources(totals.sources());
  response.set_failed_measurements(totals.failed_measurements());
  response.set_revision(totals.revision());
  response.set_bytes_on_disk(*bytes_on_disk);
  response.set_server_version(std::string(kVersion));
  return response;
}

}  // namespace

grpc::ServerUnaryReactor* AdminService::GetRecord(
    grpc::CallbackServerContext* /*context*/, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  return AnswerUnary<v1::GetRecordRequest>(
      calls_, *request, response, [&](const v1::GetRecordRequest& decoded) {
        return ReadRecord(store_, decoded.record_id());
      });
}

grpc::ServerUnaryReactor* AdminService::GetStats(
    grpc::CallbackServerContext* /*context*/, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  return AnswerUnary<v1::GetStatsRequest>(
      calls_, *request, response,
      [&](const v1::GetStatsRequest&) { return ReadStats(store_); });
}

}  // namespace tunedex::server
