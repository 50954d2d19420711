#ifndef TUNEDEX_CLIENT_CLI_RUN_LOOKUP_H_
#define TUNEDEX_CLIENT_CLI_RUN_LOOKUP_H_

#include "client/cli/lookup_flags.h"
#include "client/cli/session.h"

namespace tunedex::cli {

// Carries out `tunedex lookup`, single or batch; gives the exit status.
int RunLookup(const LookupFlags& flags, Session& session);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_RUN_LOOKUP_H_
