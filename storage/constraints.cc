#include "storage/constraints.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "storage/scope.h"

namespace tunedex::storage {
namespace {

using Names = google::protobuf::RepeatedPtrField<std::string>;

constexpr int kMaxAnswers = 1000;

bool Contains(const Names& names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string SourceNames(const Filings& filings) {
  return absl::StrJoin(filings.sources(), ",",
                       [](std::string* out, const v1::RecordSource& source) {
                         absl::StrAppend(out, source.name());
                       });
}

// Collects what rules a record out.
class Exclusions {
 public:
  void Unless(bool admitted, absl::string_view constraint,
              const std::string& wanted, const std::string& found) {
    if (admitted) return;
    v1::ExcludedBy& excluded = all_.emplace_back();
    excluded.set_constraint(std::string(constraint));
    excluded.set_wanted(wanted);
    excluded.set_found(found);
  }

  // An empty wanted value admits every found one.
  void UnlessEqual(absl::string_view constraint, const std::string& wanted,
                   const std::string& found) {
    Unless(wanted.empty() || wanted == found, constraint, wanted, found);
  }

  std::vector<v1::ExcludedBy> Finish() && { return std::move(all_); }

 private:
  std::vector<v1::ExcludedBy> all_;
};

void CheckSources(const v1::LookupOptions& options, const Filings& filings,
                  Exclusions& exclusions) {
  const auto& sources = filings.sources();
  const auto any_source = [&](auto admits) {
    return std::any_of(
        sources.begin(), sources.end(),
        [&](const v1::RecordSource& source) { return admits(source.name()); });
  };
  if (!options.sources().empty()) {
    const bool wanted = any_source([&](const std::string& name) {
      return Contains(options.sources(), name);
    });
    exclusions.Unless(wanted, "sources", absl::StrJoin(options.sources(), ","),
                      SourceNames(filings));
  }
  if (!options.excluded_sources().empty()) {
    const bool from_others = any_source([&](const std::string& name) {
      return !Contains(options.excluded_sources(), name);
    });
    exclusions.Unless(
        from_others, "excluded_sources",
        absl::StrCat("not ", absl::StrJoin(options.excluded_sources(), ",")),
        SourceNames(filings));
  }
}

bool IsScope(absl::string_view scope) {
  if (scope == "target") return true;
  for (const absl::string_view level : {"model", "arch", "key"}) {
    if (scope == level) return true;
    if (absl::StartsWith(scope, absl::StrCat(level, ":")) &&
        scope.size() > level.size() + 1) {
      return true;
    }
  }
  return false;
}

}  // namespace

Constraints::Constraints(const v1::LookupOptions& options,
                         const v1::Target& wanted)
    : options_(options),
      wanted_(wanted),
      any_(!options.required_attributes().empty() ||
           !options.log_version().empty() ||
           !options.compiler_version().empty() ||
           !options.code_hash().empty() || !options.sources().empty() ||
           !options.excluded_sources().empty() || options.since_seconds() > 0) {
}

std::vector<v1::ExcludedBy> Constraints::WhatExcludes(
    const HistoryEntry& entry) const {
  Exclusions exclusions;
  for (const std::string& name : options_.required_attributes()) {
    const std::string wanted = ComparableAttribute(wanted_, name);
    const std::string found = ComparableAttribute(entry.record.target(), name);
    exclusions.Unless(wanted == found,
                      absl::StrCat("required_attributes: ", name), wanted,
                      found);
  }
  const v1::Versions& versions = entry.record.versions();
  exclusions.UnlessEqual("log_version", options_.log_version(),
                         versions.log_version());
  exclusions.UnlessEqual("compiler_version", options_.compiler_version(),
                         versions.compiler_version());
  exclusions.UnlessEqual("code_hash", options_.code_hash(),
                         versions.code_hash());
  CheckSources(options_, entry.filings, exclusions);
  const double measured_at = entry.record.measurement().timestamp_seconds();
  exclusions.Unless(measured_at >= options_.since_seconds(), "since_seconds",
                    absl::StrFormat("%.17g", options_.since_seconds()),
                    absl::StrFormat("%.17g", measured_at));
  return std::move(exclusions).Finish();
}

absl::Status CheckOptions(const v1::LookupOptions& options) {
  if (options.top_k() > kMaxAnswers) {
    return absl::InvalidArgumentError(absl::StrCat(
        "top_k: ", options.top_k(), " is more than ", kMaxAnswers));
  }
  if (options.alternatives() > kMaxAnswers) {
    return absl::InvalidArgumentError(
        absl::StrCat("alternatives: ", options.alternatives(), " is more than ",
                     kMaxAnswers));
  }
  const double factor = options.max_distance_factor();
  if (factor != 0 && (!std::isfinite(factor) || factor < 1)) {
    return absl::InvalidArgumentError(
        absl::StrCat("max_distance_factor: ", factor,
                     " is neither 0 (no limit) nor a number of at least 1"));
  }
  if (!std::isfinite(options.since_seconds()) || options.since_seconds() < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("since_seconds: ", options.since_seconds(),
                     " is no time: seconds since the Unix epoch are wanted"));
  }
  for (const std::string& scope : options.scopes()) {
    if (IsScope(scope)) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "scopes: '", scope,
        "' is no scope: target, model, arch and key are, and model:NAME, "
        "arch:NAME and key:NAME"));
  }
  return absl::OkStatus();
}

}  // namespace tunedex::storage
