#include "server/server.h"

#include <chrono>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "grpc/grpc.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "server/address.h"
#include "server/index_metrics.h"
#include "server/limits.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/store.h"

namespace tunedex::server {
namespace {

// A client that vanished without a word is noticed within these two together,
// and its streams end.
constexpr absl::Duration kKeepaliveTime = absl::Minutes(1);
constexpr absl::Duration kKeepaliveTimeout = absl::Seconds(20);
// Clients that ask more often whether the server is there are sent away.
constexpr absl::Duration kMinClientPingInterval = absl::Seconds(10);
// How long a shutdown waits for clients to close their connections when no call
// is in flight: one that idles may take 5 s to notice, a dead one never does.
constexpr absl::Duration kConnectionLinger = absl::Milliseconds(200);

// Health and reflection are switches of the whole process in gRPC.
void EnablePlugins() {
  static std::once_flag once;
  std::call_once(once, [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  });
}

void SetDuration(grpc::ServerBuilder& builder, const char* argument,
                 absl::Duration value) {
  builder.AddChannelArgument(
      argument, static_cast<int>(absl::ToInt64Milliseconds(value)));
}

void Configure(grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(kMaxReceivedBytes);
  // Otherwise two servers could share a port and split its clients.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  SetDuration(builder, GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveTime);
  SetDuration(builder, GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeout);
  SetDuration(builder, GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
              kMinClientPingInterval);
}

absl::StatusOr<Address> ReadAddress(absl::string_view what,
                                    absl::string_view text) {
  auto address = ParseAddress(text);
  if (address.ok()) return address;
  return absl::InvalidArgumentError(
      absl::StrCat(what, ": ", address.status().message()));
}

absl::Status CheckAddresses(const ListenOptions& listen) {
  auto grpc = ReadAddress("listen", listen.grpc);
  if (!grpc.ok() || listen.metrics.empty()) return grpc.status();
  return ReadAddress("metrics_listen", listen.metrics).status();
}

}  // namespace

absl::StatusOr<std::unique_ptr<Server>> Server::Start(
    const ServerOptions& options) {
  // Before the folder is opened, and made if it is new.
  if (absl::Status status = CheckAddresses(options.listen); !status.ok()) {
    return status;
  }
  auto engine = storage::OpenRocksDbEngine(
      {.data_dir = options.data_dir,
       .block_cache_bytes = options.block_cache_bytes});
  if (!engine.ok()) return engine.status();
  auto store = storage::Store::Create(
      *std::move(engine), {.index_cache_bytes = options.index_cache_bytes});
  if (!store.ok()) return store.status();
  return Serve(*std::move(store), options.listen);
}

absl::StatusOr<std::unique_ptr<Server>> Server::Serve(
    std::unique_ptr<storage::Store> store, const ListenOptions& listen) {
  std::unique_ptr<Server> server(new Server(std::move(store)));
  // In this order, since an endpoint for metrics takes 2 s to give up again.
  absl::Status status = server->ListenForGrpc(listen.grpc);
  if (status.ok()) status = server->ListenForMetrics(listen.metrics);
  if (!status.ok()) return status;
  server->SayServing();
  return server;
}

Server::Server(std::unique_ptr<storage::Store> store)
    : store_(std::move(store)),
      records_at_start_(store_->GetTotals().records()),
      lookup_service_(*store_, metrics_, calls_),
      ingest_service_(*store_, metrics_, calls_),
      admin_service_(*store_, calls_) {
  metrics_.SetStoreRecords(records_at_start_);
  metrics_.Add(std::make_shared<IndexMetrics>(*store_));
}

Server::~Server() { Shutdown(absl::ZeroDuration()); }

std::string Server::metrics_address() const {
  return metrics_address_.has_value() ? metrics_address_->ToString() : "none";
}

absl::Status Server::ListenForMetrics(absl::string_view listen) {
  if (listen.empty()) return absl::OkStatus();
  auto address = ReadAddress("metrics_listen", listen);
  if (!address.ok()) return address.status();
  auto port = metrics_.Expose(*address);
  if (!port.ok()) return port.status();
  metrics_address_ = {.host = address->host, .port = *port};
  return absl::OkStatus();
}

absl::Status Server::ListenForGrpc(absl::string_view listen) {
  auto address = ReadAddress("listen", listen);
  if (!address.ok()) return address.status();
  EnablePlugins();
  grpc::ServerBuilder builder;
  Configure(builder);
  int port = 0;
  builder.AddListeningPort(address->ToString(),
                           grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&lookup_service_);
  builder.RegisterService(&ingest_service_);
  builder.RegisterService(&admin_service_);
  grpc_server_ = builder.BuildAndStart();
  if (grpc_server_ == nullptr || port == 0) {
    return absl::UnavailableError(absl::StrCat(
        "cannot listen on ", address->ToString(),
        ": the address is in use by another program, or is not of this "
        "machine"));
  }
  grpc_address_ = {.host = address->host, .port = port};
  return absl::OkStatus();
}

void Server::SayServing() {
  auto* health = grpc_server_->GetHealthCheckService();
  // The empty name is the server as a whole.
  for (const char* service : std::initializer_list<const char*>{
           "", v1::LookupService::service_full_name(),
           v1::IngestService::service_full_name(),
           v1::AdminService::service_full_name()}) {
    health->SetServingStatus(service, /*serving=*/true);
  }
}

void Server::Shutdown(absl::Duration grace) {
  if (grpc_server_ != nullptr) {
    grpc_server_->GetHealthCheckService()->Shutdown();
    ingest_service_.Drain();
    CloseConnections(grace);
    grpc_server_.reset();
  }
  // No push is left in it: every stream waited for its own.
  store_.reset();
}

// gRPC waits for all connections to close, so another thread cuts them when the
// calls are done.
void Server::CloseConnections(absl::Duration grace) {
  absl::Time deadline = absl::Now() + grace;
  absl::Notification closed;
  std::thread closing([this, deadline, &closed] {
    grpc_server_->Shutdown(absl::ToChronoTime(deadline));
    closed.Notify();
  });
  calls_.AwaitNone(grace);
  if (!closed.WaitForNotificationWithTimeout(kConnectionLinger)) {
    grpc_server_cancel_all_calls(grpc_server_->c_server());
  }
  closing.join();
}

}  // namespace tunedex::server
