#include "server/target_texts.h"

#include "formats/target.h"
#include "storage/scope.h"

namespace tunedex::server {

void TargetTexts::AddTo(v1::StoredRecord& stored) {
  if (!stored.record().has_target()) return;
  const v1::Target& target = stored.record().target();
  if (last_ == nullptr || !storage::SameTarget(*last_, target)) {
    last_ = &target;
    text_ = formats::FormatTarget(target);
  }
  stored.set_target_text(text_);
}

void TargetTexts::AddTo(v1::LookupResponse& response) {
  for (v1::Match& match : *response.mutable_matches()) {
    AddTo(*match.mutable_stored());
    for (v1::StoredRecord& alternative : *match.mutable_alternatives()) {
      AddTo(alternative);
    }
  }
}

}  // namespace tunedex::server
