#include "server/target_texts.h"

#include "formats/target.h"
#include "storage/scope.h"

namespace tunedex::server {

const std::string& TargetTexts::Of(const v1::Target& target) {
  if (text_.empty() || !storage::SameTarget(last_, target)) {
    last_ = target;
    text_ = formats::FormatTarget(target);
  }
  return text_;
}

void TargetTexts::AddTo(v1::StoredRecord& stored) {
  if (!stored.record().has_target()) return;
  stored.set_target_text(Of(stored.record().target()));
}

}  // namespace tunedex::server
