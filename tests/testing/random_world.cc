#include "tests/testing/random_world.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tests/testing/records.h"

namespace tunedex::testing {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

std::string Json(const v1::Argument& argument) {
  switch (argument.value_case()) {
    case v1::Argument::kDimension:
      return absl::StrCat(argument.dimension());
    case v1::Argument::kFixedInteger:
      return absl::StrCat(argument.fixed_integer());
    case v1::Argument::kReal:
      return absl::StrFormat("%.17e", argument.real());
    case v1::Argument::kText:
      return absl::StrCat("\"", argument.text(), "\"");
    case v1::Argument::kBoolean:
      return argument.boolean() ? "true" : "false";
    case v1::Argument::kBigInteger:
      return argument.big_integer();
    default:
      return "null";
  }
}

}  // namespace

std::string RandomWorld::NestedKey(const v1::Workload& workload) {
  std::string key = absl::StrCat("[\"", workload.structural_hash(), "\"");
  int open = 0;
  for (const v1::Argument& argument : workload.arguments()) {
    key += ", ";
    for (; OneIn(4); ++open) key += OneIn(6) ? "[], [" : "[";
    key += Json(argument);
    for (; open > 0 && OneIn(3); --open) key += "]";
  }
  return key + std::string(open + 1, ']');
}

v1::Argument RandomWorld::FixedArgument(bool positive_may_be_fixed) {
  switch (Below(8)) {
    case 0:
      return Fixed(OneOf<int64_t>({0, -1, -4, kMin}));
    case 1:
      return positive_may_be_fixed ? Fixed(OneOf<int64_t>({1, 2, kMax}))
                                   : Fixed(-2);
    case 2:
      return Real(OneOf<double>({0.0, -0.0, 1.0, 1.5, 1e300}));
    case 3:
      return Boolean(OneIn(2));
    case 4:
      return Null();
    case 5:
      return BigInteger(
          OneOf<std::string>({"9223372036854775808", "-9223372036854775809"}));
    default:
      return Text(OneOf<std::string>({"float32", "int8", "", "1"}));
  }
}

v1::Argument RandomWorld::Argument(bool positive_may_be_fixed) {
  if (OneIn(40)) return FixedArgument(positive_may_be_fixed);
  if (OneIn(40)) return Dimension(OneOf<int64_t>({kMax, kMax / 7, 1LL << 40}));
  return Dimension(OneOf<int64_t>({1, 1, 2, 2, 3, 4, 6, 7, 8, 12, 14, 16, 56}));
}

v1::Workload RandomWorld::Workload() {
  const int hash = Below(4);
  // In a key of auto_scheduler every positive integer is a dimension.
  const bool autotvm = OneIn(8);
  std::vector<v1::Argument> arguments;
  // The number of arguments mostly follows from the hash, as it does in life.
  const int count = OneIn(20) ? Below(4) : hash;
  for (int i = 0; i < count; ++i) arguments.push_back(Argument(autotvm));
  if (hash % 2 == 0 && !OneIn(10)) arguments.push_back(Text("float32"));
  v1::Workload workload = MakeWorkload(absl::StrCat("hash", hash), arguments);
  if (autotvm) workload.set_framework("autotvm");
  return workload;
}

v1::Target RandomWorld::Target() {
  std::vector<std::pair<std::string, std::string>> attributes;
  const bool gpu = OneIn(2);
  if (OneIn(2)) {
    attributes.emplace_back(gpu ? "arch" : "mcpu",
                            OneOf<std::string>({"sm_75", "sm_86", "avx2"}));
  }
  if (OneIn(4)) {
    attributes.emplace_back("model", OneOf<std::string>({"t4", "v100"}));
  }
  if (OneIn(10)) attributes.emplace_back("device", "rack7");
  if (OneIn(8)) {
    attributes.emplace_back(
        "mattr", OneOf<std::string>({"+a,+b", "+b,+a", "+a", "+b,+a,+a"}));
  }
  if (OneIn(8)) attributes.emplace_back("libs", "cudnn");
  if (!gpu) return MakeTarget("llvm", {"cpu"}, attributes);
  const std::string kind = OneOf<std::string>({"cuda", "cuda", "opencl"});
  return MakeTarget(kind, {kind, "gpu"}, attributes);
}

v1::TuningRecord RandomWorld::Record() {
  const v1::Workload workload = Workload();
  const v1::Target target = Target();
  v1::TuningRecord record =
      MakeRecord(workload, target, OneOf<double>({1e-6, 2e-6, 3e-6, 1e-3, 0.1}),
                 absl::StrCat("schedule", Below(4)));
  if (OneIn(6)) {
    record.mutable_measurement()->add_costs_seconds(
        OneOf<double>({1e-6, 5e-6, 0.2}));
  }
  if (OneIn(8)) record.mutable_measurement()->set_error_number(1 + Below(8));
  if (OneIn(20)) record.mutable_measurement()->set_costs_seconds(0, 0);
  record.mutable_measurement()->set_timestamp_seconds(Below(4));
  record.mutable_versions()->set_log_version(
      OneOf<std::string>({"v0.5", "v0.6"}));
  if (OneIn(2)) record.mutable_versions()->set_compiler_version("0.8");
  if (OneIn(4)) record.mutable_versions()->set_code_hash("c0de");
  record.set_log_line(record.SerializeAsString());
  return record;
}

std::string RandomWorld::Source() {
  return OneOf<std::string>({"farm1", "farm2", "farm3"});
}

std::string RandomWorld::AddedModel() {
  return OneIn(5) ? OneOf<std::string>({"t4", "v100", "own"}) : "";
}

v1::LookupOptions RandomWorld::Options() {
  v1::LookupOptions options;
  options.set_exact_only(OneIn(6));
  options.set_any_kind(OneIn(4));
  if (OneIn(6)) options.set_max_distance_factor(1 + Below(16));
  if (OneIn(3)) options.set_top_k(1 + Below(5));
  if (OneIn(6)) options.set_alternatives(1 + Below(3));
  if (OneIn(8)) {
    options.add_scopes(OneOf<std::string>(
        {"target", "model", "arch", "key", "key:gpu", "model:t4"}));
  }
  if (OneIn(10)) {
    options.add_required_attributes(OneOf<std::string>(
        {"kind", "arch", "mcpu", "model", "device", "mattr"}));
  }
  if (OneIn(10)) options.set_log_version("v0.6");
  if (OneIn(10)) options.set_compiler_version("0.8");
  if (OneIn(20)) options.set_code_hash("c0de");
  if (OneIn(10)) options.add_sources(Source());
  if (OneIn(10)) options.add_excluded_sources(Source());
  if (OneIn(10)) options.set_since_seconds(Below(4));
  options.set_explain(OneIn(2));
  return options;
}

}  // namespace tunedex::testing
