#ifndef TUNEDEX_CLIENT_CLI_IMPORT_REPORT_H_
#define TUNEDEX_CLIENT_CLI_IMPORT_REPORT_H_

#include "client/cli/import_counts.h"
#include "client/cli/session.h"

namespace tunedex::cli {

// Prints what an import came to: the counts as data, and for people the first
// few warnings of each code as messages.
void ReportImport(const ImportCounts& counts, Session& session);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_IMPORT_REPORT_H_
