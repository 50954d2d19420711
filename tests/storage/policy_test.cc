// The store against the lookup policy written a second time.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "formats/workload_key.h"
#include "gtest/gtest.h"
#include "storage/record_id.h"
#include "storage/store.h"
#include "storage/tuple.h"
#include "tests/storage/reference_policy.h"
#include "tests/testing/random_world.h"
#include "tests/testing/stores.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::storage {
namespace {

using ::tunedex::testing::OpenStore;
using ::tunedex::testing::RandomWorld;
using ::tunedex::testing::ReferencePolicy;
using ::tunedex::testing::TemporaryFolder;

constexpr int kRecordsOfAWorld = 150;
constexpr int kQueriesOfAWorld = 2000;
constexpr int kQueriesBetweenPushes = 100;

std::string IdOf(const v1::TuningRecord& record) {
  return FormatRecordId(
      RecordId(record.workload().framework(), record.log_line()));
}

// One line an answer, with everything that the policy fixes.
std::string Show(const ReferencePolicy& reference,
                 const ReferencePolicy::Answer& answer) {
  std::string text;
  for (const ReferencePolicy::Match& match : answer.matches) {
    absl::StrAppend(&text, match.exact ? "exact " : "compatible ", match.factor,
                    " ", match.estimate, " ", match.scope, " ",
                    IdOf(reference.record(match.record)));
    for (const size_t alternative : match.alternatives) {
      absl::StrAppend(&text, " +", IdOf(reference.record(alternative)));
    }
    absl::StrAppend(&text, "\n");
  }
  if (!answer.matches.empty()) return text;
  absl::StrAppend(&text, "none ", v1::MissReason_Name(answer.reason));
  for (const std::string& scope : answer.scopes_tried) {
    absl::StrAppend(&text, " ", scope);
  }
  for (const ReferencePolicy::Rejected& rejected : answer.rejected) {
    absl::StrAppend(&text, "\n", rejected.scope, " ",
                    IdOf(reference.record(rejected.record)), " ",
                    v1::RejectionReason_Name(rejected.reason), " ",
                    rejected.offending, " ", rejected.first, " ",
                    rejected.factor);
  }
  return text;
}

std::string Show(const v1::LookupResponse& response) {
  std::string text;
  for (const v1::Match& match : response.matches()) {
    absl::StrAppend(
        &text, match.outcome() == v1::OUTCOME_EXACT ? "exact " : "compatible ",
        match.distance_factor(), " ", match.estimated_cost_seconds(), " ",
        match.scope(), " ", match.stored().record_id());
    for (const v1::StoredRecord& alternative : match.alternatives()) {
      absl::StrAppend(&text, " +", alternative.record_id());
    }
    absl::StrAppend(&text, "\n");
  }
  if (response.outcome() != v1::OUTCOME_NONE) return text;
  absl::StrAppend(&text, "none ",
                  v1::MissReason_Name(response.miss().reason()));
  for (const std::string& scope : response.miss().scopes_tried()) {
    absl::StrAppend(&text, " ", scope);
  }
  for (const v1::RejectedCandidate& rejected : response.miss().rejected()) {
    const int first =
        rejected.has_first_offending_argument()
            ? static_cast<int>(rejected.first_offending_argument().index())
            : -1;
    EXPECT_EQ(rejected.excluded_by().empty(),
              rejected.reason() != v1::REJECTION_REASON_CONSTRAINTS);
    absl::StrAppend(&text, "\n", rejected.scope(), " ", rejected.record_id(),
                    " ", v1::RejectionReason_Name(rejected.reason()), " ",
                    rejected.offending_arguments(), " ", first, " ",
                    rejected.distance_factor());
  }
  EXPECT_FALSE(response.truncated());
  return text;
}

// A wanted workload; one of auto_scheduler has been through a nested key.
v1::Workload AsAsked(RandomWorld& world) {
  const v1::Workload workload = world.Workload();
  if (workload.framework() != "auto_scheduler") return workload;
  const std::string key = world.NestedKey(workload);
  const absl::StatusOr<v1::Workload> read = formats::ParseWorkloadKey(key);
  EXPECT_TRUE(read.ok()) << key << ": " << read.status();
  EXPECT_EQ(EncodeArguments(*read), EncodeArguments(workload)) << key;
  return *read;
}

// Asks both for the same, once what was pushed is there.
void ExpectAgree(Store& store, const ReferencePolicy& reference,
                 RandomWorld& world, int queries) {
  // What is queued in order is done in order.
  ASSERT_TRUE(store.PushAndWait({.source = "barrier"}).ok());
  for (int i = 0; i < queries; ++i) {
    const v1::Workload workload = AsAsked(world);
    const v1::Target target = world.Target();
    const v1::LookupOptions options = world.Options();
    const absl::StatusOr<v1::LookupResponse> response =
        store.Lookup(workload, target, options);
    ASSERT_TRUE(response.ok()) << response.status();
    ASSERT_EQ(Show(*response),
              Show(reference, reference.Lookup(workload, target, options)))
        << workload.ShortDebugString() << "\n"
        << target.ShortDebugString() << "\n"
        << options.ShortDebugString();
  }
}

class PolicyTest : public ::testing::TestWithParam<int> {};

TEST_P(PolicyTest, TheStoreAgreesWithASlowReadingOfThePolicy) {
  // Several worlds a shard, so that the shards run in parallel.
  for (int round = 0; round < 6; ++round) {
    const uint64_t seed = GetParam() * 1000 + round;
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    RandomWorld world(seed);
    const TemporaryFolder folder;
    // In half of the worlds groups are evicted and read anew all the time; in
    // some none is kept.
    const size_t little = GetParam() == 0 ? 0 : 8000;
    const std::unique_ptr<Store> store = OpenStore(
        folder.path(),
        {.index_cache_bytes = round % 2 == 0 ? size_t{1} << 28 : little});
    ReferencePolicy reference;
    std::vector<v1::TuningRecord> pushed;
    for (int i = 0; i < kRecordsOfAWorld; ++i) {
      // Some records come again, from elsewhere.
      const bool again = !pushed.empty() && world.OneIn(10);
      const v1::TuningRecord record =
          again ? pushed[world.Below(pushed.size())] : world.Record();
      const std::string source = world.Source();
      const std::string model = world.AddedModel();
      pushed.push_back(record);
      reference.Push(record, source, model);
      store->Push({.source = source, .model = model, .records = {record}},
                  [](const absl::StatusOr<Receipt>& receipt) {
                    EXPECT_TRUE(receipt.ok()) << receipt.status();
                  });
      if (i % 30 != 0) continue;
      ExpectAgree(*store, reference, world, kQueriesBetweenPushes);
      if (HasFatalFailure()) return;
    }
    ExpectAgree(*store, reference, world, kQueriesOfAWorld);
  }
}

// 10 shards of 6 worlds of 2,500 queries: 150,000.
INSTANTIATE_TEST_SUITE_P(Worlds, PolicyTest, ::testing::Range(0, 10));

}  // namespace
}  // namespace tunedex::storage
