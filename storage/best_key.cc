#include "storage/best_key.h"

#include "storage/tuple.h"

namespace tunedex::storage {

std::string EncodeGroup(const GroupKey& group) {
  return TupleWriter()
      .Text(group.kind)
      .Text(group.scope)
      .Text(group.framework)
      .Text(group.structural_hash)
      .Finish();
}

std::string EncodeBestKey(const BestKey& key) {
  return EncodeGroup(key.group) + key.arguments;
}

}  // namespace tunedex::storage
