#include "tests/server/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace tunedex::server {
namespace {

std::string ReadAll(FILE* file) {
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
    text.push_back(static_cast<char>(c));
  }
  return text;
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int output[2];
  int errors[2];
  // Not for other children: a pipe ends when its last writer is gone.
  if (pipe2(output, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0) {
    std::abort();
  }
  pid_ = fork();
  if (pid_ == 0) {
    dup2(output[1], STDOUT_FILENO);
    dup2(errors[1], STDERR_FILENO);
    execv(argv[0], argv.data());
    _exit(127);
  }
  close(output[1]);
  close(errors[1]);
  output_ = fdopen(output[0], "r");
  errors_ = fdopen(errors[0], "r");
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    Signal(SIGKILL);
    Wait();
  }
  std::fclose(output_);
  std::fclose(errors_);
}

std::string ChildProcess::ReadLine() {
  std::string line;
  for (int c = std::fgetc(output_); c != EOF && c != '\n';
       c = std::fgetc(output_)) {
    line.push_back(static_cast<char>(c));
  }
  return line;
}

std::string ChildProcess::ReadOutput() { return ReadAll(output_); }

std::string ChildProcess::ReadErrors() { return ReadAll(errors_); }

void ChildProcess::Signal(int signal) { kill(pid_, signal); }

int ChildProcess::Wait() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace tunedex::server
