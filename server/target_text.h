#ifndef TUNEDEX_SERVER_TARGET_TEXT_H_
#define TUNEDEX_SERVER_TARGET_TEXT_H_

#include "formats/target.h"
#include "tunedex/v1/record.pb.h"

namespace tunedex::server {

// Adds the target as text, which the store leaves out: it knows no formats.
inline void AddTargetText(v1::StoredRecord& stored) {
  if (!stored.record().has_target()) return;
  stored.set_target_text(formats::FormatTarget(stored.record().target()));
}

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_TARGET_TEXT_H_
