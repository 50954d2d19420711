#include "formats/measurement.h"

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

absl::Status ReadCosts(JsonValue& costs, v1::Measurement& measurement) {
  return costs.ReadList([&](size_t, JsonValue& element) {
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

absl::Status ReadMeasurement(JsonValue& result, v1::Measurement& measurement) {
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
  if (absl::Status status = result.ReadTuple(
          4, 4, "[costs, error_no, all_cost, timestamp]", read_element);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckMeasurement(measurement); !status.ok()) {
    const absl::string_view message = status.message();
    return result.Error(message);
  }
  return absl::OkStatus();
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
