#include "server/metrics.h"

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "google/protobuf/descriptor.h"
#include "prometheus/collectable.h"
#include "prometheus/counter.h"
#include "prometheus/exposer.h"
#include "prometheus/family.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"
#include "prometheus/registry.h"
#include "server/address.h"
#include "server/version.h"
#include "tunedex/v1/ingest_service.pb.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::server {
namespace {

// From a lookup in memory, some microseconds, to one that waits for a disk.
const prometheus::Histogram::BucketBoundaries kLookupSeconds = {
    1e-6,   2.5e-6, 5e-6, 1e-5,   2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3,
    2.5e-3, 5e-3,   1e-2, 2.5e-2, 5e-2,   0.1,  0.25, 0.5,    1.0,  2.5};

using Counters = std::vector<prometheus::Counter*>;

// One counter for each value of an enumeration, with a label such as "exact"
// for OUTCOME_EXACT, and `unspecified` for the value 0.
Counters CountersOf(prometheus::Family<prometheus::Counter>& family,
                    const char* label, absl::string_view prefix,
                    const google::protobuf::EnumDescriptor& type,
                    absl::string_view unspecified) {
  Counters counters(type.value_count(), nullptr);
  for (int i = 0; i < type.value_count(); ++i) {
    const auto& value = *type.value(i);
    absl::string_view name = absl::StripPrefix(value.name(), prefix);
    if (value.number() == 0) name = unspecified;
    counters.at(value.number()) =
        &family.Add({{label, absl::AsciiStrToLower(name)}});
  }
  return counters;
}

prometheus::Family<prometheus::Counter>& Family(prometheus::Registry& registry,
                                                const char* name,
                                                const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

}  // namespace

Metrics::Metrics()
    : registry_(std::make_shared<prometheus::Registry>()),
      lookups_(CountersOf(Family(*registry_, "tunedex_lookups_total",
                                 "Lookups answered, by outcome."),
                          "outcome", "OUTCOME_", *v1::Outcome_descriptor(),
                          /*unspecified=*/"error")),
      misses_(CountersOf(Family(*registry_, "tunedex_misses_total",
                                "Lookups without a schedule, by reason."),
                         "reason", "MISS_REASON_", *v1::MissReason_descriptor(),
                         /*unspecified=*/"unspecified")),
      pushed_records_(
          CountersOf(Family(*registry_, "tunedex_pushed_records_total",
                            "Records pushed, by outcome."),
                     "outcome", "PUSH_OUTCOME_", *v1::PushOutcome_descriptor(),
                     /*unspecified=*/"unspecified")),
      lookup_seconds_(prometheus::BuildHistogram()
                          .Name("tunedex_lookup_seconds")
                          .Help("Time to find the answer to one lookup.")
                          .Register(*registry_)
                          .Add({}, kLookupSeconds)),
      store_records_(prometheus::BuildGauge()
                         .Name("tunedex_store_records")
                         .Help("Records stored.")
                         .Register(*registry_)
                         .Add({})) {
  prometheus::BuildGauge()
      .Name("tunedex_build_info")
      .Help("1, with the version of the server as a label.")
      .Register(*registry_)
      .Add({{"version", std::string(kVersion)}})
      .Set(1);
}

void Metrics::Add(std::shared_ptr<prometheus::Collectable> source) {
  sources_.push_back(std::move(source));
}

absl::StatusOr<int> Metrics::Expose(const Address& listen) {
  try {
    // With the default of two threads and no time limit, two idle connections
    // would shut everybody else out.
    exposer_ = std::make_unique<prometheus::Exposer>(std::vector<std::string>{
        "listening_ports", listen.ToString(), "num_threads", "16",
        "request_timeout_ms", "2000", "keep_alive_timeout_ms", "0"});
  } catch (const std::exception&) {
    // The HTTP server says only that it failed.
    return absl::UnavailableError(absl::StrCat(
        "cannot serve metrics on ", listen.ToString(), ": ",
        absl::StartsWith(listen.host, "[")
            ? "metrics are served over IPv4 only"
            : "the address is in use by another program, or is not of this "
              "machine"));
  }
  exposer_->RegisterCollectable(registry_);
  for (const auto& source : sources_) exposer_->RegisterCollectable(source);
  return exposer_->GetListeningPorts().front();
}

void Metrics::CountLookup(const absl::Status& status,
                          const v1::LookupResponse& answer,
                          absl::Duration took) {
  lookup_seconds_.Observe(absl::ToDoubleSeconds(took));
  lookups_.at(status.ok() ? answer.outcome() : 0)->Increment();
  if (status.ok() && answer.has_miss()) {
    misses_.at(answer.miss().reason())->Increment();
  }
}

void Metrics::CountPush(const v1::PushResponse& response) {
  for (const v1::PushResult& result : response.results()) {
    pushed_records_.at(result.outcome())->Increment();
  }
}

void Metrics::SetStoreRecords(uint64_t records) {
  store_records_.Set(static_cast<double>(records));
}

}  // namespace tunedex::server
