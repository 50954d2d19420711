#ifndef TUNEDEX_STORAGE_BEST_KEY_H_
#define TUNEDEX_STORAGE_BEST_KEY_H_

#include <string>

#include "storage/engine.h"

namespace tunedex::storage {

// A group as bytes: equal for equal groups only, and none is a prefix of
// another.
std::string EncodeGroup(const GroupKey& group);

// A best entry's key as bytes: those of its group, then its arguments, so that
// the entries of a group lie together in the order of their arguments.
std::string EncodeBestKey(const BestKey& key);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_BEST_KEY_H_
