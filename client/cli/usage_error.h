#ifndef TUNEDEX_CLIENT_CLI_USAGE_ERROR_H_
#define TUNEDEX_CLIENT_CLI_USAGE_ERROR_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"

namespace tunedex::cli {

// The command that the arguments gave; null if none was.
const CLI::App* GivenCommand(const CLI::App& app);

// What is wrong with the arguments after `app` failed to parse them, one
// message each line.
std::vector<std::string> ExplainUsage(const CLI::App& app,
                                      const CLI::ParseError& error);

}  // namespace tunedex::cli

#endif  // TUNEDEX_CLIENT_CLI_USAGE_ERROR_H_
