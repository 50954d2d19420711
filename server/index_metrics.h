#ifndef TUNEDEX_SERVER_INDEX_METRICS_H_
#define TUNEDEX_SERVER_INDEX_METRICS_H_

#include <vector>

#include "prometheus/collectable.h"
#include "prometheus/metric_family.h"
#include "storage/store.h"

namespace tunedex::server {

// What the nearest index keeps in memory, as of the moment it is asked:
//   tunedex_index_groups, tunedex_index_shapes, tunedex_index_bytes
//   tunedex_index_loads_total, tunedex_index_evictions_total
//   tunedex_index_streamed_total: searches in groups too large to be kept
// Bytes by shapes is what a shape takes. Thread safe.
class IndexMetrics final : public prometheus::Collectable {
 public:
  // `store` must outlive this.
  explicit IndexMetrics(const storage::Store& store) : store_(store) {}

  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const storage::Store& store_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_INDEX_METRICS_H_
