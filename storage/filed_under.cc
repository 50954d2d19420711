#include "storage/filed_under.h"

#include <utility>

#include "storage/scope.h"

namespace tunedex::storage {

std::vector<std::string> FiledUnder(const v1::Target& target,
                                    const Filings& filings) {
  std::vector<std::string> filed_under;
  for (Scope& scope : ScopesOf(target)) {
    filed_under.push_back(std::move(scope.filed_under));
  }
  if (!target.model().empty()) return filed_under;
  for (const std::string& model : filings.added_models()) {
    filed_under.push_back(ModelScope(model).filed_under);
  }
  return filed_under;
}

}  // namespace tunedex::storage
