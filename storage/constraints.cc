#include "storage/constraints.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/status/statusor.h"
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

// An empty wanted value admits every found one.
bool AdmitsVersion(const std::string& wanted, const std::string& found) {
  return wanted.empty() || wanted == found;
}

template <typename Predicate>
bool AnySource(const Filings& filings, Predicate predicate) {
  return std::any_of(
      filings.sources().begin(), filings.sources().end(),
      [&](const v1::RecordSource& source) { return predicate(source.name()); });
}

template <typename Predicate>
bool AnyValue(const DistinctValues& values, Predicate predicate) {
  return values.too_many() ||
         std::any_of(values.values().begin(), values.values().end(), predicate);
}

bool MayAdmitVersion(const std::string& wanted, const DistinctValues& found) {
  return AnyValue(found, [&](const std::string& value) {
    return AdmitsVersion(wanted, value);
  });
}

std::string SourceNames(const Filings& filings) {
  return absl::StrJoin(filings.sources(), ",",
                       [](std::string* out, const v1::RecordSource& source) {
                         absl::StrAppend(out, source.name());
                       });
}

std::string ShowTime(double seconds) {
  return absl::StrFormat("%.17g", seconds);
}

void AddExclusion(const std::string& constraint, const std::string& wanted,
                  const std::string& found, std::vector<v1::ExcludedBy>& all) {
  v1::ExcludedBy& excluded = all.emplace_back();
  excluded.set_constraint(constraint);
  excluded.set_wanted(wanted);
  excluded.set_found(found);
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
      any_(!options.required_attributes().empty() ||
           !options.log_version().empty() ||
           !options.compiler_version().empty() ||
           !options.code_hash().empty() || !options.sources().empty() ||
           !options.excluded_sources().empty() || options.since_seconds() > 0) {
  for (const std::string& name : options.required_attributes()) {
    required_.push_back(
        {.name = name, .wanted = ComparableAttribute(wanted, name)});
  }
}

bool Constraints::AdmitsSource(const std::string& name) const {
  return options_.sources().empty() || Contains(options_.sources(), name);
}

bool Constraints::IsOtherSource(const std::string& name) const {
  return !Contains(options_.excluded_sources(), name);
}

bool Constraints::AdmitsTime(double measured_at) const {
  return options_.since_seconds() == 0 ||
         measured_at >= options_.since_seconds();
}

bool Constraints::AdmitsRecord(const v1::TuningRecord& record) const {
  const v1::Versions& versions = record.versions();
  return AdmitsVersion(options_.log_version(), versions.log_version()) &&
         AdmitsVersion(options_.compiler_version(),
                       versions.compiler_version()) &&
         AdmitsVersion(options_.code_hash(), versions.code_hash()) &&
         AdmitsTime(record.measurement().timestamp_seconds()) &&
         std::all_of(required_.begin(), required_.end(),
                     [&](const Attribute& attribute) {
                       return ComparableAttribute(record.target(),
                                                  attribute.name) ==
                              attribute.wanted;
                     });
}

bool Constraints::AdmitsFilings(const Filings& filings) const {
  return AnySource(filings, [&](auto& name) { return AdmitsSource(name); }) &&
         AnySource(filings, [&](auto& name) { return IsOtherSource(name); });
}

bool Constraints::MayAdmitTarget(const DistinctValues& targets) const {
  return AnyValue(targets, [&](const std::string& target) {
    return std::all_of(required_.begin(), required_.end(),
                       [&](const Attribute& attribute) {
                         const absl::StatusOr<std::string> found =
                             EncodedAttribute(target, attribute.name);
                         return !found.ok() || *found == attribute.wanted;
                       });
  });
}

bool Constraints::MayAdmit(const BestEntry& entry) const {
  if (!entry.has_summary()) return true;
  const Summary& summary = entry.summary();
  return MayAdmitVersion(options_.log_version(), summary.log_versions()) &&
         MayAdmitVersion(options_.compiler_version(),
                         summary.compiler_versions()) &&
         MayAdmitVersion(options_.code_hash(), summary.code_hashes()) &&
         AdmitsTime(summary.newest_seconds()) &&
         AnyValue(summary.sources(),
                  [&](auto& name) { return AdmitsSource(name); }) &&
         AnyValue(summary.sources(),
                  [&](auto& name) { return IsOtherSource(name); }) &&
         MayAdmitTarget(summary.targets());
}

std::vector<v1::ExcludedBy> Constraints::WhatExcludes(
    const HistoryEntry& entry) const {
  std::vector<v1::ExcludedBy> all;
  for (const auto& [name, wanted] : required_) {
    const std::string found = ComparableAttribute(entry.record.target(), name);
    if (wanted == found) continue;
    AddExclusion(absl::StrCat("required_attributes: ", name), wanted, found,
                 all);
  }
  const auto check_version = [&](const std::string& constraint,
                                 const std::string& wanted,
                                 const std::string& found) {
    if (AdmitsVersion(wanted, found)) return;
    AddExclusion(constraint, wanted, found, all);
  };
  const v1::Versions& versions = entry.record.versions();
  check_version("log_version", options_.log_version(), versions.log_version());
  check_version("compiler_version", options_.compiler_version(),
                versions.compiler_version());
  check_version("code_hash", options_.code_hash(), versions.code_hash());
  const Filings& filings = entry.filings;
  if (!AnySource(filings, [&](auto& name) { return AdmitsSource(name); })) {
    AddExclusion("sources", absl::StrJoin(options_.sources(), ","),
                 SourceNames(filings), all);
  }
  if (!AnySource(filings, [&](auto& name) { return IsOtherSource(name); })) {
    AddExclusion(
        "excluded_sources",
        absl::StrCat("not ", absl::StrJoin(options_.excluded_sources(), ",")),
        SourceNames(filings), all);
  }
  const double measured_at = entry.record.measurement().timestamp_seconds();
  if (!AdmitsTime(measured_at)) {
    AddExclusion("since_seconds", ShowTime(options_.since_seconds()),
                 ShowTime(measured_at), all);
  }
  return all;
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
