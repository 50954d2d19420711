#include "tests/storage/reference_policy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

namespace tunedex::testing {
namespace {

double MeanCost(const v1::TuningRecord& record) {
  double sum = 0;
  for (double cost : record.measurement().costs_seconds()) sum += cost;
  return sum / record.measurement().costs_seconds_size();
}

bool Counts(const v1::TuningRecord& record) {
  return record.measurement().error_number() == 0 && MeanCost(record) > 0;
}

// Type and value as one text.
std::string Show(const v1::Argument& argument) {
  std::ostringstream text;
  text.precision(17);
  if (argument.has_dimension()) text << "dimension " << argument.dimension();
  if (argument.has_fixed_integer()) text << "int " << argument.fixed_integer();
  if (argument.has_real()) text << "real " << argument.real() + 0.0;
  if (argument.has_text()) text << "text " << argument.text();
  if (argument.has_boolean()) text << "bool " << argument.boolean();
  if (argument.has_big_integer()) text << "big " << argument.big_integer();
  if (argument.has_null()) text << "null";
  return text.str();
}

double Factor(const v1::Workload& wanted, const v1::Workload& stored) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (wanted.framework() != stored.framework()) return infinity;
  if (wanted.structural_hash() != stored.structural_hash()) return infinity;
  if (wanted.arguments().size() != stored.arguments().size()) return infinity;
  double factor = 1.0;
  for (int i = 0; i < wanted.arguments().size(); ++i) {
    const v1::Argument& w = wanted.arguments(i);
    const v1::Argument& s = stored.arguments(i);
    if (w.has_dimension() && s.has_dimension()) {
      const int64_t quotient = w.dimension() / s.dimension();
      if (quotient * s.dimension() != w.dimension()) return infinity;
      factor = factor * static_cast<double>(quotient);
    } else if (Show(w) != Show(s)) {
      return infinity;
    }
  }
  return factor;
}

// The positions of the arguments that rule a stored workload out, in order.
std::vector<int> Offending(const v1::Workload& wanted,
                           const v1::Workload& stored) {
  std::vector<int> offending;
  for (int i = 0;
       i < std::max(wanted.arguments().size(), stored.arguments().size());
       ++i) {
    if (i >= wanted.arguments().size() || i >= stored.arguments().size()) {
      offending.push_back(i);
      continue;
    }
    const v1::Argument& w = wanted.arguments(i);
    const v1::Argument& s = stored.arguments(i);
    const bool divides = w.has_dimension() && s.has_dimension() &&
                         w.dimension() % s.dimension() == 0;
    if (!divides && Show(w) != Show(s)) offending.push_back(i);
  }
  return offending;
}

bool Same(const v1::Workload& a, const v1::Workload& b) {
  if (a.framework() != b.framework()) return false;
  if (a.structural_hash() != b.structural_hash()) return false;
  if (a.arguments().size() != b.arguments().size()) return false;
  for (int i = 0; i < a.arguments().size(); ++i) {
    if (Show(a.arguments(i)) != Show(b.arguments(i))) return false;
  }
  return true;
}

// All that is set on a target, features of mattr as a set.
std::map<std::string, std::set<std::string>> Attributes(
    const v1::Target& target) {
  std::map<std::string, std::set<std::string>> all;
  if (!target.model().empty()) all["model"] = {target.model()};
  if (!target.device().empty()) all["device"] = {target.device()};
  all["kind"] = {target.kind()};
  for (const auto& [name, value] : target.attributes()) {
    if (name != "mattr") {
      all[name] = {value};
      continue;
    }
    std::istringstream features(value);
    std::string feature;
    while (std::getline(features, feature, ',')) all[name].insert(feature);
  }
  return all;
}

std::map<std::string, std::set<std::string>> Identity(
    const v1::Target& target) {
  const std::set<std::string> names = {"model", "device",  "mcpu",
                                       "march", "arch",    "mattr",
                                       "mabi",  "mtriple", "mfloat-abi"};
  std::map<std::string, std::set<std::string>> identity;
  for (const auto& [name, value] : Attributes(target)) {
    if (names.count(name) > 0) identity[name] = value;
  }
  return identity;
}

std::string Architecture(const v1::Target& target) {
  for (const char* name : {"arch", "mcpu", "march"}) {
    const auto found = target.attributes().find(name);
    if (found != target.attributes().end()) return found->second;
  }
  return "";
}

template <typename T, typename U>
bool Has(const T& all, const U& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

void ReferencePolicy::Push(const v1::TuningRecord& record,
                           const std::string& source,
                           const std::string& model) {
  Entry* entry = nullptr;
  for (Entry& known : records_) {
    if (known.record.workload().framework() == record.workload().framework() &&
        known.record.log_line() == record.log_line()) {
      entry = &known;
    }
  }
  if (entry == nullptr) {
    records_.emplace_back();
    entry = &records_.back();
    entry->record = record;
  }
  entry->sources.insert(source);
  if (!model.empty() && record.target().model().empty()) {
    entry->models.insert(model);
  }
}

class ReferencePolicy::Query {
 public:
  Query(const std::vector<Entry>& records, const v1::Workload& workload,
        const v1::Target& target, const v1::LookupOptions& options)
      : records_(records),
        workload_(workload),
        target_(target),
        options_(options) {}

  Answer Run() const {
    Answer answer;
    const std::vector<std::string> scopes = Scopes();
    for (const std::string& scope : scopes) {
      answer.matches = InScope(scope, /*constrained=*/true);
      if (!answer.matches.empty()) return answer;
    }
    answer.scopes_tried = scopes;
    answer.reason = Reason(scopes);
    if (options_.explain()) answer.rejected = RejectedIn(scopes);
    return answer;
  }

 private:
  std::vector<std::string> Scopes() const {
    std::vector<std::pair<std::string, std::string>> all;
    if (!Identity(target_).empty()) all.push_back({"target", "target"});
    if (!target_.model().empty()) {
      all.push_back({"model", "model:" + target_.model()});
    }
    if (!Architecture(target_).empty()) {
      all.push_back({"arch", "arch:" + Architecture(target_)});
    }
    for (const std::string& key : target_.keys()) {
      all.push_back({"key", "key:" + key});
    }
    std::vector<std::string> allowed;
    for (const auto& [level, name] : all) {
      if (options_.scopes().empty() || Has(options_.scopes(), level) ||
          Has(options_.scopes(), name)) {
        allowed.push_back(name);
      }
    }
    return allowed;
  }

  bool IsFiled(const Entry& entry, const std::string& scope) const {
    const v1::Target& target = entry.record.target();
    if (!options_.any_kind() && target.kind() != target_.kind()) return false;
    if (scope == "target") return Identity(target) == Identity(target_);
    const std::string level = scope.substr(0, scope.find(':'));
    const std::string name = scope.substr(scope.find(':') + 1);
    if (level == "model") {
      return target.model() == name || entry.models.count(name) > 0;
    }
    if (level == "arch") return Architecture(target) == name;
    return Has(target.keys(), name);
  }

  bool Passes(const Entry& entry) const {
    const auto wanted = Attributes(target_);
    const auto stored = Attributes(entry.record.target());
    for (const std::string& name : options_.required_attributes()) {
      const auto w = wanted.find(name);
      const auto s = stored.find(name);
      const std::set<std::string> unset;
      if ((w == wanted.end() ? unset : w->second) !=
          (s == stored.end() ? unset : s->second)) {
        return false;
      }
    }
    const v1::Versions& versions = entry.record.versions();
    if (!options_.log_version().empty() &&
        options_.log_version() != versions.log_version()) {
      return false;
    }
    if (!options_.compiler_version().empty() &&
        options_.compiler_version() != versions.compiler_version()) {
      return false;
    }
    if (!options_.code_hash().empty() &&
        options_.code_hash() != versions.code_hash()) {
      return false;
    }
    bool from_wanted = options_.sources().empty();
    bool from_others = options_.excluded_sources().empty();
    for (const std::string& source : entry.sources) {
      from_wanted = from_wanted || Has(options_.sources(), source);
      from_others = from_others || !Has(options_.excluded_sources(), source);
    }
    return from_wanted && from_others &&
           entry.record.measurement().timestamp_seconds() >=
               options_.since_seconds();
  }

  // Record positions from the best to the worst.
  std::vector<size_t> Ranked(const std::string& scope, bool constrained) const {
    std::vector<size_t> ranked;
    for (size_t i = 0; i < records_.size(); ++i) {
      if (IsFiled(records_[i], scope) && Counts(records_[i].record) &&
          (!constrained || Passes(records_[i]))) {
        ranked.push_back(i);
      }
    }
    std::stable_sort(ranked.begin(), ranked.end(), [&](size_t a, size_t b) {
      return MeanCost(records_[a].record) < MeanCost(records_[b].record);
    });
    return ranked;
  }

  std::vector<Match> InScope(const std::string& scope, bool constrained) const {
    std::vector<Match> matches;
    const std::vector<size_t> ranked = Ranked(scope, constrained);
    for (const size_t position : ranked) {
      const v1::TuningRecord& record = records_[position].record;
      const auto same_workload =
          std::find_if(matches.begin(), matches.end(), [&](const Match& match) {
            return Same(records_[match.record].record.workload(),
                        record.workload());
          });
      if (same_workload != matches.end()) continue;
      Match match;
      match.record = position;
      match.exact = Same(workload_, record.workload());
      match.factor = Factor(workload_, record.workload());
      match.estimate = MeanCost(record) * match.factor;
      match.scope = scope;
      if (std::isinf(match.factor)) continue;
      if (!match.exact && options_.exact_only()) continue;
      if (options_.max_distance_factor() != 0 &&
          match.factor > options_.max_distance_factor()) {
        continue;
      }
      matches.push_back(match);
    }
    std::sort(matches.begin(), matches.end(),
              [](const Match& a, const Match& b) {
                if (a.exact != b.exact) return a.exact;
                if (a.estimate != b.estimate) return a.estimate < b.estimate;
                return a.record < b.record;
              });
    const size_t k = options_.top_k() == 0 ? 1 : options_.top_k();
    if (matches.size() > k) matches.resize(k);
    for (Match& match : matches) AddAlternatives(ranked, match);
    return matches;
  }

  void AddAlternatives(const std::vector<size_t>& ranked, Match& match) const {
    std::set<std::string> schedules;
    for (const size_t position : ranked) {
      if (match.alternatives.size() == options_.alternatives()) return;
      const v1::TuningRecord& record = records_[position].record;
      if (Same(record.workload(), records_[match.record].record.workload()) &&
          schedules.insert(record.schedule()).second) {
        match.alternatives.push_back(position);
      }
    }
  }

  std::vector<Rejected> RejectedIn(
      const std::vector<std::string>& scopes) const {
    const auto is_nearer = [](const Rejected& a, const Rejected& b) {
      return std::pair(a.offending, a.record) <
             std::pair(b.offending, b.record);
    };
    std::vector<Rejected> all;
    for (const std::string& scope : scopes) {
      std::vector<Rejected> here;
      for (const size_t position : Ranked(scope, /*constrained=*/false)) {
        const v1::Workload& stored = records_[position].record.workload();
        if (stored.framework() != workload_.framework() ||
            stored.structural_hash() != workload_.structural_hash() ||
            Names(here, stored)) {
          continue;
        }
        here.push_back(Reject(position, scope));
      }
      std::sort(here.begin(), here.end(), is_nearer);
      if (here.size() > 5) here.resize(5);
      for (const Rejected& rejected : here) {
        if (!Names(all, records_[rejected.record].record.workload())) {
          all.push_back(rejected);
        }
      }
    }
    std::sort(all.begin(), all.end(), is_nearer);
    if (all.size() > 5) all.resize(5);
    return all;
  }

  bool Names(const std::vector<Rejected>& all,
             const v1::Workload& workload) const {
    return std::any_of(all.begin(), all.end(), [&](const Rejected& rejected) {
      return Same(records_[rejected.record].record.workload(), workload);
    });
  }

  Rejected Reject(size_t position, const std::string& scope) const {
    const v1::Workload& stored = records_[position].record.workload();
    const std::vector<int> offending = Offending(workload_, stored);
    Rejected rejected;
    rejected.record = position;
    rejected.scope = scope;
    rejected.offending = static_cast<uint32_t>(offending.size());
    if (offending.empty()) rejected.factor = Factor(workload_, stored);
    if (stored.arguments().size() != workload_.arguments().size()) {
      rejected.reason = v1::REJECTION_REASON_ARGUMENT_COUNT;
    } else if (!offending.empty()) {
      rejected.reason = v1::REJECTION_REASON_ARGUMENT;
      rejected.first = offending.front();
    } else if (options_.exact_only() && !Same(stored, workload_)) {
      rejected.reason = v1::REJECTION_REASON_EXACT_ONLY;
    } else if (options_.max_distance_factor() != 0 &&
               rejected.factor > options_.max_distance_factor()) {
      rejected.reason = v1::REJECTION_REASON_DISTANCE_FACTOR;
    } else if (!Passes(records_[position])) {
      rejected.reason = v1::REJECTION_REASON_CONSTRAINTS;
    }
    return rejected;
  }

  v1::MissReason Reason(const std::vector<std::string>& scopes) const {
    bool known = false;
    bool filed = false;
    bool valid = false;
    for (const Entry& entry : records_) {
      const v1::Workload& workload = entry.record.workload();
      if (workload.framework() != workload_.framework()) continue;
      if (workload.structural_hash() != workload_.structural_hash()) continue;
      known = true;
      for (const std::string& scope : scopes) {
        if (!IsFiled(entry, scope)) continue;
        filed = true;
        valid = valid || Counts(entry.record);
      }
    }
    if (!known) return v1::MISS_REASON_UNKNOWN_WORKLOAD;
    if (!filed) return v1::MISS_REASON_UNKNOWN_TARGET;
    if (!valid) return v1::MISS_REASON_ONLY_FAILED_MEASUREMENTS;
    for (const std::string& scope : scopes) {
      if (!InScope(scope, /*constrained=*/false).empty()) {
        return v1::MISS_REASON_EXCLUDED_BY_CONSTRAINTS;
      }
    }
    return v1::MISS_REASON_NO_COMPATIBLE_SHAPE;
  }

  const std::vector<Entry>& records_;
  const v1::Workload& workload_;
  const v1::Target& target_;
  const v1::LookupOptions& options_;
};

ReferencePolicy::Answer ReferencePolicy::Lookup(
    const v1::Workload& workload, const v1::Target& target,
    const v1::LookupOptions& options) const {
  return Query(records_, workload, target, options).Run();
}

}  // namespace tunedex::testing
