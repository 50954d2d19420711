#include "tests/server/test_client.h"

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "grpcpp/channel.h"
#include "grpcpp/client_context.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/channel_arguments.h"
#include "grpcpp/support/status.h"
#include "gtest/gtest.h"

namespace tunedex::server {
namespace {

void SetDeadline(grpc::ClientContext& context) {
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::minutes(1));
}

std::shared_ptr<grpc::Channel> Connect(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  // Otherwise gRPC shares a connection between equal channels.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                   arguments);
}

}  // namespace

TestClient::TestClient(const std::string& address)
    : channel_(Connect(address)),
      lookup_(v1::LookupService::NewStub(channel_)),
      ingest_(v1::IngestService::NewStub(channel_)),
      admin_(v1::AdminService::NewStub(channel_)) {}

std::unique_ptr<TestClient::PushCall> TestClient::OpenPush() {
  auto call = std::make_unique<PushCall>();
  SetDeadline(call->context);
  call->stream = ingest_->Push(&call->context);
  return call;
}

TestClient::Pushed TestClient::Push(
    const std::vector<v1::PushRequest>& requests) {
  auto call = OpenPush();
  std::thread writer([&] {
    for (const v1::PushRequest& request : requests) {
      if (!call->stream->Write(request)) break;
    }
    call->stream->WritesDone();
  });
  Pushed pushed;
  v1::PushResponse response;
  while (call->stream->Read(&response)) {
    pushed.responses.push_back(std::move(response));
  }
  writer.join();
  pushed.status = call->stream->Finish();
  return pushed;
}

std::vector<v1::PushResult> TestClient::PushLines(
    const std::vector<std::string>& lines, const std::string& source) {
  Pushed pushed = Push({LinesRequest(lines, source)});
  EXPECT_TRUE(pushed.status.ok()) << pushed.status.error_message();
  if (pushed.responses.size() != 1) {
    ADD_FAILURE() << pushed.responses.size() << " responses to one request";
    return {};
  }
  const auto& results = pushed.responses[0].results();
  return {results.begin(), results.end()};
}

grpc::Status TestClient::Lookup(const v1::LookupRequest& request,
                                v1::LookupResponse& response) {
  grpc::ClientContext context;
  SetDeadline(context);
  return lookup_->Lookup(&context, request, &response);
}

grpc::Status TestClient::BatchLookup(const v1::BatchLookupRequest& request,
                                     v1::BatchLookupResponse& response) {
  grpc::ClientContext context;
  SetDeadline(context);
  return lookup_->BatchLookup(&context, request, &response);
}

grpc::Status TestClient::GetRecord(const std::string& record_id,
                                   v1::GetRecordResponse& response) {
  grpc::ClientContext context;
  SetDeadline(context);
  v1::GetRecordRequest request;
  request.set_record_id(record_id);
  return admin_->GetRecord(&context, request, &response);
}

v1::GetStatsResponse TestClient::GetStats() {
  grpc::ClientContext context;
  SetDeadline(context);
  v1::GetStatsResponse response;
  grpc::Status status = admin_->GetStats(&context, {}, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response;
}

grpc::Status TestClient::CallRaw(const std::string& method,
                                 const std::string& request,
                                 std::string& response) {
  grpc::ClientContext context;
  SetDeadline(context);
  grpc::Slice slice(request);
  grpc::ByteBuffer sent(&slice, 1);
  grpc::ByteBuffer received;
  std::promise<grpc::Status> done;
  grpc::GenericStub stub(channel_);
  stub.UnaryCall(
      &context, method, grpc::StubOptions(), &sent, &received,
      [&done](grpc::Status status) { done.set_value(std::move(status)); });
  grpc::Status status = done.get_future().get();
  if (!status.ok()) return status;
  grpc::Slice bytes;
  status = received.DumpToSingleSlice(&bytes);
  response.assign(reinterpret_cast<const char*>(bytes.begin()), bytes.size());
  return status;
}

v1::PushRequest LinesRequest(const std::vector<std::string>& lines,
                             const std::string& source) {
  v1::PushRequest request;
  request.set_source(source);
  for (const std::string& line : lines) {
    request.add_records()->set_log_line(line);
  }
  return request;
}

v1::LookupRequest KeyLookup(absl::string_view workload_key,
                            absl::string_view target) {
  v1::LookupRequest request;
  request.mutable_workload()->set_workload_key(std::string(workload_key));
  request.mutable_target()->set_text(std::string(target));
  return request;
}

}  // namespace tunedex::server
