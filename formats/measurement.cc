#include "formats/measurement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "formats/json_output.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::formats {
namespace {

constexpr int64_t kMaxErrorNumber = std::numeric_limits<int32_t>::max();

absl::Status CheckErrorNumber(int64_t error_number) {
  if (error_number >= 0 && error_number <= kMaxErrorNumber) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "error number ", error_number, " is outside 0 to ", kMaxErrorNumber));
}

// Checks the costs of a good measurement.
absl::Status CheckCosts(const v1::Measurement& measurement) {
  const int size = measurement.costs_seconds_size();
  if (size == 0) {
    return absl::InvalidArgumentError(
        "a measurement with error number 0 has no costs");
  }
  double sum = 0;
  for (int i = 0; i < size; ++i) {
    const double cost = measurement.costs_seconds(i);
    if (!std::isfinite(cost)) {
      return absl::InvalidArgumentError(
          absl::StrCat("cost ", i, " (", cost,
                       ") is not a finite number, with error number 0"));
    }
    if (cost < 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "cost ", i, " (", cost, ") is negative, with error number 0"));
    }
    sum += cost;
  }
  if (!std::isfinite(sum / size)) {
    return absl::InvalidArgumentError("the mean of the costs is not finite");
  }
  return absl::OkStatus();
}

// A cost that is no double at all is kept as NaN: whether it matters is known
// only with the error number.
absl::Status ReadCosts(JsonValue& costs, v1::Measurement& measurement) {
  if (costs.raw() == "null") return costs.Skip();
  return costs.ReadList([&](size_t, JsonValue& element) {
    if (element.raw() == "null") {
      measurement.add_costs_seconds(std::numeric_limits<double>::quiet_NaN());
      return element.Skip();
    }
    const absl::StatusOr<double> cost = element.ReadPythonDouble();
    if (!cost.ok()) return cost.status();
    measurement.add_costs_seconds(*cost);
    return absl::OkStatus();
  });
}

absl::Status ReadErrorNumber(JsonValue& value, v1::Measurement& measurement) {
  const absl::StatusOr<JsonNumber> number = value.ReadNumber();
  if (!number.ok()) return number.status();
  if (number->kind != JsonNumber::Kind::kInteger ||
      !CheckErrorNumber(number->integer).ok()) {
    return value.Error(
        absl::StrCat("the error number must be an integer from 0 "
                     "to ",
                     kMaxErrorNumber));
  }
  measurement.set_error_number(number->integer);
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckMeasurement(const v1::Measurement& measurement) {
  if (absl::Status status = CheckErrorNumber(measurement.error_number());
      !status.ok()) {
    return status;
  }
  if (!std::isfinite(measurement.all_cost_seconds())) {
    return absl::InvalidArgumentError("all_cost is not finite");
  }
  if (!std::isfinite(measurement.timestamp_seconds())) {
    return absl::InvalidArgumentError("the timestamp is not finite");
  }
  if (measurement.error_number() != 0) return absl::OkStatus();
  return CheckCosts(measurement);
}

absl::Status ReadUncheckedMeasurement(JsonValue& result,
                                      v1::Measurement& measurement) {
  const auto read_element = [&](size_t index, JsonValue& element) {
    if (index == 0) return ReadCosts(element, measurement);
    if (index == 1) return ReadErrorNumber(element, measurement);
    const absl::StatusOr<double> seconds = element.ReadDouble();
    if (!seconds.ok()) return seconds.status();
    if (index == 2) {
      measurement.set_all_cost_seconds(*seconds);
    } else {
      measurement.set_timestamp_seconds(*seconds);
    }
    return absl::OkStatus();
  };
  return result.ReadTuple(4, 4, "[costs, error_no, all_cost, timestamp]",
                          read_element);
}

absl::Status ReadMeasurement(JsonValue& result, v1::Measurement& measurement) {
  if (absl::Status status = ReadUncheckedMeasurement(result, measurement);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckMeasurement(measurement); !status.ok()) {
    return result.Error(status.message());
  }
  return absl::OkStatus();
}

void MarkMetaScheduleFailure(v1::Measurement& measurement) {
  constexpr double kFailed = 1e10;
  constexpr int kUnknownError = 8;
  const auto& costs = measurement.costs_seconds();
  if (measurement.error_number() == 0 &&
      std::all_of(costs.begin(), costs.end(),
                  [](double cost) { return cost == kFailed; })) {
    measurement.set_error_number(kUnknownError);
  }
}

void AppendMeasurementJson(const v1::Measurement& measurement,
                           std::string& json) {
  json += "[[";
  for (int i = 0; i < measurement.costs_seconds_size(); ++i) {
    if (i > 0) json += ',';
    AppendJsonDouble(measurement.costs_seconds(i), json);
  }
  absl::StrAppend(&json, "],", measurement.error_number(), ",");
  AppendJsonDouble(measurement.all_cost_seconds(), json);
  json += ',';
  AppendJsonDouble(measurement.timestamp_seconds(), json);
  json += ']';
}

}  // namespace tunedex::formats
