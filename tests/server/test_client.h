#ifndef TUNEDEX_TESTS_SERVER_TEST_CLIENT_H_
#define TUNEDEX_TESTS_SERVER_TEST_CLIENT_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "grpcpp/channel.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"
#include "grpcpp/support/sync_stream.h"
#include "tunedex/v1/admin_service.grpc.pb.h"
#include "tunedex/v1/ingest_service.grpc.pb.h"
#include "tunedex/v1/lookup_service.grpc.pb.h"

namespace tunedex::server {

// A client of a server under test, over a connection of its own. Every call
// fails after a minute instead of hanging.
class TestClient {
 public:
  explicit TestClient(const std::string& address);

  // What a stream of pushes gave.
  struct Pushed {
    std::vector<v1::PushResponse> responses;
    grpc::Status status;
  };

  // An open stream of pushes.
  struct PushCall {
    grpc::ClientContext context;
    std::unique_ptr<grpc::ClientReaderWriter<v1::PushRequest, v1::PushResponse>>
        stream;
  };

  // Opens a stream of pushes.
  std::unique_ptr<PushCall> OpenPush();

  // Sends the requests one after another, closes, and reads all responses.
  Pushed Push(const std::vector<v1::PushRequest>& requests);

  // Pushes lines in one request and returns its results; a test failure if the
  // call fails.
  std::vector<v1::PushResult> PushLines(const std::vector<std::string>& lines,
                                        const std::string& source = "farm");

  grpc::Status Lookup(const v1::LookupRequest& request,
                      v1::LookupResponse& response);
  grpc::Status BatchLookup(const v1::BatchLookupRequest& request,
                           v1::BatchLookupResponse& response);
  grpc::Status GetRecord(const std::string& record_id,
                         v1::GetRecordResponse& response);
  // A test failure if the call fails.
  v1::GetStatsResponse GetStats();

  // Calls a method by name with serialised messages: for services whose protos
  // are not packaged. Works for one message each way.
  grpc::Status CallRaw(const std::string& method, const std::string& request,
                       std::string& response);

 private:
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::LookupService::Stub> lookup_;
  std::unique_ptr<v1::IngestService::Stub> ingest_;
  std::unique_ptr<v1::AdminService::Stub> admin_;
};

// A push of lines.
v1::PushRequest LinesRequest(const std::vector<std::string>& lines,
                             const std::string& source = "farm");

// A lookup of an auto_scheduler workload.
v1::LookupRequest KeyLookup(absl::string_view workload_key,
                            absl::string_view target);

}  // namespace tunedex::server

#endif  // TUNEDEX_TESTS_SERVER_TEST_CLIENT_H_
