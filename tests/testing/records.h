#ifndef TUNEDEX_TESTS_TESTING_RECORDS_H_
#define TUNEDEX_TESTS_TESTING_RECORDS_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "tunedex/v1/record.pb.h"

namespace tunedex::testing {

// Short forms for the protos that tests are full of.

v1::Argument Dimension(int64_t value);
v1::Argument Fixed(int64_t value);
v1::Argument Real(double value);
v1::Argument Text(const std::string& value);
v1::Argument Boolean(bool value);
v1::Argument BigInteger(const std::string& digits);
v1::Argument Null();

// An auto_scheduler workload.
v1::Workload MakeWorkload(const std::string& hash,
                          const std::vector<v1::Argument>& arguments);
// All arguments are dimensions.
v1::Workload Dimensions(const std::string& hash,
                        std::initializer_list<int64_t> dimensions);

// A normalised target; "model" and "device" among the attributes become fields.
v1::Target MakeTarget(
    const std::string& kind, const std::vector<std::string>& keys,
    const std::vector<std::pair<std::string, std::string>>& attributes = {});

// A record whose schedule and log line follow from the other values, so that
// equal calls give equal records.
v1::TuningRecord MakeRecord(const v1::Workload& workload,
                            const v1::Target& target, double cost_seconds,
                            const std::string& schedule = "s");
// The same, failed with an error number.
v1::TuningRecord MakeFailedRecord(const v1::Workload& workload,
                                  const v1::Target& target,
                                  int64_t error_number = 4);

}  // namespace tunedex::testing

#endif  // TUNEDEX_TESTS_TESTING_RECORDS_H_
