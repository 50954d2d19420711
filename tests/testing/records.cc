#include "tests/testing/records.h"

#include "absl/strings/str_cat.h"

namespace tunedex::testing {
namespace {

// Not a format that a compiler writes: the store keeps any line.
void SetLogLine(v1::TuningRecord& record) {
  record.set_log_line(
      absl::StrCat(record.ShortDebugString(), " [", record.schedule(), "]"));
}

}  // namespace

v1::Argument Dimension(int64_t value) {
  v1::Argument argument;
  argument.set_dimension(value);
  return argument;
}

v1::Argument Fixed(int64_t value) {
  v1::Argument argument;
  argument.set_fixed_integer(value);
  return argument;
}

v1::Argument Real(double value) {
  v1::Argument argument;
  argument.set_real(value);
  return argument;
}

v1::Argument Text(const std::string& value) {
  v1::Argument argument;
  argument.set_text(value);
  return argument;
}

v1::Argument Boolean(bool value) {
  v1::Argument argument;
  argument.set_boolean(value);
  return argument;
}

v1::Argument BigInteger(const std::string& digits) {
  v1::Argument argument;
  argument.set_big_integer(digits);
  return argument;
}

v1::Argument Null() {
  v1::Argument argument;
  argument.mutable_null();
  return argument;
}

v1::Workload MakeWorkload(const std::string& hash,
                          const std::vector<v1::Argument>& arguments) {
  v1::Workload workload;
  workload.set_framework("auto_scheduler");
  workload.set_structural_hash(hash);
  for (const v1::Argument& argument : arguments) {
    *workload.add_arguments() = argument;
  }
  return workload;
}

v1::Workload Dimensions(const std::string& hash,
                        std::initializer_list<int64_t> dimensions) {
  std::vector<v1::Argument> arguments;
  for (const int64_t dimension : dimensions) {
    arguments.push_back(Dimension(dimension));
  }
  return MakeWorkload(hash, arguments);
}

v1::Target MakeTarget(
    const std::string& kind, const std::vector<std::string>& keys,
    const std::vector<std::pair<std::string, std::string>>& attributes) {
  v1::Target target;
  target.set_kind(kind);
  for (const std::string& key : keys) target.add_keys(key);
  for (const auto& [name, value] : attributes) {
    if (name == "model") {
      target.set_model(value);
    } else if (name == "device") {
      target.set_device(value);
    } else {
      (*target.mutable_attributes())[name] = value;
    }
  }
  return target;
}

v1::TuningRecord MakeRecord(const v1::Workload& workload,
                            const v1::Target& target, double cost_seconds,
                            const std::string& schedule) {
  v1::TuningRecord record;
  *record.mutable_workload() = workload;
  *record.mutable_target() = target;
  record.mutable_measurement()->add_costs_seconds(cost_seconds);
  record.set_schedule(schedule);
  SetLogLine(record);
  return record;
}

v1::TuningRecord MakeFailedRecord(const v1::Workload& workload,
                                  const v1::Target& target,
                                  int64_t error_number) {
  v1::TuningRecord record = MakeRecord(workload, target, 1e10);
  record.mutable_measurement()->set_error_number(error_number);
  SetLogLine(record);
  return record;
}

}  // namespace tunedex::testing
