#include "formats/autotvm_config.h"

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "formats/text.h"

namespace tunedex::formats {
namespace {

// How a version of AutoTVM names the members of a config.
struct Names {
  absl::string_view index;
  absl::string_view code_hash;
  absl::string_view entity;
  // Empty: this version has none.
  absl::string_view template_key;
};

constexpr Names kNames = {"index", "code_hash", "entity", ""};
constexpr Names kLegacyNames = {"i", "c", "e", "t"};

// Reads the value of an entity, by the kind of its tuning knob.
absl::Status ReadKnob(absl::string_view kind, JsonValue& value) {
  // A split and a reordering are lists of integers, an annotation is a list of
  // strings, and any other knob has a scalar.
  if (kind == "sp" || kind == "re") {
    return value.ReadList([](size_t, JsonValue& element) {
      return element.ReadInteger().status();
    });
  }
  if (kind == "an") {
    return value.ReadList([](size_t, JsonValue& element) {
      return element.ReadString().status();
    });
  }
  const bool is_scalar =
      value.type() != JsonType::kList && value.type() != JsonType::kObject;
  return is_scalar ? value.Skip() : value.WrongType("a scalar");
}

absl::Status ReadEntity(JsonValue& entity) {
  absl::string_view kind;
  return entity.ReadTuple(
      3, 3, "[name, kind, value]", [&](size_t index, JsonValue& element) {
        if (index == 2) return ReadKnob(kind, element);
        const absl::StatusOr<absl::string_view> text = element.ReadString();
        if (!text.ok() || index == 0) return text.status();
        kind = *text;
        if (kind == "sp" || kind == "re" || kind == "an" || kind == "ot") {
          return absl::OkStatus();
        }
        return element.Error(absl::StrCat(
            Quote(kind), " is no kind of knob; known are sp, re, an and ot"));
      });
}

// Reads a string or null, which is left empty.
absl::Status ReadOptionalString(JsonValue& value, std::string& text) {
  if (value.type() == JsonType::kNull) return value.Skip();
  return value.CopyString(text);
}

absl::Status ReadConfig(const Names& names, JsonValue& value,
                        AutotvmConfig& config) {
  bool has_index = false;
  bool has_entity = false;
  absl::Status status =
      value.ReadObject([&](absl::string_view key, JsonValue& member) {
        if (key == names.index) {
          has_index = true;
          return member.ReadInteger().status();
        }
        if (key == names.entity) {
          has_entity = true;
          return member.ReadList(
              [](size_t, JsonValue& entity) { return ReadEntity(entity); });
        }
        if (key == names.code_hash) {
          return ReadOptionalString(member, config.code_hash);
        }
        if (!names.template_key.empty() && key == names.template_key) {
          return ReadOptionalString(member, config.template_key);
        }
        return member.Skip();
      });
  if (!status.ok()) return status;
  if (!has_index) return value.Error(absl::StrCat(names.index, " is missing"));
  if (!has_entity) {
    return value.Error(absl::StrCat(names.entity, " is missing"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadAutotvmConfig(JsonValue& value, AutotvmConfig& config) {
  return ReadConfig(kNames, value, config);
}

absl::Status ReadLegacyAutotvmConfig(JsonValue& value, AutotvmConfig& config) {
  return ReadConfig(kLegacyNames, value, config);
}

}  // namespace tunedex::formats
