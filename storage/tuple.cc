#include "storage/tuple.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace tunedex::storage {
namespace {

// Type codes. An integer's code is that of zero, plus the number of bytes that
// follow if it is positive, minus that number if it is negative.
constexpr int kEnd = 0x00;
constexpr int kNull = 0x08;
constexpr int kText = 0x10;
constexpr int kBigInteger = 0x11;
constexpr int kFixedZero = 0x30;
constexpr int kDimensionZero = 0x40;
constexpr int kReal = 0x50;
constexpr int kFalse = 0x58;
constexpr int kTrue = 0x59;

constexpr char kEscape = '\xff';

absl::Status Malformed(absl::string_view what) {
  return absl::DataLossError(absl::StrCat("a stored key is damaged: ", what));
}

void AppendBigEndian(uint64_t value, int bytes, std::string& out) {
  for (int i = bytes - 1; i >= 0; --i) {
    out.push_back(static_cast<char>(value >> (8 * i)));
  }
}

uint64_t ReadBigEndian(absl::string_view bytes) {
  uint64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<uint8_t>(byte);
  return value;
}

int BytesOf(uint64_t value) {
  int bytes = 0;
  for (; value != 0; value >>= 8) ++bytes;
  return bytes;
}

void AppendEscaped(absl::string_view text, std::string& out) {
  for (const char c : text) {
    out.push_back(c);
    if (c == '\0') out.push_back(kEscape);
  }
  out.push_back('\0');
}

// The order of the results as unsigned numbers is the order of the doubles.
uint64_t OrderedBits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  const uint64_t sign = uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

double FromOrderedBits(uint64_t bits) {
  const uint64_t sign = uint64_t{1} << 63;
  bits = (bits & sign) != 0 ? bits & ~sign : ~bits;
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

}  // namespace

void TupleWriter::Integer(int zero_code, int64_t value) {
  if (value >= 0) {
    const int bytes = BytesOf(static_cast<uint64_t>(value));
    key_.push_back(static_cast<char>(zero_code + bytes));
    AppendBigEndian(static_cast<uint64_t>(value), bytes, key_);
    return;
  }
  // The one's complement keeps the order among negative numbers.
  const uint64_t magnitude = ~static_cast<uint64_t>(value) + 1;
  const int bytes = BytesOf(magnitude);
  key_.push_back(static_cast<char>(zero_code - bytes));
  AppendBigEndian(~magnitude, bytes, key_);
}

TupleWriter& TupleWriter::Text(absl::string_view text) {
  key_.push_back(kText);
  AppendEscaped(text, key_);
  return *this;
}

TupleWriter& TupleWriter::Argument(const v1::Argument& argument) {
  switch (argument.value_case()) {
    case v1::Argument::kDimension:
      Dimension(argument.dimension());
      break;
    case v1::Argument::kFixedInteger:
      Integer(kFixedZero, argument.fixed_integer());
      break;
    case v1::Argument::kReal:
      key_.push_back(kReal);
      // Adding zero makes -0.0 the same value as 0.0.
      AppendBigEndian(OrderedBits(argument.real() + 0.0), 8, key_);
      break;
    case v1::Argument::kText:
      Text(argument.text());
      break;
    case v1::Argument::kBoolean:
      key_.push_back(static_cast<char>(argument.boolean() ? kTrue : kFalse));
      break;
    case v1::Argument::kBigInteger:
      key_.push_back(kBigInteger);
      AppendEscaped(argument.big_integer(), key_);
      break;
    case v1::Argument::kNull:
    case v1::Argument::VALUE_NOT_SET:
      key_.push_back(kNull);
      break;
  }
  return *this;
}

TupleWriter& TupleWriter::Dimension(int64_t value) {
  Integer(kDimensionZero, value);
  return *this;
}

TupleWriter& TupleWriter::End() {
  key_.push_back(kEnd);
  return *this;
}

TupleWriter& TupleWriter::Raw(absl::string_view bytes) {
  key_.append(bytes.data(), bytes.size());
  return *this;
}

absl::StatusOr<int64_t> TupleReader::Integer(int zero_code, int code) {
  const bool negative = code < zero_code;
  const int bytes = negative ? zero_code - code : code - zero_code;
  if (rest_.size() < static_cast<size_t>(bytes)) {
    return Malformed("an integer is cut off");
  }
  uint64_t value = ReadBigEndian(rest_.substr(0, bytes));
  rest_.remove_prefix(bytes);
  if (negative) {
    const uint64_t mask =
        bytes == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * bytes)) - 1;
    value = ~(~value & mask) + 1;
  }
  return static_cast<int64_t>(value);
}

absl::StatusOr<std::string> TupleReader::EscapedText() {
  std::string text;
  while (true) {
    const size_t zero = rest_.find('\0');
    if (zero == absl::string_view::npos) return Malformed("a text has no end");
    text.append(rest_.data(), zero);
    rest_.remove_prefix(zero + 1);
    if (rest_.empty() || rest_.front() != kEscape) return text;
    text.push_back('\0');
    rest_.remove_prefix(1);
  }
}

absl::StatusOr<std::string> TupleReader::Text() {
  if (rest_.empty() || rest_.front() != kText) {
    return Malformed("a text is missing");
  }
  rest_.remove_prefix(1);
  return EscapedText();
}

bool TupleReader::End() {
  if (rest_.empty() || rest_.front() != kEnd) return false;
  rest_.remove_prefix(1);
  return true;
}

absl::StatusOr<v1::Argument> TupleReader::Argument() {
  if (rest_.empty()) return Malformed("an argument is missing");
  const int code = static_cast<uint8_t>(rest_.front());
  rest_.remove_prefix(1);
  v1::Argument argument;
  if (code == kNull) {
    argument.mutable_null();
  } else if (code == kFalse || code == kTrue) {
    argument.set_boolean(code == kTrue);
  } else if (code == kText || code == kBigInteger) {
    absl::StatusOr<std::string> text = EscapedText();
    if (!text.ok()) return text.status();
    if (code == kText) {
      argument.set_text(*std::move(text));
    } else {
      argument.set_big_integer(*std::move(text));
    }
  } else if (code == kReal) {
    if (rest_.size() < 8) return Malformed("a real number is cut off");
    argument.set_real(FromOrderedBits(ReadBigEndian(rest_.substr(0, 8))));
    rest_.remove_prefix(8);
  } else if (code > kDimensionZero && code <= kDimensionZero + 8) {
    absl::StatusOr<int64_t> value = Integer(kDimensionZero, code);
    if (!value.ok()) return value.status();
    argument.set_dimension(*value);
  } else if (code >= kFixedZero - 8 && code <= kFixedZero + 8) {
    absl::StatusOr<int64_t> value = Integer(kFixedZero, code);
    if (!value.ok()) return value.status();
    argument.set_fixed_integer(*value);
  } else {
    return Malformed(absl::StrCat("type code ", code, " is unknown"));
  }
  return argument;
}

std::optional<int64_t> TupleReader::Dimension() {
  if (rest_.empty()) return std::nullopt;
  const int bytes = static_cast<uint8_t>(rest_.front()) - kDimensionZero;
  if (bytes < 0 || bytes > 8 || rest_.size() <= static_cast<size_t>(bytes)) {
    return std::nullopt;
  }
  const uint64_t value = ReadBigEndian(rest_.substr(1, bytes));
  rest_.remove_prefix(1 + bytes);
  return static_cast<int64_t>(value);
}

std::string EncodeArguments(const v1::Workload& workload) {
  TupleWriter writer;
  for (const v1::Argument& argument : workload.arguments()) {
    writer.Argument(argument);
  }
  return writer.End().Finish();
}

absl::Status DecodeArguments(absl::string_view encoded,
                             v1::Workload& workload) {
  TupleReader reader(encoded);
  while (!reader.End()) {
    absl::StatusOr<v1::Argument> argument = reader.Argument();
    if (!argument.ok()) return argument.status();
    *workload.add_arguments() = *std::move(argument);
  }
  if (!reader.rest().empty()) return Malformed("bytes follow the arguments");
  return absl::OkStatus();
}

}  // namespace tunedex::storage
