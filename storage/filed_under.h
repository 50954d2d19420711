#ifndef TUNEDEX_STORAGE_FILED_UNDER_H_
#define TUNEDEX_STORAGE_FILED_UNDER_H_

#include <string>
#include <vector>

#include "storage/stored.pb.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::storage {

// Everything a record is filed under, inside its kind: the scopes of its
// target, and the models added to it if its target names none.
std::vector<std::string> FiledUnder(const v1::Target& target,
                                    const Filings& filings);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_FILED_UNDER_H_
