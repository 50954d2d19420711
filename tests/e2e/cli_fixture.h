#ifndef TUNEDEX_TESTS_E2E_CLI_FIXTURE_H_
#define TUNEDEX_TESTS_E2E_CLI_FIXTURE_H_

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/e2e/programs.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::e2e {

// A test of the command line against a server of its own.
class CliTest : public ::testing::Test {
 protected:
  CliTest() : server_(folder_.path() + "/data") {}

  // Runs the tunedex command.
  Outcome Tunedex(std::vector<std::string> arguments,
                  const std::string& input = "") {
    return e2e::Tunedex(server_.address(), std::move(arguments), input);
  }

  // Imports a log of the given content; fails the test unless the exit status
  // is `status`. `errors` gets what went to standard error.
  nlohmann::json Import(const std::string& content, int status = 0,
                        std::vector<std::string> flags = {},
                        std::string* errors = nullptr);

  // One lookup with JSON output.
  nlohmann::json Lookup(std::vector<std::string> arguments, int status = 0);

  // Whether the server still says that it is well.
  bool IsHealthy() { return Tunedex({"health"}).status == 0; }

  testing::TemporaryFolder folder_;
  ServerProcess server_;
};

// A line of an auto_scheduler log, v0.6. `key` and `target` are JSON strings
// with their quotes, `result` the inside of its list.
std::string SchedulerLine(const std::string& key, const std::string& target,
                          const std::string& result,
                          const std::string& steps = "[\"CI\", 1]");

// A line of an AutoTVM log, 0.2. `arguments` and `entity` are JSON lists,
// `result` the inside of its list.
std::string AutotvmLine(const std::string& target, const std::string& task,
                        const std::string& arguments,
                        const std::string& result = "[0.001], 0, 1.5, 100",
                        const std::string& entity = "[]",
                        const std::string& index = "7");

}  // namespace tunedex::e2e

#endif  // TUNEDEX_TESTS_E2E_CLI_FIXTURE_H_
