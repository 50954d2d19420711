#include "storage/scope.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "storage/tuple.h"

namespace tunedex::storage {
namespace {

// In the order in which they stand in an identity.
constexpr absl::string_view kIdentityAttributes[] = {
    "model", "device",  "mcpu", "march",      "arch",
    "mattr", "mtriple", "mabi", "mfloat-abi",
};

constexpr absl::string_view kArchitectureAttributes[] = {"arch", "mcpu",
                                                         "march"};

std::string Identity(const v1::Target& target) {
  TupleWriter identity;
  bool any = false;
  for (const absl::string_view name : kIdentityAttributes) {
    const std::string value = ComparableAttribute(target, name);
    if (value.empty()) continue;
    identity.Text(name).Text(value);
    any = true;
  }
  return any ? identity.Finish() : "";
}

std::string Architecture(const v1::Target& target) {
  for (const absl::string_view name : kArchitectureAttributes) {
    std::string value = ComparableAttribute(target, name);
    if (!value.empty()) return value;
  }
  return "";
}

Scope NamedScope(absl::string_view level, absl::string_view name) {
  const std::string scope = absl::StrCat(level, ":", name);
  return {.name = scope, .filed_under = scope};
}

}  // namespace

std::string ComparableAttribute(const v1::Target& target,
                                absl::string_view name) {
  if (name == "kind") return target.kind();
  if (name == "keys") return absl::StrJoin(target.keys(), ",");
  if (name == "model") return target.model();
  if (name == "device") return target.device();
  const auto found =
      target.attributes().find(std::string_view(name.data(), name.size()));
  if (found == target.attributes().end()) return "";
  if (name != "mattr") return found->second;
  const std::set<std::string> features =
      absl::StrSplit(found->second, ',', absl::SkipEmpty());
  return absl::StrJoin(features, ",");
}

bool SameTarget(const v1::Target& a, const v1::Target& b) {
  if (a.kind() != b.kind() || a.model() != b.model() ||
      a.device() != b.device() ||
      !std::equal(a.keys().begin(), a.keys().end(), b.keys().begin(),
                  b.keys().end()) ||
      a.attributes().size() != b.attributes().size()) {
    return false;
  }
  return std::all_of(a.attributes().begin(), a.attributes().end(),
                     [&](const auto& attribute) {
                       const auto found = b.attributes().find(attribute.first);
                       return found != b.attributes().end() &&
                              found->second == attribute.second;
                     });
}

std::vector<std::string> AttributeNames(const v1::Target& a,
                                        const v1::Target& b) {
  std::set<std::string> names;
  for (const v1::Target* target : {&a, &b}) {
    for (const auto& [name, value] : target->attributes()) names.insert(name);
  }
  std::vector<std::string> all = {"kind", "keys", "model", "device"};
  all.insert(all.end(), names.begin(), names.end());
  return all;
}

Scope ModelScope(absl::string_view model) { return NamedScope("model", model); }

std::vector<Scope> ScopesOf(const v1::Target& target) {
  std::vector<Scope> scopes;
  if (const std::string identity = Identity(target); !identity.empty()) {
    scopes.push_back(
        {.name = "target", .filed_under = absl::StrCat("target:", identity)});
  }
  if (!target.model().empty()) scopes.push_back(ModelScope(target.model()));
  if (const std::string arch = Architecture(target); !arch.empty()) {
    scopes.push_back(NamedScope("arch", arch));
  }
  for (const std::string& key : target.keys()) {
    scopes.push_back(NamedScope("key", key));
  }
  return scopes;
}

std::string EncodeTarget(const v1::Target& target) {
  TupleWriter writer;
  const std::vector<std::string> names = AttributeNames(target, target);
  for (const std::string& name : names) {
    const std::string value = ComparableAttribute(target, name);
    if (!value.empty()) writer.Text(name).Text(value);
  }
  return writer.Finish();
}

absl::StatusOr<std::string> EncodedAttribute(absl::string_view encoded_target,
                                             absl::string_view name) {
  TupleReader reader(encoded_target);
  while (!reader.rest().empty()) {
    const absl::StatusOr<std::string> found = reader.Text();
    if (!found.ok()) return found.status();
    absl::StatusOr<std::string> value = reader.Text();
    if (!value.ok() || *found == name) return value;
  }
  return "";
}

}  // namespace tunedex::storage
