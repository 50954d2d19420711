#include "formats/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/json_number.h"
#include "formats/json_reader.h"
#include "formats/limits.h"
#include "formats/text.h"
#include "simdjson.h"

namespace tunedex::formats {
namespace {

namespace ondemand = simdjson::ondemand;

// The keys of one object. Objects are small, except when someone is hostile.
class KeySet {
 public:
  // False if the key is there already.
  bool Insert(std::string_view key) {
    if (size_ < few_.size()) {
      const auto* const end = few_.cbegin() + size_;
      if (std::find(few_.cbegin(), end, key) != end) return false;
      few_[size_++] = key;
      return true;
    }
    if (many_.empty()) many_.insert(few_.begin(), few_.end());
    return many_.insert(key).second;
  }

 private:
  std::array<std::string_view, 12> few_;
  size_t size_ = 0;
  absl::flat_hash_set<std::string_view> many_;
};

JsonType TypeOf(char first) {
  switch (first) {
    case '[':
      return JsonType::kList;
    case '{':
      return JsonType::kObject;
    case '"':
      return JsonType::kString;
    case 't':
    case 'f':
      return JsonType::kBoolean;
    case 'n':
      return JsonType::kNull;
    default:
      return first == '-' || (first >= '0' && first <= '9')
                 ? JsonType::kNumber
                 : JsonType::kInvalid;
  }
}

absl::string_view NameOf(JsonType type) {
  switch (type) {
    case JsonType::kList:
      return "a list";
    case JsonType::kObject:
      return "an object";
    case JsonType::kString:
      return "a string";
    case JsonType::kNumber:
      return "a number";
    case JsonType::kBoolean:
      return "a boolean";
    case JsonType::kNull:
      return "null";
    case JsonType::kInvalid:
      break;
  }
  return "no value";
}

}  // namespace

JsonValue::JsonValue(JsonReader& reader, Handle* handle, size_t begin,
                     size_t end, size_t depth)
    : reader_(reader),
      handle_(handle),
      begin_(begin),
      end_(end),
      depth_(depth),
      type_(TypeOf(reader.text_[begin])) {}

template <typename Visit>
absl::Status JsonValue::VisitList(Visit visit) {
  constexpr absl::string_view kExpected = "',' or ']'";
  if (type_ != JsonType::kList) return WrongType("a list");
  if (depth_ >= kMaxNesting) {
    return Error(absl::StrCat("nested deeper than ", kMaxNesting, " levels"));
  }
  is_read_ = true;
  ondemand::array array;
  simdjson::error_code error = handle_ == nullptr
                                   ? reader_.document_.get_array().get(array)
                                   : handle_->value.get_array().get(array);
  if (error != simdjson::SUCCESS) {
    return reader_.StructureError(error, kExpected);
  }
  JsonReader::Step& step = reader_.path_[depth_];
  step = {};
  for (simdjson::simdjson_result<ondemand::value> element : array) {
    Handle handle;
    error = std::move(element).get(handle.value);
    if (error != simdjson::SUCCESS) {
      return reader_.StructureError(error, kExpected);
    }
    const std::string_view token = handle.value.raw_json_token();
    const size_t begin = reader_.OffsetOf(token.data());
    JsonValue value(reader_, &handle, begin,
                    reader_.StripEnd(begin, begin + token.size()), depth_ + 1);
    if (absl::Status status = visit(step.index, value); !status.ok()) {
      return status;
    }
    if (!value.is_read_) {
      if (absl::Status status = value.Skip(); !status.ok()) return status;
    }
    ++step.index;
  }
  if (handle_ != nullptr) {
    end_ = reader_.StripEnd(begin_, reader_.NextOffset());
  }
  return absl::OkStatus();
}

template <typename Visit>
absl::Status JsonValue::VisitObject(Visit visit) {
  constexpr absl::string_view kExpected = "',' or '}' or \"key\": value";
  if (type_ != JsonType::kObject) return WrongType("an object");
  if (depth_ >= kMaxNesting) {
    return Error(absl::StrCat("nested deeper than ", kMaxNesting, " levels"));
  }
  is_read_ = true;
  ondemand::object object;
  simdjson::error_code error = handle_ == nullptr
                                   ? reader_.document_.get_object().get(object)
                                   : handle_->value.get_object().get(object);
  if (error != simdjson::SUCCESS) {
    return reader_.StructureError(error, kExpected);
  }
  JsonReader::Step& step = reader_.path_[depth_];
  KeySet keys;
  for (simdjson::simdjson_result<ondemand::field> member : object) {
    ondemand::field field;
    std::string_view key;
    error = std::move(member).get(field);
    if (error == simdjson::SUCCESS) error = reader_.ReadKey(field, key);
    if (error != simdjson::SUCCESS) {
      return reader_.StructureError(error, kExpected);
    }
    step = {.key = key.data(), .key_size = key.size()};
    Handle handle{.value = field.value()};
    const std::string_view token = handle.value.raw_json_token();
    const size_t begin = reader_.OffsetOf(token.data());
    JsonValue value(reader_, &handle, begin,
                    reader_.StripEnd(begin, begin + token.size()), depth_ + 1);
    if (!keys.Insert(key)) return value.Error("the key is repeated");
    if (absl::Status status =
            visit(absl::string_view(key.data(), key.size()), value);
        !status.ok()) {
      return status;
    }
    if (!value.is_read_) {
      if (absl::Status status = value.Skip(); !status.ok()) return status;
    }
  }
  if (handle_ != nullptr) {
    end_ = reader_.StripEnd(begin_, reader_.NextOffset());
  }
  return absl::OkStatus();
}

absl::Status JsonValue::ReadList(ElementReader read) { return VisitList(read); }

absl::Status JsonValue::ReadTuple(size_t min_size, size_t max_size,
                                  absl::string_view form, ElementReader read) {
  size_t size = 0;
  absl::Status status = VisitList([&](size_t index, JsonValue& element) {
    size = index + 1;
    if (size <= max_size) return read(index, element);
    return Error(absl::StrCat("expected ", form, ", found more elements"));
  });
  if (status.ok() && size < min_size) {
    return Error(
        absl::StrCat("expected ", form, ", found only ", size, " elements"));
  }
  return status;
}

absl::Status JsonValue::ReadObject(MemberReader read) {
  return VisitObject(read);
}

absl::StatusOr<absl::string_view> JsonValue::ReadString() {
  if (type_ != JsonType::kString) return WrongType("a string");
  if (is_read_) return string_;
  is_read_ = true;
  if (raw().size() < 2 || raw().back() != '"') return WrongType("a string");
  string_ = raw().substr(1, raw().size() - 2);
  if (!absl::StrContains(string_, '\\')) {
    // Makes simdjson pass the string: it takes one that it must pass unasked
    // for a key if a colon follows.
    ondemand::raw_json_string unused;
    if (handle_->value.get_raw_json_string().get(unused) == simdjson::SUCCESS) {
      return string_;
    }
  }
  std::string_view text;
  if (handle_->value.get_string().get(text) != simdjson::SUCCESS) {
    return Error(absl::StrCat("a wrong \\ escape in ", Quote(raw())));
  }
  string_ = absl::string_view(text.data(), text.size());
  return string_;
}

absl::Status JsonValue::CopyString(std::string& text) {
  const absl::StatusOr<absl::string_view> string = ReadString();
  if (!string.ok()) return string.status();
  text.assign(string->data(), string->size());
  return absl::OkStatus();
}

absl::StatusOr<JsonNumber> JsonValue::ReadNumber() {
  if (type_ != JsonType::kNumber) return WrongType("a number");
  is_read_ = true;
  JsonNumber number;
  number.text = raw();
  const NumberGrammar grammar = NumberGrammarOf(number.text);
  if (grammar == NumberGrammar::kInteger) {
    const auto [end, error] =
        std::from_chars(number.text.begin(), number.text.end(), number.integer);
    if (error != std::errc()) number.kind = JsonNumber::Kind::kBigInteger;
    return number;
  }
  if (grammar == NumberGrammar::kNotANumber) return WrongType("a number");
  number.kind = JsonNumber::Kind::kReal;
  if (!ParseDouble(number.text, number.real)) return OutOfRange();
  return number;
}

absl::StatusOr<JsonNumber> JsonValue::ReadInteger() {
  absl::StatusOr<JsonNumber> number = ReadNumber();
  if (number.ok() && number->kind == JsonNumber::Kind::kReal) {
    return WrongType("an integer");
  }
  return number;
}

absl::StatusOr<double> JsonValue::ReadDouble() {
  absl::StatusOr<JsonNumber> number = ReadNumber();
  if (!number.ok()) return number.status();
  switch (number->kind) {
    case JsonNumber::Kind::kInteger:
      return static_cast<double>(number->integer);
    case JsonNumber::Kind::kReal:
      return number->real;
    case JsonNumber::Kind::kBigInteger:
      break;
  }
  double real = 0;
  if (!ParseDouble(number->text, real)) return OutOfRange();
  return real;
}

absl::StatusOr<double> JsonValue::ReadPythonDouble() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double real = 0;
  if (raw() == "NaN") {
    real = std::numeric_limits<double>::quiet_NaN();
  } else if (raw() == "Infinity" || raw() == "-Infinity") {
    real = raw().front() == '-' ? -kInfinity : kInfinity;
  } else if (NumberGrammarOf(raw()) == NumberGrammar::kNotANumber) {
    return WrongType("a number");
  } else if (!ParseDouble(raw(), real)) {
    real = std::copysign(kInfinity, real);
  }
  is_read_ = true;
  return real;
}

absl::StatusOr<bool> JsonValue::ReadBoolean() {
  is_read_ = true;
  if (raw() == "true") return true;
  if (raw() == "false") return false;
  return WrongType("true or false");
}

absl::Status JsonValue::Skip() {
  const auto skip = [](auto&&, JsonValue& inner) { return inner.Skip(); };
  switch (type_) {
    case JsonType::kList:
      return VisitList(skip);
    case JsonType::kObject:
      return VisitObject(skip);
    case JsonType::kString:
      return ReadString().status();
    case JsonType::kNumber:
      return SkipNumber();
    case JsonType::kBoolean:
      return ReadBoolean().status();
    case JsonType::kNull:
      is_read_ = true;
      return raw() == "null" ? absl::OkStatus() : WrongType("null");
    case JsonType::kInvalid:
      break;
  }
  return WrongType("a value");
}

absl::Status JsonValue::SkipNumber() {
  // Most numbers of a log are integers, and need no conversion.
  if (NumberGrammarOf(raw()) != NumberGrammar::kInteger) {
    return ReadNumber().status();
  }
  is_read_ = true;
  return absl::OkStatus();
}

absl::string_view JsonValue::raw() const {
  return {reader_.text_.data() + begin_, end_ - begin_};
}

absl::Status JsonValue::Error(absl::string_view message) const {
  const std::string path = reader_.PathTo(depth_);
  return absl::InvalidArgumentError(absl::StrCat(
      path, path.empty() ? "" : ": ", message, " (byte ", begin_, ")"));
}

absl::Status JsonValue::OutOfRange() const {
  return Error(absl::StrCat(Quote(raw()), " is outside the range of a double"));
}

absl::Status JsonValue::WrongType(absl::string_view expected) const {
  const bool is_container =
      type_ == JsonType::kList || type_ == JsonType::kObject;
  const std::string found =
      is_container ? std::string(NameOf(type_)) : Quote(raw());
  return Error(absl::StrCat("expected ", expected, ", found ", found));
}

}  // namespace tunedex::formats
