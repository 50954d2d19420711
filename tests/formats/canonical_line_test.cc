#include "formats/canonical_line.h"

#include <cstddef>
#include <limits>
#include <random>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/log_line.h"
#include "formats/parsed_line.h"
#include "formats/target.h"
#include "formats/workload_key.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"
#include "tunedex/v1/ingest_service.pb.h"
#include "tunedex/v1/record.pb.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr absl::string_view kState = R"([[],[["SP", 2]]])";
constexpr absl::string_view kConfig =
    R"({"index": 5, "code_hash": null, "entity": []})";

// A good record, for a workload that the caller adds.
v1::StructuredRecord MakeRecord(absl::string_view schedule) {
  v1::StructuredRecord record;
  record.mutable_target()->set_text("cuda -model=t4 -arch=sm_75");
  record.mutable_measurement()->add_costs_seconds(0.5);
  record.mutable_measurement()->add_costs_seconds(1e-5);
  record.mutable_measurement()->set_all_cost_seconds(2);
  record.mutable_measurement()->set_timestamp_seconds(1610298238.3852098);
  record.set_schedule(std::string(schedule));
  return record;
}

v1::StructuredRecord MakeAutoSchedulerRecord() {
  v1::StructuredRecord record = MakeRecord(kState);
  record.mutable_workload()->set_workload_key(R"(["f", [1, 2], 0.5])");
  return record;
}

v1::StructuredRecord MakeAutotvmRecord() {
  v1::StructuredRecord record = MakeRecord(kConfig);
  record.mutable_workload()->mutable_autotvm_task()->set_task("dense.cuda");
  record.mutable_workload()->mutable_autotvm_task()->set_arguments_json(
      R"([["TENSOR", [4, 8], "float32"], null])");
  return record;
}

v1::StructuredRecord MakeOpaqueRecord() {
  v1::StructuredRecord record = MakeRecord("\x01\xff schedule");
  v1::Workload& workload = *record.mutable_workload()->mutable_workload();
  workload.set_framework("my_compiler");
  workload.set_structural_hash("h");
  workload.add_arguments()->set_dimension(4);
  workload.add_arguments()->set_fixed_integer(4);
  workload.add_arguments()->set_real(2);
  return record;
}

TEST(CanonicalLineTest, WritesAnAutoSchedulerLine) {
  EXPECT_EQ(*FormatCanonicalLine(MakeAutoSchedulerRecord()),
            R"({"i":[["[\"f\",1,2,0.5]","cuda -keys=cuda,gpu -arch=sm_75 )"
            R"(-model=t4"],[[],[["SP", 2]]]],"r":[[0.5,1e-05],0,2,)"
            R"(1610298238.3852098],"v":"v0.6"})");
}

TEST(CanonicalLineTest, WritesAnAutotvmLine) {
  v1::StructuredRecord record = MakeAutotvmRecord();
  record.mutable_versions()->set_compiler_version("0.8.dev0");
  EXPECT_EQ(*FormatCanonicalLine(record),
            R"({"input":["cuda -keys=cuda,gpu -arch=sm_75 -model=t4",)"
            R"("dense.cuda",[["TENSOR", [4, 8], "float32"], null],{}],)"
            R"("config":{"index": 5, "code_hash": null, "entity": []},)"
            R"("result":[[0.5,1e-05],0,2,1610298238.3852098],)"
            R"("version":0.2,"tvm_version":"0.8.dev0"})");
}

TEST(CanonicalLineTest, WritesALineOfAnyOtherFramework) {
  v1::StructuredRecord record = MakeOpaqueRecord();
  record.mutable_versions()->set_log_version("1");
  record.mutable_versions()->set_code_hash("c");
  EXPECT_EQ(*FormatCanonicalLine(record),
            R"({"framework":"my_compiler","workload":["h",4,{"fixed":4},2.0],)"
            R"("target":"cuda -keys=cuda,gpu -arch=sm_75 -model=t4",)"
            R"("schedule":"Af8gc2NoZWR1bGU=",)"
            R"("result":[[0.5,1e-05],0,2,1610298238.3852098],)"
            R"("log_version":"1","code_hash":"c"})");
}

// Expects ParseLogLine to give the record as it was pushed.
void ExpectRoundTrip(const v1::StructuredRecord& record,
                     absl::string_view schedule) {
  const absl::StatusOr<std::string> line = FormatCanonicalLine(record);
  ASSERT_THAT(line, IsOk());
  EXPECT_THAT(*line, Not(HasSubstr("\n")));
  const absl::StatusOr<ParsedLine> parsed = ParseLogLine(*line);
  ASSERT_THAT(parsed, IsOk()) << *line;
  EXPECT_EQ(parsed->record.log_line(), *line);
  EXPECT_EQ(parsed->record.schedule(), schedule);
  EXPECT_THAT(parsed->record.workload(),
              EqualsProto(*ReadWorkloadInput(record.workload())));
  EXPECT_THAT(parsed->record.target(),
              EqualsProto(*ReadTargetInput(record.target())));
  EXPECT_EQ(parsed->record.measurement().SerializeAsString(),
            record.measurement().SerializeAsString());
  const v1::Versions& versions = parsed->record.versions();
  EXPECT_EQ(versions.compiler_version(), record.versions().compiler_version());
  EXPECT_EQ(versions.code_hash(), record.versions().code_hash());
  if (!record.versions().log_version().empty()) {
    EXPECT_EQ(versions.log_version(), record.versions().log_version());
  }
}

TEST(CanonicalLineTest, ReadsBackAsItWasPushed) {
  ExpectRoundTrip(MakeAutoSchedulerRecord(), kState);
  ExpectRoundTrip(MakeAutotvmRecord(), kConfig);
  ExpectRoundTrip(MakeOpaqueRecord(), "\x01\xff schedule");
}

TEST(CanonicalLineTest, KeepsTheBlanksOfASchedule) {
  v1::StructuredRecord record = MakeAutoSchedulerRecord();
  record.set_schedule("\n [ [ ], [[\"SP\",  2]]]\r\n");
  ExpectRoundTrip(record, "[ [ ], [[\"SP\",  2]]]");
  record.set_schedule("[[],\n  [[\"S P\",  2]]]");
  ExpectRoundTrip(record, "[[],[[\"S P\",2]]]");
}

TEST(CanonicalLineTest, KeepsVersions) {
  v1::StructuredRecord record = MakeAutoSchedulerRecord();
  record.mutable_versions()->set_log_version("v0.5 \"x\"");
  ExpectRoundTrip(record, kState);
  record = MakeAutotvmRecord();
  record.mutable_versions()->set_log_version("0.2");
  record.mutable_versions()->set_compiler_version("0.8");
  record.mutable_versions()->set_code_hash("abc");
  record.set_schedule(R"({"index":1,"code_hash":"abc","entity":[]})");
  ExpectRoundTrip(record, record.schedule());
  record = MakeOpaqueRecord();
  record.mutable_versions()->set_log_version("1");
  record.mutable_versions()->set_compiler_version("2");
  record.mutable_versions()->set_code_hash("3");
  ExpectRoundTrip(record, record.schedule());
}

TEST(CanonicalLineTest, KeepsFailedMeasurementsWithWhateverCosts) {
  for (v1::StructuredRecord record :
       {MakeAutoSchedulerRecord(), MakeAutotvmRecord(), MakeOpaqueRecord()}) {
    const std::string schedule = record.schedule();
    v1::Measurement& measurement = *record.mutable_measurement();
    measurement.set_error_number(6);
    measurement.add_costs_seconds(-0.0);
    measurement.add_costs_seconds(std::numeric_limits<double>::quiet_NaN());
    measurement.add_costs_seconds(-std::numeric_limits<double>::infinity());
    ExpectRoundTrip(record, schedule);
    measurement.clear_costs_seconds();
    ExpectRoundTrip(record, schedule);
  }
}

TEST(CanonicalLineTest, AKeyWithoutArgumentsIsNoOldKey) {
  v1::StructuredRecord record = MakeAutoSchedulerRecord();
  for (const char* key : {"f", R"(["f"])", R"(["[1"])", R"([" "])", "a\"\\b"}) {
    record.mutable_workload()->set_workload_key(key);
    ExpectRoundTrip(record, kState);
  }
  record.mutable_workload()->set_workload_key(R"(["f"])");
  EXPECT_THAT(ParseLogLine(*FormatCanonicalLine(record))->warnings, IsEmpty());
}

TEST(CanonicalLineTest, NamesWhatCannotBeWritten) {
  const auto format = [](v1::StructuredRecord record, auto change) {
    change(record);
    return FormatCanonicalLine(record);
  };
  using Record = v1::StructuredRecord;
  const Record plain = MakeAutoSchedulerRecord();
  const Record autotvm = MakeAutotvmRecord();
  EXPECT_THAT(FormatCanonicalLine(Record()), IsInvalid("no workload is given"));
  EXPECT_THAT(format(plain, [](Record& r) { r.clear_target(); }),
              IsInvalid("no target is given"));
  EXPECT_THAT(format(plain, [](Record& r) { r.clear_measurement(); }),
              IsInvalid(HasSubstr("measurement: ")));
  EXPECT_THAT(format(plain, [](Record& r) { r.clear_schedule(); }),
              IsInvalid("schedule: it is empty"));
  EXPECT_THAT(format(plain, [](Record& r) { r.set_schedule("[[], x]"); }),
              IsInvalid(HasSubstr("schedule: [1]: expected a list")));
  EXPECT_THAT(format(plain, [](Record& r) { r.set_schedule("[[1],[]]"); }),
              IsInvalid(HasSubstr("schedule: [0][0]: the list of stages")));
  EXPECT_THAT(format(plain,
                     [](Record& r) {
                       r.mutable_versions()->set_compiler_version("1");
                     }),
              IsInvalid(HasSubstr("versions: compiler_version cannot be")));
  EXPECT_THAT(
      format(plain,
             [](Record& r) { r.mutable_versions()->set_code_hash("1"); }),
      IsInvalid(HasSubstr("versions: code_hash cannot be")));
  EXPECT_THAT(
      format(plain,
             [](Record& r) { r.mutable_versions()->set_log_version("a\n"); }),
      IsInvalid(HasSubstr("versions: log_version: byte 1")));
  EXPECT_THAT(format(autotvm, [](Record& r) { r.set_schedule("5"); }),
              IsInvalid(HasSubstr("schedule: expected a JSON list or object")));
  EXPECT_THAT(
      format(autotvm,
             [](Record& r) { r.mutable_versions()->set_code_hash("1"); }),
      IsInvalid(HasSubstr("the code_hash in the schedule is another one")));
  EXPECT_THAT(
      format(autotvm,
             [](Record& r) { r.mutable_versions()->set_log_version("0.1"); }),
      IsInvalid(HasSubstr("the line is one of version 0.2")));
  EXPECT_THAT(
      format(MakeOpaqueRecord(),
             [](Record& r) {
               r.mutable_workload()->mutable_workload()->set_framework(
                   "autotvm");
             }),
      IsInvalid(HasSubstr("workload: a record of autotvm needs the form")));
  EXPECT_THAT(format(MakeOpaqueRecord(),
                     [](Record& r) {
                       r.mutable_workload()->mutable_workload()->set_framework(
                           "auto_scheduler");
                     }),
              IsInvalid(HasSubstr("argument 1: fixed_integer 4")));
}

TEST(CanonicalLineTest, RandomRecordsReadBackAsTheyWerePushed) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) {
    v1::StructuredRecord record = MakeOpaqueRecord();
    v1::Workload& workload = *record.mutable_workload()->mutable_workload();
    for (size_t n = random() % 5; n > 0; --n) {
      workload.add_arguments()->set_dimension(1 + (random() >> 2));
      workload.add_arguments()->set_real(static_cast<double>(random()) / 1e30);
      workload.add_arguments()->set_text(
          std::string(1 + random() % 3, static_cast<char>(random() % 128)));
      workload.add_arguments()->set_fixed_integer(-1 - (random() >> 2));
      workload.add_arguments()->mutable_null();
    }
    std::string schedule;
    for (size_t n = 1 + random() % 40; n > 0; --n) {
      schedule += static_cast<char>(random());
    }
    if (random() % 2 == 0) {
      workload.set_framework("auto_scheduler");
      workload.mutable_arguments()->DeleteSubrange(0, 3);
      schedule = std::string(kState);
    }
    record.set_schedule(schedule);
    ExpectRoundTrip(record, schedule);
  }
}

}  // namespace
}  // namespace tunedex::formats
