#include "server/batch_targets.h"

#include "formats/target.h"
#include "storage/scope.h"

namespace tunedex::server {

const absl::StatusOr<v1::Target>& BatchTargets::Read(
    const v1::TargetInput& input) {
  const auto [entry, is_new] = read_.try_emplace(input.text());
  if (is_new || !input.has_text()) {
    entry->second = formats::ReadTargetInput(input);
  }
  return entry->second;
}

void BatchTargets::AddTexts(v1::LookupResponse& response) {
  for (v1::Match& match : *response.mutable_matches()) {
    AddText(*match.mutable_stored());
    for (v1::StoredRecord& alternative : *match.mutable_alternatives()) {
      AddText(alternative);
    }
  }
}

void BatchTargets::AddText(v1::StoredRecord& stored) {
  if (!stored.record().has_target()) return;
  const v1::Target& target = stored.record().target();
  if (written_ == nullptr || !storage::SameTarget(*written_, target)) {
    written_ = &target;
    text_ = formats::FormatTarget(target);
  }
  stored.set_target_text(text_);
}

}  // namespace tunedex::server
