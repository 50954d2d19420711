#ifndef TUNEDEX_CLIENT_CLI_LINE_READER_H_
#define TUNEDEX_CLIENT_CLI_LINE_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tunedex::cli {

// Reads a file line by line, in memory bounded by the longest line allowed.
class LineReader {
 public:
  // A line, or what stands in its place.
  struct Line {
    enum class Kind { kText, kTooLong, kEnd };
    Kind kind = Kind::kEnd;
    // From 1.
    int64_t number = 0;
    // Of a kText: all bytes but the LF, until Next is called again. The last
    // line needs no LF.
    absl::string_view text;
  };

  // Reads from an open file descriptor, which stays the caller's. A line whose
  // content (formats::StripLineEnd) has more than so many bytes is kTooLong.
  LineReader(int descriptor, size_t max_line_bytes);

  // The next line. UNAVAILABLE if the file cannot be read.
  absl::StatusOr<Line> Next();

  // What the file begins with, as far as one read gives it, at most 64 KiB.
  // Only before Next. UNAVAILABLE if the file cannot be read.
  absl::StatusOr<absl::string_view> Peek();

  // False if Next would have to wait for more input from a pipe or a terminal.
  bool HasInput() const;

 private:
  absl::Status Fill();
  absl::StatusOr<Line> SkipLongLine();
  bool FitsInto(absl::string_view text) const;

  const int descriptor_;
  const size_t max_line_bytes_;
  // Bytes read; those before begin_ are used up, those before searched_ hold no
  // further line end.
  std::string buffer_;
  size_t begin_ = 0;
  size_t searched_ = 0;
  bool at_end_ = false;
  int64_t lines_ = 0;
};

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_LINE_READER_H_
