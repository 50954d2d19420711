#ifndef TUNEDEX_SERVER_SERVER_H_
#define TUNEDEX_SERVER_SERVER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "grpcpp/server.h"
#include "server/address.h"
#include "server/admin_service.h"
#include "server/call_counter.h"
#include "server/ingest_service.h"
#include "server/lookup_service.h"
#include "server/metrics.h"
#include "storage/store.h"

namespace tunedex::server {

// Where a server listens; port 0 picks a free one.
struct ListenOptions {
  // gRPC. Without encryption, so by default for this machine only.
  std::string grpc = "127.0.0.1:7420";
  // Prometheus metrics over HTTP; empty: nowhere.
  std::string metrics = "127.0.0.1:7421";
};

// How a server over a local data folder is started.
struct ServerOptions {
  // Folder of the database; made if it is missing.
  std::string data_dir;
  ListenOptions listen;
  // Memory for what is read from tables and for what is not written to them
  // yet, in bytes.
  size_t block_cache_bytes = size_t{256} << 20;
  // Memory for the indexes of nearest lookups, in bytes.
  size_t index_cache_bytes = size_t{256} << 20;
};

// A store that answers over gRPC: lookup, ingest, admin, health and reflection,
// with metrics beside it. Lives in one process with others, as tests need it.
class Server {
 public:
  // Opens the data folder and starts to answer. INVALID_ARGUMENT for an address
  // that cannot be read, UNAVAILABLE for one that cannot be listened on, and
  // the errors of OpenRocksDbEngine and Store::Create.
  static absl::StatusOr<std::unique_ptr<Server>> Start(
      const ServerOptions& options);

  // Starts to answer from an opened store, whatever its engine.
  static absl::StatusOr<std::unique_ptr<Server>> Serve(
      std::unique_ptr<storage::Store> store, const ListenOptions& listen);

  // Shuts down at once if nobody did.
  ~Server();

  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // HOST:PORT with the port that was bound.
  std::string listen_address() const { return grpc_address_.ToString(); }
  // The same for metrics; "none" if they are served nowhere.
  std::string metrics_address() const;

  // Records stored when the server started.
  uint64_t records_at_start() const { return records_at_start_; }

  // Says NOT_SERVING to health checks, takes no new calls, lets those in flight
  // finish for as long as `grace`, cancels the rest, then closes the store. An
  // idle push stream is ended with UNAVAILABLE at once; streams of health and
  // reflection are not waited for. To be called from one thread.
  void Shutdown(absl::Duration grace);

 private:
  explicit Server(std::unique_ptr<storage::Store> store);

  absl::Status ListenForGrpc(absl::string_view listen);
  absl::Status ListenForMetrics(absl::string_view listen);
  void SayServing();
  void CloseConnections(absl::Duration grace);

  std::unique_ptr<storage::Store> store_;
  const uint64_t records_at_start_;
  Metrics metrics_;
  CallCounter calls_;
  LookupService lookup_service_;
  IngestService ingest_service_;
  AdminService admin_service_;
  Address grpc_address_;
  std::optional<Address> metrics_address_;
  std::unique_ptr<grpc::Server> grpc_server_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_SERVER_H_
