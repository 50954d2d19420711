#ifndef TUNEDEX_FORMATS_JSON_READER_H_
#define TUNEDEX_FORMATS_JSON_READER_H_

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "formats/limits.h"
#include "formats/text.h"
#include "simdjson.h"

// Only for the two sources of formats:json; nothing else sees simdjson.
namespace tunedex::formats {

// What one call of ReadJson works with.
struct JsonWorkspace {
  simdjson::ondemand::parser parser;
  // The document, followed by the zeros that simdjson may read.
  std::vector<char> padded;
};

// A simdjson value behind a name that the header can declare.
struct JsonValue::Handle {
  simdjson::ondemand::value value;
};

// One document while it is read.
class JsonReader {
 public:
  JsonReader(absl::string_view text, JsonWorkspace& workspace)
      : text_(text), workspace_(workspace) {}

  absl::Status Read(absl::FunctionRef<absl::Status(JsonValue& root)> read);

 private:
  friend class JsonValue;

  // One step of the path to a value: an index in a list or a key of an object.
  struct Step {
    size_t index = 0;
    // Not null in an object.
    const char* key = nullptr;
    size_t key_size = 0;
  };

  absl::Status Open();
  absl::Status CheckEnd();
  size_t OffsetOf(const char* position) const {
    return position - workspace_.padded.data();
  }
  // Start of the token that is read next.
  size_t NextOffset() {
    const char* location = nullptr;
    return document_.current_location().get(location) == simdjson::SUCCESS
               ? OffsetOf(location)
               : text_.size();
  }
  // `end` without the blanks before it; something else stands after `begin`.
  size_t StripEnd(size_t begin, size_t end) const {
    while (end > begin + 1 && IsBlank(text_[end - 1])) --end;
    return end;
  }
  // The key of a member, whose closing quote is known to exist.
  simdjson::error_code ReadKey(simdjson::ondemand::field& field,
                               std::string_view& key) const;
  std::string PathTo(size_t depth) const;
  // The error for text that simdjson could not follow inside a list or object.
  absl::Status StructureError(simdjson::error_code error,
                              absl::string_view expected);

  const absl::string_view text_;
  JsonWorkspace& workspace_;
  simdjson::ondemand::document document_;
  std::array<Step, kMaxNesting> path_;
};

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_JSON_READER_H_
