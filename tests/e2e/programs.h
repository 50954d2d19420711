#ifndef TUNEDEX_TESTS_E2E_PROGRAMS_H_
#define TUNEDEX_TESTS_E2E_PROGRAMS_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace tunedex::e2e {

// The path of a file of this build, such as "server/tunedexd".
std::string Runfile(const std::string& path);

// What a program left behind.
struct Outcome {
  // Exit status; 128 + N if signal N ended it.
  int status = 0;
  std::string output;
  std::string errors;
};

// Runs a program to its end with `input` as its standard input.
Outcome RunProgram(const std::vector<std::string>& arguments,
                   const std::string& input = "");

// Runs the tunedex command against a server.
Outcome Tunedex(const std::string& server, std::vector<std::string> arguments,
                const std::string& input = "");

// A running server on free ports, as its own process.
class ServerProcess {
 public:
  // Starts tunedexd on a data folder and waits for its ready line.
  explicit ServerProcess(const std::string& data_dir);
  // The same for any program that prints such a line.
  explicit ServerProcess(const std::vector<std::string>& command);
  // Kills it if it still runs.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // HOST:PORT of the lookup service.
  const std::string& address() const { return address_; }
  // What the ready line gives as NAME=HOST:PORT.
  std::string AddressOf(const std::string& name) const;
  // The line it printed when it could answer.
  const std::string& ready_line() const { return ready_line_; }
  pid_t process() const { return *process_; }

  // Kills it without warning.
  void Kill();
  // Asks it to stop, and gives its exit status.
  int Terminate();

 private:
  int Wait();

  std::optional<pid_t> process_;
  std::string ready_line_;
  std::string address_;
};

// The folder of real logs with reference answers; nothing where it is absent.
std::optional<std::string> SharedData();

}  // namespace tunedex::e2e

#endif  // TUNEDEX_TESTS_E2E_PROGRAMS_H_
