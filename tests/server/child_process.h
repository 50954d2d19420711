#ifndef TUNEDEX_TESTS_SERVER_CHILD_PROCESS_H_
#define TUNEDEX_TESTS_SERVER_CHILD_PROCESS_H_

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace tunedex::server {

// A program that runs beside the test, with its output in the test's hands.
// Killed at the end if it still runs.
class ChildProcess {
 public:
  // Starts `arguments`; the first is the program's path.
  explicit ChildProcess(std::vector<std::string> arguments);
  ~ChildProcess();

  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // The next line of standard output, without its end; empty at its end.
  std::string ReadLine();

  // What is left of standard output and of standard error. To be called when
  // the process ends by itself.
  std::string ReadOutput();
  std::string ReadErrors();

  pid_t id() const { return pid_; }

  void Signal(int signal);

  // Waits for the end and gives the exit status; 128 + N if signal N killed it.
  int Wait();

 private:
  pid_t pid_ = -1;
  FILE* output_ = nullptr;
  FILE* errors_ = nullptr;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_TESTS_SERVER_CHILD_PROCESS_H_
