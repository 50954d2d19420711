#ifndef TUNEDEX_SERVER_BATCH_TARGETS_H_
#define TUNEDEX_SERVER_BATCH_TARGETS_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tunedex/v1/lookup_service.pb.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::server {

// The targets of one call, each read and written out once: the lookups of a
// batch mostly name the same one. The requests and the answers that it is given
// must live as long as it is used.
class BatchTargets {
 public:
  // As formats::ReadTargetInput. Valid until the next call.
  const absl::StatusOr<v1::Target>& Read(const v1::TargetInput& input);

  // Adds the targets as text to all records of an answer.
  void AddTexts(v1::LookupResponse& response);

 private:
  void AddText(v1::StoredRecord& stored);

  absl::flat_hash_map<absl::string_view, absl::StatusOr<v1::Target>> read_;
  // The target that was written out last.
  const v1::Target* written_ = nullptr;
  std::string text_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_BATCH_TARGETS_H_
