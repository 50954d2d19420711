#ifndef TUNEDEX_STORAGE_TUPLE_H_
#define TUNEDEX_STORAGE_TUPLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::storage {

// Builds keys whose byte order is the order of their elements, so that a scan
// of a prefix is a scan of everything below it. The encoding is described in
// docs/storage-format.md and must not change without a new format version.
class TupleWriter {
 public:
  TupleWriter() = default;
  // Writes behind `key`.
  explicit TupleWriter(std::string key) : key_(std::move(key)) {}

  // Any bytes, zero bytes included.
  TupleWriter& Text(absl::string_view text);
  // Precondition: the argument has a value.
  TupleWriter& Argument(const v1::Argument& argument);
  // An argument that is a dimension; 0, which none is, marks the place of one.
  TupleWriter& Dimension(int64_t value);
  // Closes a list of arguments, so that [1] is no prefix of [1, 2].
  TupleWriter& End();
  // Bytes that were encoded before, or that end the key.
  TupleWriter& Raw(absl::string_view bytes);

  std::string Finish() { return std::move(key_); }

 private:
  void Integer(int zero_code, int64_t value);

  std::string key_;
};

// Reads what TupleWriter wrote, from front to back.
class TupleReader {
 public:
  explicit TupleReader(absl::string_view key) : rest_(key) {}

  // DATA_LOSS if the next element is not text.
  absl::StatusOr<std::string> Text();
  // DATA_LOSS if the next element is not an argument.
  absl::StatusOr<v1::Argument> Argument();
  // Steps over the next element if it is a dimension, the mark of one included;
  // otherwise nothing.
  std::optional<int64_t> Dimension();
  // Whether the next element closes a list of arguments; steps over it if so.
  bool End();
  // What was not read yet.
  absl::string_view rest() const { return rest_; }

 private:
  absl::StatusOr<int64_t> Integer(int zero_code, int code);
  absl::StatusOr<std::string> EscapedText();

  absl::string_view rest_;
};

// The arguments of a workload as bytes: equal for equal arguments only.
std::string EncodeArguments(const v1::Workload& workload);

// Appends the arguments of EncodeArguments to `workload`. DATA_LOSS if the
// bytes are not such an encoding.
absl::Status DecodeArguments(absl::string_view encoded, v1::Workload& workload);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_TUPLE_H_
