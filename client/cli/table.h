#ifndef TUNEDEX_CLIENT_CLI_TABLE_H_
#define TUNEDEX_CLIENT_CLI_TABLE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace tunedex::cli {

// Lines of a name and a value, the values aligned:
//   records    12
//   workloads  3
class Table {
 public:
  // An empty value is shown as "-". Control characters are escaped.
  void Add(absl::string_view name, absl::string_view value);

  // All lines, each with its line end.
  std::string ToString() const;

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
};

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_TABLE_H_
