#include "storage/nearest/index_cache.h"

#include "absl/status/status.h"
#include "storage/best_key.h"
#include "storage/nearest/indexed_best.h"
#include "storage/nearest/segment_builder.h"
#include "storage/nearest/shape.h"

namespace tunedex::storage {
namespace {

// How many shapes are read between two looks at the memory they take.
constexpr size_t kRowsBetweenChecks = 4096;

// What a slot takes beside its index: the key twice, the nodes of list and
// table, and what the allocator adds.
size_t OverheadOf(const std::string& key, size_t slot_bytes) {
  return 2 * (key.capacity() + sizeof(std::string)) + slot_bytes + 128;
}

}  // namespace

IndexCache::IndexCache(const Engine& engine, size_t capacity_bytes)
    : engine_(engine),
      capacity_bytes_(capacity_bytes),
      merger_([this] { MergeInBackground(); }) {}

IndexCache::~IndexCache() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  merges_.notify_one();
  merger_.join();
}

absl::StatusOr<std::optional<GroupSnapshot>> IndexCache::Get(
    const GroupKey& group) {
  const std::string key = EncodeGroup(group);
  Lock lock(mutex_);
  while (true) {
    const auto found = slots_.find(key);
    if (found == slots_.end()) return Load(group, key, std::move(lock));
    Slot& slot = *found->second;
    if (slot.state == State::kLoading) {
      loaded_.wait(lock);
      continue;
    }
    used_.splice(used_.begin(), used_, slot.position);
    if (slot.state == State::kTooLarge) {
      ++statistics_.streamed;
      return std::nullopt;
    }
    const std::shared_ptr<GroupIndex> index = slot.index;
    lock.unlock();
    return index->Snapshot();
  }
}

// Reads a group that is not kept. The slot is there before the engine is read:
// what is committed from then on is told to it.
absl::StatusOr<std::optional<GroupSnapshot>> IndexCache::Load(
    const GroupKey& group, const std::string& key, Lock lock) {
  Insert(key);
  lock.unlock();
  absl::StatusOr<std::shared_ptr<GroupIndex>> read = Read(group);
  lock.lock();
  loaded_.notify_all();
  if (!read.ok()) {
    Erase(key);
    return read.status();
  }
  ++statistics_.loads;
  Slot& slot = *slots_.find(key)->second;
  const std::shared_ptr<GroupIndex> index = *std::move(read);
  if (index == nullptr) {
    slot.state = State::kTooLarge;
    slot.changes = {};
    ++statistics_.streamed;
    Account(key);
    return std::nullopt;
  }
  for (const Change& change : slot.changes) {
    Shape shape;
    const absl::Status decoded = DecodeShape(change.arguments, shape);
    if (decoded.ok()) index->Update(std::move(shape), change.best);
  }
  slot.changes = {};
  slot.index = index;
  slot.state = State::kKept;
  Account(key);
  lock.unlock();
  return index->Snapshot();
}

// Null if the group is too large to be kept.
absl::StatusOr<std::shared_ptr<GroupIndex>> IndexCache::Read(
    const GroupKey& group) const {
  SegmentBuilder builder;
  Shape shape;
  absl::Status failure;
  bool fits = true;
  const absl::Status scanned = engine_.ScanGroup(
      group, [&](absl::string_view arguments, const BestEntry& entry) {
        const IndexedBest best = ToIndexedBest(entry);
        if (best.removed()) return true;
        failure = DecodeShape(arguments, shape);
        if (!failure.ok()) return false;
        builder.Add(shape, best);
        if (builder.rows() % kRowsBetweenChecks == 0) {
          fits = builder.bytes() <= capacity_bytes_;
        }
        return fits;
      });
  if (!scanned.ok()) return scanned;
  if (!failure.ok()) return failure;
  if (!fits) return nullptr;
  auto index = std::make_shared<GroupIndex>(
      builder.rows() == 0 ? nullptr : std::move(builder).Build());
  const size_t bytes =
      index->bytes() + OverheadOf(EncodeGroup(group), sizeof(Slot));
  if (bytes > capacity_bytes_) return nullptr;
  return index;
}

void IndexCache::Update(const BestKey& key, const BestEntry& entry) {
  const std::string group = EncodeGroup(key.group);
  Lock lock(mutex_);
  const auto found = slots_.find(group);
  if (found == slots_.end() || found->second->state == State::kTooLarge) return;
  if (found->second->state == State::kLoading) {
    found->second->changes.push_back(
        {.arguments = key.arguments, .best = ToIndexedBest(entry)});
    return;
  }
  const std::shared_ptr<GroupIndex> index = found->second->index;
  lock.unlock();
  Shape shape;
  // What the committer made can be read.
  if (!DecodeShape(key.arguments, shape).ok()) return;
  if (!index->Update(std::move(shape), ToIndexedBest(entry))) return;
  lock.lock();
  Account(group);
}

void IndexCache::Insert(const std::string& key) {
  used_.push_front(key);
  auto slot = std::make_unique<Slot>();
  slot->position = used_.begin();
  slots_.emplace(key, std::move(slot));
}

void IndexCache::Erase(const std::string& key) {
  const auto found = slots_.find(key);
  statistics_.bytes -= found->second->bytes;
  statistics_.shapes -= found->second->shapes;
  used_.erase(found->second->position);
  slots_.erase(found);
}

// Takes note of the memory that a group takes now, and makes place for it.
void IndexCache::Account(const std::string& key) {
  const auto found = slots_.find(key);
  if (found == slots_.end()) return;
  Slot& slot = *found->second;
  statistics_.bytes -= slot.bytes;
  statistics_.shapes -= slot.shapes;
  slot.bytes = OverheadOf(key, sizeof(Slot));
  if (slot.index != nullptr) {
    slot.bytes += slot.index->bytes();
    slot.shapes = slot.index->rows();
    if (!slot.is_being_merged && slot.index->NeedsMerge()) {
      slot.is_being_merged = true;
      to_merge_.push_back(key);
      merges_.notify_one();
    }
  }
  statistics_.bytes += slot.bytes;
  statistics_.shapes += slot.shapes;
  Evict();
}

void IndexCache::Evict() {
  auto last = used_.end();
  while (statistics_.bytes > capacity_bytes_ && last != used_.begin()) {
    --last;
    // Groups that are being read count nothing yet.
    if (slots_.find(*last)->second->state == State::kLoading) continue;
    const std::string key = *last++;
    Erase(key);
    ++statistics_.evictions;
  }
}

void IndexCache::MergeInBackground() {
  Lock lock(mutex_);
  while (true) {
    merges_.wait(lock, [this] { return stopping_ || !to_merge_.empty(); });
    if (stopping_) return;
    const std::string key = std::move(to_merge_.front());
    to_merge_.pop_front();
    const auto found = slots_.find(key);
    if (found == slots_.end() || found->second->index == nullptr) continue;
    const std::shared_ptr<GroupIndex> index = found->second->index;
    lock.unlock();
    index->MergeLarge();
    lock.lock();
    // Another index may have taken its place.
    const auto merged = slots_.find(key);
    if (merged == slots_.end() || merged->second->index != index) continue;
    merged->second->is_being_merged = false;
    Account(key);
  }
}

IndexCache::Statistics IndexCache::GetStatistics() const {
  std::lock_guard<std::mutex> lock(mutex_);
  Statistics statistics = statistics_;
  statistics.groups = slots_.size();
  return statistics;
}

}  // namespace tunedex::storage
