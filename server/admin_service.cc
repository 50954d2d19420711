#include "server/admin_service.h"

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/server_callback.h"
#include "server/error.h"
#include "server/target_texts.h"
#include "server/unary.h"
#include "server/version.h"
#include "storage/store.h"
#include "storage/stored.pb.h"
#include "tunedex/v1/admin_service.pb.h"

namespace tunedex::server {
namespace {

absl::Status ReadRecord(const storage::Store& store,
                        const std::string& record_id,
                        v1::GetRecordResponse& response) {
  auto stored = store.GetRecord(record_id);
  if (!stored.ok()) {
    return WithStoreReason(stored.status(), reason::kMalformedRecordId);
  }
  TargetTexts().AddTo(*stored);
  *response.mutable_stored() = *std::move(stored);
  return absl::OkStatus();
}

absl::Status ReadStats(const storage::Store& store,
                       v1::GetStatsResponse& response) {
  auto bytes_on_disk = store.BytesOnDisk();
  if (!bytes_on_disk.ok()) {
    return WithStoreReason(bytes_on_disk.status(), reason::kInvalidOption);
  }
  storage::Totals totals = store.GetTotals();
  response.set_records(totals.records());
  response.set_workloads(totals.workloads());
  response.set_targets(totals.targets());
  response.set_sources(totals.sources());
  response.set_failed_measurements(totals.failed_measurements());
  response.set_revision(totals.revision());
  response.set_bytes_on_disk(*bytes_on_disk);
  response.set_server_version(std::string(kVersion));
  return absl::OkStatus();
}

}  // namespace

grpc::ServerUnaryReactor* AdminService::GetRecord(
    grpc::CallbackServerContext* /*context*/, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  return AnswerUnary<v1::GetRecordRequest, v1::GetRecordResponse>(
      calls_, *request, response,
      [&](const v1::GetRecordRequest& decoded, v1::GetRecordResponse& answer) {
        return ReadRecord(store_, decoded.record_id(), answer);
      });
}

grpc::ServerUnaryReactor* AdminService::GetStats(
    grpc::CallbackServerContext* /*context*/, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  return AnswerUnary<v1::GetStatsRequest, v1::GetStatsResponse>(
      calls_, *request, response,
      [&](const v1::GetStatsRequest&, v1::GetStatsResponse& answer) {
        return ReadStats(store_, answer);
      });
}

}  // namespace tunedex::server
