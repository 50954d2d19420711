#include "formats/arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "formats/json_output.h"
#include "formats/limits.h"
#include "formats/text.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::formats {
namespace {

// Flattens JSON into the arguments of one workload.
class Flattener {
 public:
  Flattener(ArgumentRule rule, v1::Workload& workload)
      : rule_(rule), workload_(workload) {}

  // `in_shape`: inside the shape of a tensor.
  absl::Status Append(JsonValue& value, bool in_shape) {
    switch (value.type()) {
      case JsonType::kList:
        return AppendList(value, in_shape);
      case JsonType::kObject:
        return AppendObject(value);
      default:
        return AppendScalar(value, in_shape);
    }
  }

 private:
  absl::Status AppendList(JsonValue& list, bool in_shape) {
    bool is_tensor = false;
    return list.ReadList([&](size_t index, JsonValue& element) {
      if (rule_ != ArgumentRule::kTensorShapes) {
        return Append(element, in_shape);
      }
      if (index == 0 && element.type() == JsonType::kString) {
        const absl::StatusOr<absl::string_view> word = element.ReadString();
        is_tensor = word.ok() && *word == "TENSOR";
      }
      const bool is_shape =
          is_tensor && index == 1 && element.type() == JsonType::kList;
      return Append(element, in_shape || is_shape);
    });
  }

  absl::Status AppendObject(JsonValue& object) {
    if (rule_ != ArgumentRule::kPositiveIntegersUnlessFixed) {
      return object.Error(
          absl::StrCat("argument ", workload_.arguments_size(),
                       " is an object; arguments are lists and scalars"));
    }
    bool found = false;
    absl::Status status =
        object.ReadObject([&](absl::string_view key, JsonValue& member) {
          if (key != "fixed") {
            return member.Error("only \"fixed\" is known here");
          }
          found = true;
          return AppendFixed(member);
        });
    if (status.ok() && !found) {
      return object.Error(absl::StrCat("argument ", workload_.arguments_size(),
                                       " is an object without \"fixed\""));
    }
    return status;
  }

  absl::Status AppendFixed(JsonValue& value) {
    const absl::StatusOr<JsonNumber> number = value.ReadInteger();
    if (!number.ok()) return number.status();
    return AppendNumber(value, *number, /*may_divide=*/false);
  }

  absl::Status AppendScalar(JsonValue& value, bool in_shape) {
    switch (value.type()) {
      case JsonType::kNumber: {
        const absl::StatusOr<JsonNumber> number = value.ReadNumber();
        if (!number.ok()) return number.status();
        return AppendNumber(value, *number,
                            rule_ != ArgumentRule::kTensorShapes || in_shape);
      }
      case JsonType::kString: {
        const absl::StatusOr<absl::string_view> text = value.ReadString();
        if (!text.ok()) return text.status();
        return Add(value, [&](v1::Argument& argument) {
          argument.set_text(text->data(), text->size());
        });
      }
      case JsonType::kBoolean: {
        const absl::StatusOr<bool> boolean = value.ReadBoolean();
        if (!boolean.ok()) return boolean.status();
        return Add(value, [&](v1::Argument& argument) {
          argument.set_boolean(*boolean);
        });
      }
      default:
        if (absl::Status status = value.Skip(); !status.ok()) return status;
        return Add(value,
                   [](v1::Argument& argument) { argument.mutable_null(); });
    }
  }

  absl::Status AppendNumber(const JsonValue& value, const JsonNumber& number,
                            bool may_divide) {
    return Add(value, [&](v1::Argument& argument) {
      switch (number.kind) {
        case JsonNumber::Kind::kReal:
          // The sum turns -0.0 into 0.0.
          argument.set_real(number.real + 0.0);
          break;
        case JsonNumber::Kind::kBigInteger:
          argument.set_big_integer(number.text.data(), number.text.size());
          break;
        case JsonNumber::Kind::kInteger:
          if (may_divide && number.integer > 0) {
            argument.set_dimension(number.integer);
          } else {
            argument.set_fixed_integer(number.integer);
          }
          break;
      }
    });
  }

  template <typename Fill>
  absl::Status Add(const JsonValue& value, Fill fill) {
    if (static_cast<size_t>(workload_.arguments_size()) >= kMaxArguments) {
      return value.Error(
          absl::StrCat("more than ", kMaxArguments, " arguments"));
    }
    fill(*workload_.add_arguments());
    return absl::OkStatus();
  }

  const ArgumentRule rule_;
  v1::Workload& workload_;
};

// Checks for the one spelling of an integer that 64 signed bits cannot hold.
absl::Status CheckBigInteger(absl::string_view text) {
  absl::string_view digits = text;
  if (!digits.empty() && digits.front() == '-') digits.remove_prefix(1);
  if (digits.empty() || digits.front() == '0' ||
      !std::all_of(digits.begin(), digits.end(), absl::ascii_isdigit)) {
    return absl::InvalidArgumentError(
        absl::StrCat("big_integer ", Quote(text), " is not a decimal integer"));
  }
  int64_t integer = 0;
  if (std::from_chars(text.begin(), text.end(), integer).ec == std::errc()) {
    return absl::InvalidArgumentError(
        absl::StrCat("big_integer ", text,
                     " fits into 64 signed bits: use dimension or "
                     "fixed_integer"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status AppendArguments(ArgumentRule rule, JsonValue& element,
                             v1::Workload& workload) {
  return Flattener(rule, workload).Append(element, /*in_shape=*/false);
}

absl::Status NormalizeArgument(v1::Argument& argument) {
  switch (argument.value_case()) {
    case v1::Argument::kDimension:
      if (argument.dimension() > 0) return absl::OkStatus();
      return absl::InvalidArgumentError(
          absl::StrCat("dimension ", argument.dimension(),
                       " is not positive: use fixed_integer"));
    case v1::Argument::kReal:
      if (!std::isfinite(argument.real())) {
        return absl::InvalidArgumentError("real is not finite");
      }
      argument.set_real(argument.real() + 0.0);
      return absl::OkStatus();
    case v1::Argument::kText:
      return WithPrefix("text", CheckUtf8(argument.text()));
    case v1::Argument::kBigInteger:
      return CheckBigInteger(argument.big_integer());
    case v1::Argument::kFixedInteger:
    case v1::Argument::kBoolean:
    case v1::Argument::kNull:
      return absl::OkStatus();
    case v1::Argument::VALUE_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("no value is set");
}

void AppendArgumentJson(const v1::Argument& argument, bool mark_fixed,
                        std::string& json) {
  switch (argument.value_case()) {
    case v1::Argument::kDimension:
      absl::StrAppend(&json, argument.dimension());
      return;
    case v1::Argument::kFixedInteger:
      if (mark_fixed && argument.fixed_integer() > 0) {
        absl::StrAppend(&json, "{\"fixed\":", argument.fixed_integer(), "}");
      } else {
        absl::StrAppend(&json, argument.fixed_integer());
      }
      return;
    case v1::Argument::kReal:
      AppendJsonReal(argument.real(), json);
      return;
    case v1::Argument::kText:
      AppendJsonString(argument.text(), json);
      return;
    case v1::Argument::kBoolean:
      json += argument.boolean() ? "true" : "false";
      return;
    case v1::Argument::kBigInteger:
      json += argument.big_integer();
      return;
    case v1::Argument::kNull:
    case v1::Argument::VALUE_NOT_SET:
      json += "null";
      return;
  }
}

}  // namespace tunedex::formats
