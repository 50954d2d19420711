#include "storage/rocksdb/tuning.h"

#include <algorithm>
#include <cstdarg>
#include <cstddef>
#include <memory>

#include "rocksdb/cache.h"
#include "rocksdb/env.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/table.h"
#include "rocksdb/write_buffer_manager.h"

namespace tunedex::storage {
namespace {

// Of writes that are not in tables yet; less makes tables too small to be worth
// it, more takes too long to read again.
constexpr size_t kMinBufferBytes = size_t{8} << 20;
constexpr size_t kMaxBufferBytes = size_t{64} << 20;

class NoLog : public rocksdb::Logger {
 public:
  NoLog() : Logger(rocksdb::InfoLogLevel::NUM_INFO_LOG_LEVELS) {}
  using rocksdb::Logger::Logv;
  void Logv(const char* /*format*/, va_list /*arguments*/) override {}
};

}  // namespace

rocksdb::Options TunedOptions(const std::shared_ptr<rocksdb::Cache>& cache) {
  rocksdb::Options options;
  options.create_if_missing = true;
  options.create_missing_column_families = true;

  // A torn end of the log is what a crash leaves of a commit that was never
  // acknowledged. Damage anywhere else may hold acknowledged records: refuse to
  // open rather than drop them.
  options.wal_recovery_mode =
      rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;

  // What is not in tables yet is read again from the logs at every start, at
  // some 100 MB a second, and has to fit into the memory that the flags allow:
  // it counts against the cache.
  options.max_total_wal_size = kMaxBufferBytes;
  options.write_buffer_manager = std::make_shared<rocksdb::WriteBufferManager>(
      std::clamp(cache->GetCapacity() / 4, kMinBufferBytes, kMaxBufferBytes),
      cache);

  // Two threads beside the committer keep up with ingest on small machines
  // without taking all cores from lookups.
  options.max_background_jobs = 2;

  // RocksDB's own log is for its developers, and its file ends the process with
  // an assertion once the disk was full. Errors come back as statuses.
  options.info_log = std::make_shared<NoLog>();

  // Log lines resemble each other, and ZSTD shrinks them several times; the
  // upper levels are rewritten often, where LZ4 costs less.
  options.compression = rocksdb::kLZ4Compression;
  options.bottommost_compression = rocksdb::kZSTD;

  rocksdb::BlockBasedTableOptions table;
  table.block_cache = cache;
  // Most pushes ask for ids that are not stored, and most lookups for one best
  // entry: ten bits a key spare 99 % of the table reads for what is not there.
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  // Indexes and filters count against the cache too, so that it is a bound.
  table.cache_index_and_filter_blocks = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  // In parts of one block each: the whole index of a large table may be larger
  // than the share of the cache that it falls into, and would be read from disk
  // for every lookup.
  table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
  table.partition_filters = true;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  // The same for what is still in memory.
  options.memtable_whole_key_filtering = true;
  options.memtable_prefix_bloom_size_ratio = 0.02;
  return options;
}

}  // namespace tunedex::storage
