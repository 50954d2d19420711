#include "tests/e2e/cli_fixture.h"

#include "absl/strings/str_cat.h"

namespace tunedex::e2e {

nlohmann::json CliTest::Import(const std::string& content, int status,
                               std::vector<std::string> flags,
                               std::string* errors) {
  std::vector<std::string> arguments = {"import", "--source", "test", "-o",
                                        "json"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.push_back(folder_.Write("import.log", content));
  const Outcome outcome = Tunedex(arguments);
  EXPECT_EQ(outcome.status, status) << outcome.errors;
  if (errors != nullptr) *errors = outcome.errors;
  return nlohmann::json::parse(outcome.output, /*cb=*/nullptr,
                               /*allow_exceptions=*/false);
}

nlohmann::json CliTest::Lookup(std::vector<std::string> arguments, int status) {
  arguments.insert(arguments.begin(), {"lookup", "-o", "json"});
  const Outcome outcome = Tunedex(arguments);
  EXPECT_EQ(outcome.status, status) << outcome.errors;
  return nlohmann::json::parse(outcome.output, /*cb=*/nullptr,
                               /*allow_exceptions=*/false);
}

std::string SchedulerLine(const std::string& key, const std::string& target,
                          const std::string& result, const std::string& steps) {
  return absl::StrCat("{\"i\": [[", key, ", ", target, "], [[], [", steps,
                      "]]], \"r\": [", result, "], \"v\": \"v0.6\"}");
}

std::string AutotvmLine(const std::string& target, const std::string& task,
                        const std::string& arguments, const std::string& result,
                        const std::string& entity, const std::string& index) {
  return absl::StrCat("{\"input\": [\"", target, "\", \"", task, "\", ",
                      arguments, ", {}], \"config\": {\"index\": ", index,
                      ", \"code_hash\": null, \"entity\": ", entity,
                      "}, \"result\": [", result,
                      "], \"version\": 0.2, \"tvm_version\": \"0.8.dev0\"}");
}

}  // namespace tunedex::e2e
