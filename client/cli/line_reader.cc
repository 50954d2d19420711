#include "client/cli/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/log_line.h"

namespace tunedex::cli {
namespace {

constexpr size_t kBlockBytes = 64 << 10;
// A line may have this beside its content: a byte-order mark and a CR.
constexpr size_t kBesideContentBytes = 4;

}  // namespace

LineReader::LineReader(int descriptor, size_t max_line_bytes)
    : descriptor_(descriptor), max_line_bytes_(max_line_bytes) {}

absl::StatusOr<absl::string_view> LineReader::Peek() {
  if (buffer_.empty() && !at_end_) {
    if (const absl::Status status = Fill(); !status.ok()) {
      return status;
    }
  }
  return absl::string_view(buffer_);
}

bool LineReader::HasInput() const {
  if (at_end_ || buffer_.find('\n', searched_) != std::string::npos) {
    return true;
  }
  pollfd input = {.fd = descriptor_, .events = POLLIN, .revents = 0};
  return poll(&input, /*nfds=*/1, /*timeout=*/0) != 0;
}

absl::StatusOr<LineReader::Line> LineReader::Next() {
  while (true) {
    const size_t end = buffer_.find('\n', searched_);
    const bool has_end = end != std::string::npos;
    if (has_end || at_end_) {
      const absl::string_view rest =
          absl::string_view(buffer_).substr(begin_, end - begin_);
      if (!has_end && rest.empty()) {
        return Line{.kind = Line::Kind::kEnd, .number = lines_, .text = {}};
      }
      begin_ = has_end ? end + 1 : buffer_.size();
      searched_ = begin_;
      ++lines_;
      return Line{
          .kind = FitsInto(rest) ? Line::Kind::kText : Line::Kind::kTooLong,
          .number = lines_,
          .text = rest};
    }
    searched_ = buffer_.size();
    if (searched_ - begin_ > max_line_bytes_ + kBesideContentBytes) {
      return SkipLongLine();
    }
    if (const absl::Status status = Fill(); !status.ok()) {
      return status;
    }
  }
}

// Passes over the rest of a line that is too long, keeping nothing of it.
absl::StatusOr<LineReader::Line> LineReader::SkipLongLine() {
  size_t end = std::string::npos;
  while (end == std::string::npos && !at_end_) {
    begin_ = buffer_.size();
    if (const absl::Status status = Fill(); !status.ok()) {
      return status;
    }
    end = buffer_.find('\n', begin_);
  }
  begin_ = end == std::string::npos ? buffer_.size() : end + 1;
  searched_ = begin_;
  ++lines_;
  return Line{.kind = Line::Kind::kTooLong, .number = lines_, .text = {}};
}

bool LineReader::FitsInto(absl::string_view text) const {
  return formats::StripLineEnd(text).size() <= max_line_bytes_;
}

// Reads one more block behind what is not used up yet.
absl::Status LineReader::Fill() {
  buffer_.erase(0, begin_);
  searched_ -= std::min(searched_, begin_);
  begin_ = 0;
  const size_t size = buffer_.size();
  buffer_.resize(size + kBlockBytes);
  ssize_t count;
  do {
    count = read(descriptor_, buffer_.data() + size, kBlockBytes);
  } while (count < 0 && errno == EINTR);
  const int error = errno;
  buffer_.resize(size + std::max<ssize_t>(count, 0));
  if (count < 0) {
    return absl::UnavailableError(
        absl::StrCat("cannot be read: ", std::strerror(error)));
  }
  at_end_ = count == 0;
  return absl::OkStatus();
}

}  // namespace tunedex::cli
