#include "client/cli/connect.h"

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "client/cli/console.h"
#include "client/cli/session.h"
#include "client/schedule_client.h"

namespace tunedex::cli {

std::unique_ptr<ScheduleClient> Connect(Session& session) {
  absl::StatusOr<std::unique_ptr<ScheduleClient>> client =
      ScheduleClient::Create(
          {.server_address = session.server, .call_timeout = session.timeout});
  if (!client.ok()) {
    PrintMessage(session.console, client.status().message());
    return nullptr;
  }
  return *std::move(client);
}

}  // namespace tunedex::cli
