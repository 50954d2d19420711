#include "server/target_reader.h"

#include <utility>

#include "formats/target.h"

namespace tunedex::server {

absl::StatusOr<std::shared_ptr<const v1::Target>> TargetReader::Read(
    const v1::TargetInput& input) {
  const bool may_be_kept =
      input.has_text() && input.text().size() <= kMaxTextBytes;
  if (may_be_kept) {
    std::shared_ptr<const v1::Target> known = Find(input.text());
    if (known != nullptr) return known;
  }
  absl::StatusOr<v1::Target> read = formats::ReadTargetInput(input);
  if (!read.ok()) return read.status();
  auto target = std::make_shared<const v1::Target>(*std::move(read));
  if (may_be_kept) Remember(input.text(), target);
  return target;
}

std::shared_ptr<const v1::Target> TargetReader::Find(
    const std::string& text) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = targets_.find(text);
  return found == targets_.end() ? nullptr : found->second;
}

void TargetReader::Remember(const std::string& text,
                            std::shared_ptr<const v1::Target> target) {
  std::lock_guard<std::mutex> lock(mutex_);
  // Those that are still in use come back soon.
  if (targets_.size() >= kMaxTexts) targets_.clear();
  targets_.emplace(text, std::move(target));
}

}  // namespace tunedex::server
