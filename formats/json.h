#ifndef TUNEDEX_FORMATS_JSON_H_
#define TUNEDEX_FORMATS_JSON_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tunedex::formats {

class JsonReader;

// What a value is, seen from its first byte; its reader checks the rest.
enum class JsonType {
  kList,
  kObject,
  kString,
  kNumber,
  kBoolean,
  kNull,
  // Not the start of a value.
  kInvalid,
};

// A number by how it is written.
struct JsonNumber {
  enum class Kind {
    // No fraction, no exponent, and fits into 64 signed bits.
    kInteger,
    // No fraction, no exponent, and does not fit.
    kBigInteger,
    // All else; finite.
    kReal,
  };
  Kind kind = Kind::kInteger;
  // Of a kInteger.
  int64_t integer = 0;
  // Of a kReal.
  double real = 0;
  // As written.
  absl::string_view text;
};

// A value while its document is read: valid only inside the call that hands it
// out. It is read at most once, by one of the Read functions or by Skip; a
// value that is not read at all is checked by its parent, so that a document
// that was read without an error is valid JSON everywhere.
//
// All errors are INVALID_ARGUMENT and name the place by path and byte:
//   input[2][0][1]: 1e400 is outside the range of a double (byte 57)
class JsonValue {
 public:
  using ElementReader =
      absl::FunctionRef<absl::Status(size_t index, JsonValue& element)>;
  using MemberReader =
      absl::FunctionRef<absl::Status(absl::string_view key, JsonValue& member)>;

  JsonValue(const JsonValue&) = delete;
  JsonValue& operator=(const JsonValue&) = delete;

  JsonType type() const { return type_; }

  // Calls `read` for each element of a list.
  absl::Status ReadList(ElementReader read);
  // The same for a list of `min_size` to `max_size` elements; `form`, such as
  // "[name, kind, value]", tells a person what was expected.
  absl::Status ReadTuple(size_t min_size, size_t max_size,
                         absl::string_view form, ElementReader read);
  // Calls `read` for each member of an object. A repeated key is an error.
  absl::Status ReadObject(MemberReader read);
  // The text of a string, valid until ReadJson returns.
  absl::StatusOr<absl::string_view> ReadString();
  // The same, copied.
  absl::Status CopyString(std::string& text);
  absl::StatusOr<JsonNumber> ReadNumber();
  // A number without fraction and exponent, of any size.
  absl::StatusOr<JsonNumber> ReadInteger();
  // Any number as a double.
  absl::StatusOr<double> ReadDouble();
  // As Python reads a number: NaN, Infinity and -Infinity too, and one outside
  // the range of a double is infinite.
  absl::StatusOr<double> ReadPythonDouble();
  absl::StatusOr<bool> ReadBoolean();
  // Checks the value and everything inside it.
  absl::Status Skip();

  // Exactly what the document has for this value, without blanks around it. Of
  // a list or object only once it is read.
  absl::string_view raw() const;

  // An error about this value.
  absl::Status Error(absl::string_view message) const;
  // "expected a string, found a number".
  absl::Status WrongType(absl::string_view expected) const;

 private:
  friend class JsonReader;
  struct Handle;

  // `begin` and `end` are positions in the document; `end` is unknown of a list
  // or object until it is read. Without a handle it is the root.
  JsonValue(JsonReader& reader, Handle* handle, size_t begin, size_t end,
            size_t depth);

  absl::Status SkipNumber();
  absl::Status OutOfRange() const;
  template <typename Visit>
  absl::Status VisitList(Visit visit);
  template <typename Visit>
  absl::Status VisitObject(Visit visit);

  JsonReader& reader_;
  Handle* const handle_;
  const size_t begin_;
  size_t end_;
  // How many lists and objects are around it.
  const size_t depth_;
  JsonType type_;
  bool is_read_ = false;
  absl::string_view string_;
};

// Parses `text`, which must be one list or object in JSON and nothing else,
// hands its root to `read`, and returns the first error of the text or of
// `read`. No tree is built. Thread safe, and may be called from inside `read`.
absl::Status ReadJson(absl::string_view text,
                      absl::FunctionRef<absl::Status(JsonValue& root)> read);

// The same JSON without blanks between its values. `json` must have passed
// ReadJson.
std::string CompactJson(absl::string_view json);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_JSON_H_
