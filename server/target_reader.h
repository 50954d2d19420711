#ifndef TUNEDEX_SERVER_TARGET_READER_H_
#define TUNEDEX_SERVER_TARGET_READER_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::server {

// Reads the targets of lookups. Compilers ask for few targets again and again,
// so texts that were read are remembered: at most kMaxTexts of at most
// kMaxTextBytes each, some MB in all. Thread safe.
class TargetReader {
 public:
  static constexpr size_t kMaxTexts = 512;
  static constexpr size_t kMaxTextBytes = 1 << 10;

  // As formats::ReadTargetInput.
  absl::StatusOr<std::shared_ptr<const v1::Target>> Read(
      const v1::TargetInput& input);

 private:
  std::shared_ptr<const v1::Target> Find(const std::string& text) const;
  void Remember(const std::string& text,
                std::shared_ptr<const v1::Target> target);

  mutable std::mutex mutex_;
  absl::flat_hash_map<std::string, std::shared_ptr<const v1::Target>> targets_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_TARGET_READER_H_
