#include "formats/target_json.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {
namespace {

// A scalar, or the JSON of anything else.
absl::StatusOr<std::string> ReadText(JsonValue& value) {
  switch (value.type()) {
    case JsonType::kString: {
      const absl::StatusOr<absl::string_view> text = value.ReadString();
      if (!text.ok()) return text.status();
      return std::string(*text);
    }
    case JsonType::kBoolean: {
      const absl::StatusOr<bool> boolean = value.ReadBoolean();
      if (!boolean.ok()) return boolean.status();
      return *boolean ? "1" : "0";
    }
    case JsonType::kNull:
      if (absl::Status status = value.Skip(); !status.ok()) return status;
      return "";
    default:
      if (absl::Status status = value.Skip(); !status.ok()) return status;
      return CompactJson(value.raw());
  }
}

// The same, with the elements of a list joined by commas.
absl::StatusOr<std::string> ReadAttribute(JsonValue& value) {
  if (value.type() != JsonType::kList) return ReadText(value);
  std::string joined;
  absl::Status status = value.ReadList([&](size_t index, JsonValue& element) {
    const absl::StatusOr<std::string> text = ReadText(element);
    if (!text.ok()) return text.status();
    if (index > 0) joined += ',';
    joined += *text;
    return absl::OkStatus();
  });
  if (!status.ok()) return status;
  return joined;
}

absl::Status ReadMember(absl::string_view name, JsonValue& member,
                        v1::Target& target) {
  if (name == "host") return member.Skip();
  if (name == "kind") {
    const absl::StatusOr<absl::string_view> kind = member.ReadString();
    if (!kind.ok()) return kind.status();
    target.set_kind(kind->data(), kind->size());
    return absl::OkStatus();
  }
  absl::StatusOr<std::string> text = ReadAttribute(member);
  if (!text.ok()) return text.status();
  (*target.mutable_attributes())[std::string(name)] = *std::move(text);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::Target> ReadTargetJson(absl::string_view json) {
  v1::Target target;
  absl::Status status = ReadJson(json, [&](JsonValue& root) {
    return root.ReadObject([&](absl::string_view name, JsonValue& member) {
      return ReadMember(name, member, target);
    });
  });
  if (!status.ok()) return status;
  const auto tag = target.attributes().find("tag");
  if (target.kind().empty() && tag != target.attributes().end()) {
    target.set_kind(tag->second);
  }
  return target;
}

}  // namespace tunedex::formats
