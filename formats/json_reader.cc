#include "formats/json_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "formats/json_diagnosis.h"
#include "formats/limits.h"
#include "formats/text.h"
#include "simdjson.h"

namespace tunedex::formats {
namespace {

// Longest document for which a thread keeps its buffers: one long line must not
// hold on to some fifty megabytes for ever.
constexpr size_t kMaxKeptBytes = 1 << 20;

// The calling thread's workspace while no call uses it.
std::unique_ptr<JsonWorkspace>& IdleWorkspace() {
  thread_local std::unique_ptr<JsonWorkspace> workspace;
  return workspace;
}

// Lends the thread's workspace to one call; a nested call gets its own.
class BorrowedWorkspace {
 public:
  BorrowedWorkspace() : workspace_(std::move(IdleWorkspace())) {
    if (workspace_ == nullptr) workspace_ = std::make_unique<JsonWorkspace>();
  }
  BorrowedWorkspace(const BorrowedWorkspace&) = delete;
  BorrowedWorkspace& operator=(const BorrowedWorkspace&) = delete;
  ~BorrowedWorkspace() {
    if (workspace_->padded.size() <= kMaxKeptBytes) {
      IdleWorkspace() = std::move(workspace_);
    }
  }

  JsonWorkspace& operator*() { return *workspace_; }

 private:
  std::unique_ptr<JsonWorkspace> workspace_;
};

// True for a key that a path can show as it is.
bool IsPlainKey(absl::string_view key) {
  return !key.empty() && key.size() <= 40 &&
         std::all_of(key.begin(), key.end(),
                     [](char c) { return c == '_' || absl::ascii_isalnum(c); });
}

}  // namespace

absl::Status JsonReader::Open() {
  std::vector<char>& padded = workspace_.padded;
  padded.assign(text_.size() + simdjson::SIMDJSON_PADDING, '\0');
  if (!text_.empty()) std::memcpy(padded.data(), text_.data(), text_.size());
  const simdjson::error_code error =
      workspace_.parser.iterate(padded.data(), text_.size(), padded.size())
          .get(document_);
  if (error == simdjson::SUCCESS) return absl::OkStatus();
  if (absl::Status status = DiagnoseJson(text_); !status.ok()) return status;
  return absl::InvalidArgumentError(
      absl::StrCat("not JSON: ", simdjson::error_message(error)));
}

absl::Status JsonReader::Read(
    absl::FunctionRef<absl::Status(JsonValue& root)> read) {
  if (text_.size() > kMaxLogLineBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the JSON has ", text_.size(), " bytes, more than the ",
                     kMaxLogLineBytes, " allowed"));
  }
  const absl::string_view stripped = StripBlanks(text_);
  if (stripped.empty()) {
    return absl::InvalidArgumentError("empty, where JSON was expected");
  }
  if (stripped.front() != '[' && stripped.front() != '{') {
    return absl::InvalidArgumentError(absl::StrCat(
        "expected a JSON list or object, found ", Quote(stripped)));
  }
  if (absl::Status status = Open(); !status.ok()) return status;
  const size_t begin = stripped.begin() - text_.begin();
  JsonValue root(*this, /*handle=*/nullptr, begin, begin + stripped.size(),
                 /*depth=*/0);
  if (absl::Status status = read(root); !status.ok()) return status;
  if (!root.is_read_) {
    if (absl::Status status = root.Skip(); !status.ok()) return status;
  }
  return CheckEnd();
}

absl::Status JsonReader::CheckEnd() {
  const size_t next = NextOffset();
  if (next >= text_.size()) return absl::OkStatus();
  if (absl::Status status = DiagnoseJson(text_); !status.ok()) return status;
  return absl::InvalidArgumentError(
      absl::StrCat("byte ", next, ": unexpected ", Quote(text_.substr(next))));
}

simdjson::error_code JsonReader::ReadKey(simdjson::ondemand::field& field,
                                         std::string_view& key) const {
  const char* const begin = field.key().raw();
  const absl::string_view rest = text_.substr(OffsetOf(begin));
  key = {begin, std::min(rest.find('"'), rest.size())};
  return key.find('\\') == std::string_view::npos
             ? simdjson::SUCCESS
             : field.unescaped_key().get(key);
}

std::string JsonReader::PathTo(size_t depth) const {
  std::string path;
  for (size_t i = 0; i < depth; ++i) {
    const Step& step = path_[i];
    const absl::string_view key(step.key, step.key_size);
    if (step.key == nullptr) {
      absl::StrAppend(&path, "[", step.index, "]");
    } else if (IsPlainKey(key)) {
      absl::StrAppend(&path, path.empty() ? "" : ".", key);
    } else {
      absl::StrAppend(&path, "[", Quote(key), "]");
    }
  }
  return path;
}

absl::Status JsonReader::StructureError(simdjson::error_code error,
                                        absl::string_view expected) {
  const size_t offset = NextOffset();
  const absl::string_view rest = text_.substr(std::min(offset, text_.size()));
  // What is missing at the end is the cause, not the bracket where it is
  // noticed.
  if (error == simdjson::INCOMPLETE_ARRAY_OR_OBJECT ||
      StripBlanks(rest).size() <= 1) {
    if (absl::Status status = DiagnoseJson(text_); !status.ok()) return status;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "byte ", offset, ": expected ", expected, ", found ", Quote(rest)));
}

absl::Status ReadJson(absl::string_view text,
                      absl::FunctionRef<absl::Status(JsonValue& root)> read) {
  BorrowedWorkspace workspace;
  return JsonReader(text, *workspace).Read(read);
}

std::string CompactJson(absl::string_view json) {
  std::string compact(json.size() + simdjson::SIMDJSON_PADDING, '\0');
  size_t size = 0;
  // Fails only for an open string, which ReadJson does not let through.
  if (simdjson::minify(json.data(), json.size(), compact.data(), size) !=
      simdjson::SUCCESS) {
    return std::string(json);
  }
  compact.resize(size);
  return compact;
}

}  // namespace tunedex::formats
