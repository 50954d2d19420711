#include "server/index_metrics.h"

#include "prometheus/client_metric.h"
#include "prometheus/metric_type.h"
#include "storage/nearest/index_cache.h"

namespace tunedex::server {
namespace {

prometheus::ClientMetric Value(double value, prometheus::MetricType type) {
  prometheus::ClientMetric metric;
  if (type == prometheus::MetricType::Counter) {
    metric.counter.value = value;
  } else {
    metric.gauge.value = value;
  }
  return metric;
}

prometheus::MetricFamily Family(const char* name, const char* help,
                                double value, prometheus::MetricType type) {
  return {
      .name = name, .help = help, .type = type, .metric = {Value(value, type)}};
}

}  // namespace

std::vector<prometheus::MetricFamily> IndexMetrics::Collect() const {
  const storage::IndexCache::Statistics index = store_.GetIndexStatistics();
  const auto gauge = [](const char* name, const char* help, auto value) {
    return Family(name, help, static_cast<double>(value),
                  prometheus::MetricType::Gauge);
  };
  const auto counter = [](const char* name, const char* help, auto value) {
    return Family(name, help, static_cast<double>(value),
                  prometheus::MetricType::Counter);
  };
  return {
      gauge("tunedex_index_groups", "Groups of workloads in memory.",
            index.groups),
      gauge("tunedex_index_shapes", "Stored shapes in memory.", index.shapes),
      gauge("tunedex_index_bytes", "Memory of the nearest index.", index.bytes),
      counter("tunedex_index_loads_total", "Groups read into memory.",
              index.loads),
      counter("tunedex_index_evictions_total", "Groups dropped from memory.",
              index.evictions),
      counter("tunedex_index_streamed_total",
              "Searches in groups too large for memory.", index.streamed)};
}

}  // namespace tunedex::server
