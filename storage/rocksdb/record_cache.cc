#include "storage/rocksdb/record_cache.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "storage/record_id.h"

namespace tunedex::storage {
namespace {

using Entry = std::shared_ptr<const HistoryEntry>;

// The number of the user of the cache and the record's id, without an
// allocation for each lookup.
class Key {
 public:
  Key(uint64_t id, absl::string_view record_id) {
    std::memcpy(bytes_.data(), &id, sizeof(id));
    std::copy_n(record_id.begin(), kRecordIdBytes, bytes_.begin() + sizeof(id));
  }

  rocksdb::Slice slice() const { return {bytes_.data(), bytes_.size()}; }

 private:
  std::array<char, sizeof(uint64_t) + kRecordIdBytes> bytes_;
};

// About what a decoded record takes: its texts, those once more as serialised,
// and for each of its many small parts an object on the heap. Protobuf's own
// count walks them by reflection, which takes longer than reading the record.
size_t BytesOf(const HistoryEntry& entry) {
  constexpr size_t kEntryBytes = 1024;
  constexpr size_t kArgumentBytes = 64;
  constexpr size_t kAttributeBytes = 256;
  constexpr size_t kSourceBytes = 128;
  const v1::TuningRecord& record = entry.record;
  return kEntryBytes + 2 * entry.serialized_record.size() +
         entry.filings.ByteSizeLong() +
         kArgumentBytes * record.workload().arguments_size() +
         kAttributeBytes * record.target().attributes().size() +
         kSourceBytes * entry.filings.sources_size();
}

void Delete(const rocksdb::Slice& /*key*/, void* value) {
  delete static_cast<Entry*>(value);
}

}  // namespace

Entry RecordCache::Find(absl::string_view record_id) const {
  if (record_id.size() != kRecordIdBytes) return nullptr;
  rocksdb::Cache::Handle* handle = cache_->Lookup(Key(id_, record_id).slice());
  if (handle == nullptr) return nullptr;
  Entry entry = *static_cast<Entry*>(cache_->Value(handle));
  cache_->Release(handle);
  return entry;
}

uint64_t RecordCache::generation() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return generation_;
}

void RecordCache::Keep(uint64_t generation, Entry entry) {
  const Key key(id_, entry->record_id);
  const size_t bytes = BytesOf(*entry);
  auto value = std::make_unique<Entry>(std::move(entry));
  std::lock_guard<std::mutex> lock(mutex_);
  if (generation != generation_) return;
  // Never refused without a handle: what does not fit is deleted at once.
  cache_->Insert(key.slice(), value.release(), bytes, &Delete)
      .PermitUncheckedError();
}

void RecordCache::Forget(const WriteSet& writes) {
  std::lock_guard<std::mutex> lock(mutex_);
  ++generation_;
  for (const auto& [record_id, filings] : writes.filings) {
    cache_->Erase(Key(id_, record_id).slice());
  }
}

}  // namespace tunedex::storage
