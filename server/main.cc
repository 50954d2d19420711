// tunedexd: answers lookups and takes pushes over gRPC, from a local folder.

#include <sys/resource.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/flags/usage_config.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "google/protobuf/stubs/logging.h"
#include "grpc/support/log.h"
#include "server/log.h"
#include "server/server.h"
#include "server/version.h"

ABSL_FLAG(std::string, data_dir, "",
          "Folder of the database; made if it is missing. Required.");
ABSL_FLAG(std::string, listen, tunedex::server::ListenOptions().grpc,
          "HOST:PORT for gRPC, without encryption; port 0 picks a free one.");
ABSL_FLAG(std::string, metrics_listen, tunedex::server::ListenOptions().metrics,
          "HOST:PORT for Prometheus metrics; port 0 picks a free one, empty "
          "serves none.");
ABSL_FLAG(uint64_t, block_cache_bytes,
          tunedex::server::ServerOptions().block_cache_bytes,
          "Memory for what is read from tables and for what is not written to "
          "them yet, in bytes.");
ABSL_FLAG(uint64_t, index_cache_bytes,
          tunedex::server::ServerOptions().index_cache_bytes,
          "Memory for the indexes of nearest lookups, in bytes.");
ABSL_FLAG(absl::Duration, drain_grace, absl::Seconds(10),
          "How long calls in flight may take to finish at a shutdown.");

namespace tunedex::server {
namespace {

constexpr int kUsageError = 2;

constexpr char kUsage[] =
    "Serves tuned schedules from a local folder over gRPC.\n\n"
    "  tunedexd --data_dir=DIR [--listen=HOST:PORT] "
    "[--metrics_listen=HOST:PORT]\n\n"
    "Prints one line to standard output when it can answer, and logs to "
    "standard error.\nSIGTERM and SIGINT end it; calls in flight finish first.";

int Fail(absl::string_view message, int exit_status) {
  std::string line = absl::StrCat("tunedexd: ", message, "\n");
  std::fwrite(line.data(), 1, line.size(), stderr);
  return exit_status;
}

// The signals that end the server are taken by WaitForEnd alone. Called before
// any thread is started, so that all of them inherit it.
sigset_t BlockEndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

const char* WaitForEnd(const sigset_t& signals) {
  int signal = 0;
  sigwait(&signals, &signal);
  return signal == SIGINT ? "SIGINT" : "SIGTERM";
}

// gRPC's own errors, as lines of our log.
void LogGrpc(gpr_log_func_args* event) {
  if (event->severity < GPR_LOG_SEVERITY_ERROR) return;
  Log(Severity::kWarning, event->message,
      {{"origin", "grpc"},
       {"at", absl::StrCat(event->file, ":", event->line)}});
}

// While the server starts, its status says all that gRPC would log.
void LogNothing(gpr_log_func_args* /*event*/) {}

void PrintReady(const Server& server) {
  std::printf("tunedexd ready listen=%s metrics=%s records=%llu\n",
              server.listen_address().c_str(), server.metrics_address().c_str(),
              static_cast<unsigned long long>(server.records_at_start()));
  std::fflush(stdout);
  Log(Severity::kInfo, "ready",
      {{"listen", server.listen_address()},
       {"metrics", server.metrics_address()},
       {"records", server.records_at_start()}});
}

// A message that cannot be decoded is answered as such; protobuf need not write
// to standard error, too.
void LogNothingOfProtobuf(google::protobuf::LogLevel /*level*/,
                          const char* /*file*/, int /*line*/,
                          const std::string& /*message*/) {}

// As many connections and tables as the system allows: at the usual limit of
// 1,024 open files, gRPC gives up listening when it is reached once.
void RaiseFileLimit() {
  rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

int Run(const ServerOptions& options) {
  sigset_t end_signals = BlockEndSignals();
  // Whoever reads the log may go away.
  std::signal(SIGPIPE, SIG_IGN);
  google::protobuf::SetLogHandler(LogNothingOfProtobuf);
  RaiseFileLimit();
  Log(Severity::kInfo, "starting",
      {{"version", std::string(kVersion)}, {"data_dir", options.data_dir}});
  gpr_set_log_function(LogNothing);
  auto server = Server::Start(options);
  if (!server.ok()) return Fail(server.status().message(), EXIT_FAILURE);
  gpr_set_log_function(LogGrpc);
  PrintReady(**server);

  const char* signal = WaitForEnd(end_signals);
  Log(Severity::kInfo, "shutting down", {{"signal", signal}});
  (*server)->Shutdown(absl::GetFlag(FLAGS_drain_grace));
  Log(Severity::kInfo, "stopped");
  // All is on disk. The metrics endpoint alone would take 2 s more to stop.
  std::_Exit(EXIT_SUCCESS);
}

int Main(int argc, char** argv) {
  absl::SetProgramUsageMessage(kUsage);
  absl::FlagsUsageConfig usage;
  usage.version_string = [] {
    return absl::StrCat("tunedexd ", kVersion, "\n");
  };
  // --help shows the flags of this file, not those of libraries.
  usage.contains_help_flags = [](absl::string_view file) {
    return absl::EndsWith(file, "server/main.cc");
  };
  absl::SetFlagsUsageConfig(usage);
  std::vector<char*> arguments = absl::ParseCommandLine(argc, argv);
  if (arguments.size() > 1) {
    return Fail(absl::StrCat("unexpected argument \"", arguments[1], "\""),
                kUsageError);
  }
  ServerOptions options;
  options.data_dir = absl::GetFlag(FLAGS_data_dir);
  options.listen.grpc = absl::GetFlag(FLAGS_listen);
  options.listen.metrics = absl::GetFlag(FLAGS_metrics_listen);
  options.block_cache_bytes = absl::GetFlag(FLAGS_block_cache_bytes);
  options.index_cache_bytes = absl::GetFlag(FLAGS_index_cache_bytes);
  if (options.data_dir.empty()) {
    return Fail(
        "--data_dir is missing: the folder in which to keep the records",
        kUsageError);
  }
  return Run(options);
}

}  // namespace
}  // namespace tunedex::server

int main(int argc, char** argv) { return tunedex::server::Main(argc, argv); }
