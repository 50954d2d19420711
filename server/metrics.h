#ifndef TUNEDEX_SERVER_METRICS_H_
#define TUNEDEX_SERVER_METRICS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "prometheus/collectable.h"
#include "prometheus/counter.h"
#include "prometheus/exposer.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"
#include "prometheus/registry.h"
#include "server/address.h"
#include "tunedex/v1/ingest_service.pb.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::server {

// What the server counts about itself, in the form that Prometheus reads:
//   tunedex_lookups_total{outcome="exact|compatible|none|error"}
//   tunedex_misses_total{reason="unknown_workload|..."}
//   tunedex_lookup_seconds (histogram)
//   tunedex_pushed_records_total{outcome="stored|duplicate|rejected|comment"}
//   tunedex_store_records
//   tunedex_build_info{version}
// Thread safe.
class Metrics {
 public:
  Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // Shows what another source collects as well; before Expose.
  void Add(std::shared_ptr<prometheus::Collectable> source);

  // Serves http://HOST:PORT/metrics until this object goes; gives the port that
  // was bound. UNAVAILABLE if the address cannot be listened on, or is one of
  // IPv6, which Debian's prometheus-cpp is built without.
  absl::StatusOr<int> Expose(const Address& listen);

  // Counts one lookup, alone or of a batch, by its answer, or as an error if
  // `status` is one.
  void CountLookup(const absl::Status& status, const v1::LookupResponse& answer,
                   absl::Duration took);

  // Counts the results of one push request.
  void CountPush(const v1::PushResponse& response);

  // Sets how many records the store holds.
  void SetStoreRecords(uint64_t records);

 private:
  const std::shared_ptr<prometheus::Registry> registry_;
  // Indexed by the numbers of v1::Outcome, v1::MissReason and v1::PushOutcome,
  // where 0 of the outcomes stands for an error. Made at the start, so that a
  // counter which never counted reads 0 instead of being absent.
  const std::vector<prometheus::Counter*> lookups_;
  const std::vector<prometheus::Counter*> misses_;
  const std::vector<prometheus::Counter*> pushed_records_;
  prometheus::Histogram& lookup_seconds_;
  prometheus::Gauge& store_records_;
  std::vector<std::shared_ptr<prometheus::Collectable>> sources_;
  // Last, so that it goes before what it shows.
  std::unique_ptr<prometheus::Exposer> exposer_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_METRICS_H_
