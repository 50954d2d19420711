#include "tests/benchmarks/data_set.h"

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "formats/log_line.h"
#include "gtest/gtest.h"
#include "storage/record_id.h"

namespace tunedex::benchmarks {
namespace {

constexpr char kTarget[] =
    "cuda -keys=cuda,gpu -arch=sm_80 -max_num_threads=1024 -model=a100 "
    "-thread_warp_size=32";

constexpr int kPushRecords = 4096;

struct Shape {
  int64_t batch;
  int64_t height;
  int64_t width;
  int64_t channels;
};

Shape GridPoint(int64_t shape) {
  const int64_t point = 104'729 * shape % DataSet::kMaxShapes;
  return {.batch = 1 + point % 16,
          .height = 7 * (1 + point / 16 % 25),
          .width = 7 * (1 + point / (16 * 25) % 25),
          .channels = 8 * (1 + point / (16 * 25 * 25))};
}

std::string HashOf(int op) {
  return storage::FormatRecordId(
      storage::RecordId("operator", absl::StrCat(op)));
}

std::string KeyOf(const std::string& hash, const Shape& shape) {
  return absl::StrCat("[\"", hash, "\", ", shape.batch, ", ", shape.height,
                      ", ", shape.width, ", ", shape.channels,
                      ", 64, 3, 3, 1, 1]");
}

double CostOf(int op, int shape, const Shape& point) {
  std::mt19937_64 random(int64_t{DataSet::kMaxShapes} * op + shape);
  const double elements = static_cast<double>(point.batch) * point.height *
                          point.width * point.channels;
  return 1e-9 * elements * std::uniform_real_distribution(0.5, 1.5)(random);
}

std::string LogLine(const std::string& key, double cost) {
  return absl::StrFormat(
      R"({"i": [["%s", "%s", [-1, 16, 64, 49152, 65536, 1024, 8, 32], "", 1, [])"
      R"(], [[], [["SP", 3, 0, 64, [1, 1, 8, 1], 1], ["SP", 3, 5, 56, )"
      R"([7, 1, 1, 1], 1], ["SP", 3, 10, 56, [1, 8, 1, 1], 1], ["SP", 3, 15, )"
      R"(64, [2, 16, 2, 1], 1], ["SP", 3, 20, 3, [1, 3], 1], ["RE", 3, [0, 5, )"
      R"(10, 15, 1, 6, 11, 16, 2, 7, 12, 17, 20, 23, 26, 21, 24, 27, 3, 8, )"
      R"(13, 18, 22, 25, 28, 4, 9, 14, 19]], ["FSP", 6, 0, 1, 3], ["FSP", 6, )"
      R"(4, 2, 3], ["CA", 3, 6, 11], ["CHR", 2, "shared", [3]], ["FU", 8, )"
      R"([0, 1, 2, 3]], ["AN", 8, 0, 5], ["PR", 4, 0, )"
      R"("auto_unroll_max_step$512"]]]], "r": [[%.6g], 0, 2.5, 1700000000], )"
      R"("v": "v0.6"})",
      absl::CEscape(key), kTarget, cost);
}

v1::TuningRecord MakeRecord(const std::string& hash, int op, int shape) {
  const Shape point = GridPoint(shape);
  absl::StatusOr<formats::ParsedLine> line = formats::ParseLogLine(
      LogLine(KeyOf(hash, point), CostOf(op, shape, point)));
  EXPECT_TRUE(line.ok()) << line.status();
  return std::move(line->record);
}

void Push(storage::Store& store, std::vector<v1::TuningRecord> records) {
  const absl::StatusOr<storage::Receipt> receipt = store.PushAndWait(
      {.source = "benchmark", .model = "", .records = std::move(records)});
  EXPECT_TRUE(receipt.ok()) << receipt.status();
}

}  // namespace

void DataSet::PushTo(storage::Store& store) const {
  std::vector<v1::TuningRecord> records;
  for (int op = 0; op < operators_; ++op) {
    const std::string hash = HashOf(op);
    for (int shape = 0; shape < shapes_; ++shape) {
      records.push_back(MakeRecord(hash, op, shape));
      if (records.size() == kPushRecords) {
        Push(store, std::exchange(records, {}));
      }
    }
  }
  Push(store, std::move(records));
}

v1::LookupRequest DataSet::Lookup(int i, Find find) const {
  Shape shape = GridPoint(i / operators_);
  if (find == Find::kCompatible) shape.channels *= 23;
  if (find == Find::kNothing) shape.width += 1;
  v1::LookupRequest request;
  request.mutable_workload()->set_workload_key(
      KeyOf(HashOf(i % operators_), shape));
  request.mutable_target()->set_text(kTarget);
  return request;
}

v1::LookupRequest DataSet::MixedLookup(int i) const {
  constexpr Find kFinds[] = {Find::kExact, Find::kCompatible, Find::kNothing};
  return Lookup(i, kFinds[i % 3]);
}

}  // namespace tunedex::benchmarks
