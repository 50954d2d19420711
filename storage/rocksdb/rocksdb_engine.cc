#include "storage/rocksdb/rocksdb_engine.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "rocksdb/db.h"
#include "rocksdb/write_batch.h"
#include "storage/best_key.h"
#include "storage/record_id.h"
#include "storage/rocksdb/folder_check.h"
#include "storage/rocksdb/folder_lock.h"
#include "storage/rocksdb/layout.h"
#include "storage/rocksdb/record_cache.h"
#include "storage/rocksdb/status.h"
#include "storage/rocksdb/tuning.h"
#include "storage/tuple.h"

namespace tunedex::storage {
namespace {

using ColumnFamilyHandles = std::vector<rocksdb::ColumnFamilyHandle*>;

rocksdb::Slice ToSlice(absl::string_view bytes) {
  return rocksdb::Slice(bytes.data(), bytes.size());
}

absl::string_view ToView(const rocksdb::Slice& slice) {
  return absl::string_view(slice.data(), slice.size());
}

absl::Status Damaged(absl::string_view what) {
  return absl::DataLossError(absl::StrCat("a stored ", what, " is damaged"));
}

template <typename Message>
bool Parse(absl::string_view bytes, Message& message) {
  return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

class RocksDbEngine : public Engine {
 public:
  RocksDbEngine(std::unique_ptr<FolderLock> lock,
                std::unique_ptr<rocksdb::DB> db, ColumnFamilyHandles handles,
                std::shared_ptr<rocksdb::Cache> cache)
      : lock_(std::move(lock)),
        db_(std::move(db)),
        handles_(std::move(handles)),
        record_cache_(std::move(cache)) {}

  ~RocksDbEngine() override {
    for (rocksdb::ColumnFamilyHandle* handle : handles_) {
      db_->DestroyColumnFamilyHandle(handle);
    }
    db_->Close();
  }

  // Refuses a folder of a newer format; marks a new one.
  absl::Status CheckFormat() {
    std::string stored;
    const absl::StatusOr<bool> found =
        Read(layout::kMeta, layout::kFormatKey, stored);
    if (!found.ok()) return found.status();
    if (!*found) {
      rocksdb::WriteOptions synced;
      synced.sync = true;
      return FromRocksDb(db_->Put(synced, Family(layout::kMeta),
                                  layout::kFormatKey,
                                  absl::StrCat(layout::kFormatVersion)));
    }
    int version = 0;
    if (!absl::SimpleAtoi(stored, &version) || version < 1) {
      return Damaged("format version");
    }
    if (version > layout::kFormatVersion) {
      return absl::FailedPreconditionError(absl::StrCat(
          "the data folder has format version ", version,
          ", and this program knows versions up to ", layout::kFormatVersion,
          ": run the program that wrote it, or a newer one"));
    }
    return absl::OkStatus();
  }

  absl::Status Commit(const WriteSet& writes) override {
    rocksdb::WriteBatch batch;
    for (const auto& [record_id, record] : writes.records) {
      const std::string key = layout::RecordKey(record_id, record);
      batch.Put(Family(layout::kRecords), key, layout::EncodeRecord(record));
      batch.Put(Family(layout::kIds), record_id, key);
    }
    for (const auto& [record_id, filings] : writes.filings) {
      batch.Put(Family(layout::kFilings), record_id,
                filings.SerializeAsString());
    }
    for (const auto& [key, entry] : writes.best) {
      batch.Put(Family(layout::kBest), EncodeBestKey(key),
                entry.SerializeAsString());
    }
    PutNames(writes, batch);
    batch.Put(Family(layout::kMeta), layout::kTotalsKey,
              writes.totals.SerializeAsString());
    absl::Status written = Write(batch);
    // Also after an error, which does not say how far the write came.
    record_cache_.Forget(writes);
    return written;
  }

  absl::StatusOr<Totals> ReadTotals() const override {
    std::string value;
    const absl::StatusOr<bool> found =
        Read(layout::kMeta, layout::kTotalsKey, value);
    if (!found.ok()) return found.status();
    Totals totals;
    if (*found && !Parse(value, totals)) return Damaged("sum of totals");
    return totals;
  }

  absl::StatusOr<std::vector<std::string>> ReadKinds() const override {
    std::vector<std::string> kinds;
    absl::Status damage;
    const std::string prefix = layout::KindPrefix();
    const absl::Status scanned =
        Scan(layout::kMeta, prefix, [&](absl::string_view key, auto) {
          TupleReader reader(key.substr(prefix.size()));
          absl::StatusOr<std::string> kind = reader.Text();
          damage = kind.status();
          if (kind.ok()) kinds.push_back(*std::move(kind));
          return damage.ok();
        });
    if (!scanned.ok()) return scanned;
    if (!damage.ok()) return damage;
    return kinds;
  }

  absl::StatusOr<bool> HasTarget(absl::string_view target) const override {
    std::string value;
    return Read(layout::kMeta, layout::TargetKey(target), value);
  }

  absl::StatusOr<bool> HasSource(absl::string_view source) const override {
    std::string value;
    return Read(layout::kMeta, layout::SourceKey(source), value);
  }

  absl::StatusOr<std::optional<Filings>> ReadFilings(
      absl::string_view record_id) const override {
    return ReadMessage<Filings>(layout::kFilings, record_id, "filing");
  }

  absl::StatusOr<std::shared_ptr<const HistoryEntry>> ReadRecord(
      absl::string_view record_id) const override {
    std::shared_ptr<const HistoryEntry> kept = record_cache_.Find(record_id);
    if (kept != nullptr) return kept;
    const uint64_t generation = record_cache_.generation();
    absl::StatusOr<std::shared_ptr<const HistoryEntry>> read =
        ReadStoredRecord(record_id);
    if (read.ok() && *read != nullptr) record_cache_.Keep(generation, *read);
    return read;
  }

  absl::StatusOr<std::optional<BestEntry>> ReadBest(
      const BestKey& key) const override {
    return ReadMessage<BestEntry>(layout::kBest, EncodeBestKey(key),
                                  "best entry");
  }

  absl::Status ScanGroup(const GroupKey& group,
                         BestVisitor visit) const override {
    const std::string prefix = EncodeGroup(group);
    absl::Status damage;
    BestEntry entry;
    const absl::Status scanned =
        Scan(layout::kBest, prefix,
             [&](absl::string_view key, absl::string_view value) {
               if (!Parse(value, entry)) {
                 damage = Damaged("best entry");
                 return false;
               }
               return visit(key.substr(prefix.size()), entry);
             });
    return scanned.ok() ? damage : scanned;
  }

  absl::Status ScanHistory(const WorkloadKey& workload,
                           HistoryVisitor visit) const override {
    absl::Status damage;
    v1::TuningRecord record;
    const absl::Status scanned =
        Scan(layout::kRecords, layout::WorkloadPrefix(workload),
             [&](absl::string_view key, absl::string_view value) {
               const absl::string_view id = layout::RecordIdOf(key);
               if (id.empty() || !layout::DecodeRecord(value, record)) {
                 damage = Damaged("record");
                 return false;
               }
               return visit(id, record);
             });
    return scanned.ok() ? damage : scanned;
  }

  absl::StatusOr<bool> HasWorkload(const WorkloadKey& workload) const override {
    return HasPrefix(layout::kRecords, layout::WorkloadPrefix(workload));
  }

  absl::StatusOr<bool> HasHash(
      absl::string_view framework,
      absl::string_view structural_hash) const override {
    return HasPrefix(layout::kRecords,
                     layout::HashPrefix(framework, structural_hash));
  }

  absl::StatusOr<uint64_t> BytesOnDisk() const override {
    uint64_t bytes = 0;
    std::vector<rocksdb::LiveFileMetaData> tables;
    db_->GetLiveFilesMetaData(&tables);
    for (const rocksdb::LiveFileMetaData& table : tables) bytes += table.size;
    rocksdb::VectorLogPtr logs;
    if (const rocksdb::Status status = db_->GetSortedWalFiles(logs);
        !status.ok()) {
      return FromRocksDb(status);
    }
    for (const auto& log : logs) bytes += log->SizeFileBytes();
    return bytes;
  }

 private:
  // As ReadRecord, from tables.
  absl::StatusOr<std::shared_ptr<const HistoryEntry>> ReadStoredRecord(
      absl::string_view record_id) const {
    std::string key;
    absl::StatusOr<bool> found = Read(layout::kIds, record_id, key);
    if (!found.ok()) return found.status();
    if (!*found) return nullptr;
    std::string value;
    found = Read(layout::kRecords, key, value);
    if (!found.ok()) return found.status();
    if (!*found) return Damaged("record id");
    auto entry = std::make_shared<HistoryEntry>();
    const absl::Status filled = FillEntry(key, value, *entry);
    if (!filled.ok()) return filled;
    entry->serialized_record = entry->record.SerializeAsString();
    return entry;
  }

  // After a failed write RocksDB refuses all others until it is told that the
  // cause may be gone.
  absl::Status Write(rocksdb::WriteBatch& batch) {
    if (write_failed_) {
      const rocksdb::Status resumed = db_->Resume();
      if (!resumed.ok()) return FromRocksDb(resumed);
      write_failed_ = false;
    }
    rocksdb::WriteOptions synced;
    synced.sync = true;
    const rocksdb::Status written = db_->Write(synced, &batch);
    write_failed_ = !written.ok();
    return FromRocksDb(written);
  }

  rocksdb::ColumnFamilyHandle* Family(layout::ColumnFamily family) const {
    // The first handle is that of the default column family.
    return handles_[family + 1];
  }

  void PutNames(const WriteSet& writes, rocksdb::WriteBatch& batch) const {
    rocksdb::ColumnFamilyHandle* meta = Family(layout::kMeta);
    for (const std::string& kind : writes.kinds) {
      batch.Put(meta, layout::KindKey(kind), "");
    }
    for (const std::string& target : writes.targets) {
      batch.Put(meta, layout::TargetKey(target), "");
    }
    for (const std::string& source : writes.sources) {
      batch.Put(meta, layout::SourceKey(source), "");
    }
  }

  // Whether the key is there; its value, if so.
  absl::StatusOr<bool> Read(layout::ColumnFamily family, absl::string_view key,
                            std::string& value) const {
    const rocksdb::Status status =
        db_->Get(rocksdb::ReadOptions(), Family(family), ToSlice(key), &value);
    if (status.IsNotFound()) return false;
    if (!status.ok()) return FromRocksDb(status);
    return true;
  }

  template <typename Message>
  absl::StatusOr<std::optional<Message>> ReadMessage(
      layout::ColumnFamily family, absl::string_view key,
      absl::string_view what) const {
    std::string value;
    const absl::StatusOr<bool> found = Read(family, key, value);
    if (!found.ok()) return found.status();
    if (!*found) return std::nullopt;
    Message message;
    if (!Parse(value, message)) return Damaged(what);
    return message;
  }

  // Visits all keys with a prefix until `visit` returns false.
  template <typename Visitor>
  absl::Status Scan(layout::ColumnFamily family, absl::string_view prefix,
                    Visitor visit) const {
    const std::unique_ptr<rocksdb::Iterator> iterator(
        db_->NewIterator(rocksdb::ReadOptions(), Family(family)));
    for (iterator->Seek(ToSlice(prefix));
         iterator->Valid() && iterator->key().starts_with(ToSlice(prefix));
         iterator->Next()) {
      if (!visit(ToView(iterator->key()), ToView(iterator->value()))) break;
    }
    return FromRocksDb(iterator->status());
  }

  absl::StatusOr<bool> HasPrefix(layout::ColumnFamily family,
                                 absl::string_view prefix) const {
    bool found = false;
    const absl::Status scanned = Scan(family, prefix, [&](auto, auto) {
      found = true;
      return false;
    });
    if (!scanned.ok()) return scanned;
    return found;
  }

  absl::Status FillEntry(absl::string_view key, absl::string_view value,
                         HistoryEntry& entry) const {
    entry.record_id = std::string(layout::RecordIdOf(key));
    if (entry.record_id.empty() || !layout::DecodeRecord(value, entry.record)) {
      return Damaged("record");
    }
    absl::StatusOr<std::optional<Filings>> filings =
        ReadFilings(entry.record_id);
    if (!filings.ok()) return filings.status();
    if (!filings->has_value()) return Damaged("record's filing");
    entry.filings = **std::move(filings);
    return absl::OkStatus();
  }

  // First, so that the database is closed before another may open it.
  const std::unique_ptr<FolderLock> lock_;
  const std::unique_ptr<rocksdb::DB> db_;
  const ColumnFamilyHandles handles_;
  mutable RecordCache record_cache_;
  // Belongs to the one writer.
  bool write_failed_ = false;
};

absl::Status ExplainOpen(const rocksdb::Status& status,
                         const std::string& data_dir) {
  const absl::Status plain = FromRocksDb(status);
  return absl::Status(plain.code(), absl::StrCat("data folder ", data_dir, ": ",
                                                 plain.message()));
}

// A newer format may have column families that this program cannot open, and
// would be told of in RocksDB's words only.
absl::Status CheckColumnFamilies(const std::string& data_dir) {
  std::vector<std::string> found;
  const rocksdb::Status listed =
      rocksdb::DB::ListColumnFamilies(rocksdb::Options(), data_dir, &found);
  // A new folder has none; what else is wrong, opening will say.
  if (!listed.ok()) return absl::OkStatus();
  const std::vector<std::string> known = layout::ColumnFamilyNames();
  std::vector<std::string> unknown;
  for (const std::string& name : found) {
    if (name != rocksdb::kDefaultColumnFamilyName &&
        std::find(known.begin(), known.end(), name) == known.end()) {
      unknown.push_back(name);
    }
  }
  if (unknown.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "data folder ", data_dir, " has a newer format version than ",
      layout::kFormatVersion, ", the last one that this program knows (it has ",
      absl::StrJoin(unknown, ", "),
      "): run the program that wrote it, or a newer one"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Engine>> OpenRocksDbEngine(
    const RocksDbOptions& options) {
  const std::shared_ptr<rocksdb::Cache> cache =
      rocksdb::NewLRUCache(options.block_cache_bytes);
  const rocksdb::Options tuned = TunedOptions(cache);
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  families.emplace_back(rocksdb::kDefaultColumnFamilyName, tuned);
  for (const std::string& name : layout::ColumnFamilyNames()) {
    families.emplace_back(name, tuned);
  }
  if (absl::Status fit = CheckDataFolder(options.data_dir); !fit.ok()) {
    return fit;
  }
  absl::StatusOr<std::unique_ptr<FolderLock>> lock =
      FolderLock::Take(options.data_dir);
  if (!lock.ok()) return lock.status();
  if (absl::Status known = CheckColumnFamilies(options.data_dir); !known.ok()) {
    return known;
  }
  ColumnFamilyHandles handles;
  rocksdb::DB* opened = nullptr;
  const rocksdb::Status status =
      rocksdb::DB::Open(tuned, options.data_dir, families, &handles, &opened);
  if (!status.ok()) return ExplainOpen(status, options.data_dir);
  auto engine = std::make_unique<RocksDbEngine>(
      *std::move(lock), std::unique_ptr<rocksdb::DB>(opened),
      std::move(handles), cache);
  if (absl::Status format = engine->CheckFormat(); !format.ok()) return format;
  return engine;
}

}  // namespace tunedex::storage
