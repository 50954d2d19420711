// The reference answers for real logs, through the real programs: 300 lookups
// after an import, each compared in full.

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/e2e/programs.h"
#include "tests/testing/temporary_folder.h"

namespace tunedex::e2e {
namespace {

using ::nlohmann::json;
using ::tunedex::testing::TemporaryFolder;

std::vector<std::string> LinesOf(std::istream&& input) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(input, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> LinesOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return LinesOf(std::move(file));
}

// Equal to one part in 10^12.
void ExpectClose(const json& found, const json& wanted) {
  ASSERT_TRUE(found.is_number()) << found;
  EXPECT_LE(std::abs(found.get<double>() - wanted.get<double>()),
            1e-12 * std::abs(wanted.get<double>()))
      << found << " instead of " << wanted;
}

class ReferenceAnswersTest : public ::testing::Test {
 protected:
  const std::string& LogLine(const std::string& file, size_t line) {
    auto [found, is_new] = files_.try_emplace(file);
    if (is_new) found->second = LinesOfFile(*SharedData() + "/" + file);
    return found->second.at(line - 1);
  }

  void ExpectAnswer(const json& answer, const json& expected) {
    const std::string outcome = expected["match"];
    ASSERT_EQ(answer["outcome"], outcome) << answer;
    if (outcome == "none") return;
    EXPECT_EQ(answer["scope"], expected["target_scope"]);
    EXPECT_EQ(answer["log_line"], LogLine(expected["file"], expected["line"]));
    ExpectClose(answer["distance_factor"], expected["distance_factor"]);
    ExpectClose(answer["measured_cost_seconds"], expected["measured_cost"]);
    ExpectClose(answer["estimated_cost_seconds"], expected["estimated_cost"]);
  }

  std::map<std::string, std::vector<std::string>> files_;
};

TEST_F(ReferenceAnswersTest, EveryCaseIsAnsweredRight) {
  if (!SharedData()) {
    GTEST_SKIP() << "TUNEDEX_SHARED_DATA does not name the real logs";
  }
  const TemporaryFolder folder;
  const ServerProcess server(folder.path());
  std::vector<std::string> import = {"import", "--source", "reference"};
  for (const std::string& file :
       LinesOfFile(*SharedData() + "/expected/IMPORT_ORDER")) {
    import.push_back(*SharedData() + "/" + file);
  }
  const Outcome imported = Tunedex(server.address(), import);
  ASSERT_EQ(imported.status, 0) << imported.errors;

  const std::string cases = *SharedData() + "/expected/lookup_cases.jsonl";
  const Outcome looked_up =
      Tunedex(server.address(), {"lookup", "--batch", cases});
  ASSERT_EQ(looked_up.status, 0) << looked_up.errors;
  const std::vector<std::string> wanted = LinesOfFile(cases);
  const std::vector<std::string> answers =
      LinesOf(std::istringstream(looked_up.output));
  ASSERT_EQ(wanted.size(), 300);
  ASSERT_EQ(answers.size(), wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    SCOPED_TRACE("case " + std::to_string(i + 1) + ": " + wanted[i]);
    ExpectAnswer(json::parse(answers[i]), json::parse(wanted[i])["expect"]);
  }
}

}  // namespace
}  // namespace tunedex::e2e
