#include "tests/e2e/programs.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/testing/temporary_folder.h"

extern char** environ;

namespace tunedex::e2e {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

// Where a new process has its three standard streams.
struct Streams {
  int input;
  int output;
  int errors;
};

pid_t Spawn(const std::vector<std::string>& arguments, const Streams& streams) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, streams.input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.errors, STDERR_FILENO);
  pid_t process = -1;
  const int error = posix_spawn(&process, argv[0], &actions,
                                /*attrp=*/nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  EXPECT_EQ(error, 0) << "cannot start " << arguments[0];
  return process;
}

int StatusOf(pid_t process) {
  int status = 0;
  EXPECT_EQ(waitpid(process, &status, 0), process);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int OpenOrDie(const std::string& path, int flags) {
  const int descriptor = open(path.c_str(), flags | O_CLOEXEC, 0600);
  EXPECT_GE(descriptor, 0) << path;
  return descriptor;
}

}  // namespace

std::string Runfile(const std::string& path) {
  const char* tests = std::getenv("TEST_SRCDIR");
  if (tests != nullptr) {
    return absl::StrCat(tests, "/", std::getenv("TEST_WORKSPACE"), "/", path);
  }
  // A program that Bazel built but did not start has them beside it.
  return absl::StrCat(std::filesystem::read_symlink("/proc/self/exe").string(),
                      ".runfiles/tunedex/", path);
}

Outcome RunProgram(const std::vector<std::string>& arguments,
                   const std::string& input) {
  // Files, since pipes would have to be emptied while it runs.
  const testing::TemporaryFolder folder;
  const Streams streams = {
      .input = OpenOrDie(folder.Write("input", input), O_RDONLY),
      .output = OpenOrDie(folder.path() + "/output", O_WRONLY | O_CREAT),
      .errors = OpenOrDie(folder.path() + "/errors", O_WRONLY | O_CREAT)};
  const pid_t process = Spawn(arguments, streams);
  for (const int stream : {streams.input, streams.output, streams.errors}) {
    close(stream);
  }
  Outcome outcome;
  outcome.status = StatusOf(process);
  outcome.output = ReadFile(folder.path() + "/output");
  outcome.errors = ReadFile(folder.path() + "/errors");
  return outcome;
}

Outcome Tunedex(const std::string& server, std::vector<std::string> arguments,
                const std::string& input) {
  std::vector<std::string> all = {Runfile("client/cli/tunedex"), "--server",
                                  server};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return RunProgram(all, input);
}

ServerProcess::ServerProcess(const std::string& data_dir)
    : ServerProcess({Runfile("server/tunedexd"), "--data_dir=" + data_dir,
                     "--listen=127.0.0.1:0", "--metrics_listen=127.0.0.1:0"}) {}

ServerProcess::ServerProcess(const std::vector<std::string>& command) {
  int ready[2];
  EXPECT_EQ(pipe2(ready, O_CLOEXEC), 0);
  const int nothing = OpenOrDie("/dev/null", O_RDWR);
  process_ =
      Spawn(command, {.input = nothing, .output = ready[1], .errors = nothing});
  close(nothing);
  close(ready[1]);
  char byte;
  while (read(ready[0], &byte, 1) == 1 && byte != '\n') ready_line_ += byte;
  close(ready[0]);
  address_ = AddressOf("listen");
}

std::string ServerProcess::AddressOf(const std::string& name) const {
  const std::string key = " " + name + "=";
  const size_t begin = ready_line_.find(key);
  EXPECT_NE(begin, std::string::npos) << "not ready: " << ready_line_;
  if (begin == std::string::npos) return "";
  const size_t value = begin + key.size();
  return ready_line_.substr(value, ready_line_.find(' ', value) - value);
}

ServerProcess::~ServerProcess() {
  if (process_.has_value()) Kill();
}

int ServerProcess::Wait() { return StatusOf(*std::exchange(process_, {})); }

void ServerProcess::Kill() {
  kill(*process_, SIGKILL);
  Wait();
}

int ServerProcess::Terminate() {
  kill(*process_, SIGTERM);
  return Wait();
}

std::optional<std::string> SharedData() {
  const char* folder = std::getenv("TUNEDEX_SHARED_DATA");
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  return folder;
}

}  // namespace tunedex::e2e
