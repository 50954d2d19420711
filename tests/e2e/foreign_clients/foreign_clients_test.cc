// gRPC clients in other languages, which know the API from its proto files or
// from the server's reflection only.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/e2e/cli_fixture.h"

namespace tunedex::e2e {
namespace {

constexpr char kPython[] = "/usr/bin/python3";
constexpr char kPythonPlugin[] = "/usr/bin/grpc_python_plugin";

std::string Runfile(const std::string& path) {
  return absl::StrCat(std::getenv("TEST_SRCDIR"), "/",
                      std::getenv("TEST_WORKSPACE"), "/", path);
}

class ForeignClientsTest : public CliTest {
 protected:
  // Runs a client, which pushes a record and looks it up, and checks what it
  // prints.
  void ExpectPushAndLookup(std::vector<std::string> client) {
    const std::string line = SchedulerLine(
        R"("[\"foreign\", 8]")", R"("llvm -keys=cpu -mcpu=core-avx2")",
        "[0.25], 0, 1.5, 100");
    client.push_back(line);
    const Outcome outcome = RunProgram(client);
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
    EXPECT_EQ(outcome.output,
              absl::StrCat("PUSH_OUTCOME_STORED\nOUTCOME_EXACT\n", line, "\n"));
  }
};

// Writes the Python stubs of all our proto files into a folder.
void GenerateStubs(const std::string& folder) {
  const std::string proto = Runfile("proto");
  const std::string third_party = Runfile("third_party");
  std::vector<std::string> protoc = {
      "/usr/bin/protoc",
      "-I" + proto,
      "-I" + third_party,
      absl::StrCat("--plugin=protoc-gen-grpc_python=", kPythonPlugin),
      "--python_out=" + folder,
      "--grpc_python_out=" + folder,
      third_party + "/google/rpc/status.proto"};
  for (const auto& file :
       std::filesystem::directory_iterator(proto + "/tunedex/v1")) {
    if (file.path().extension() == ".proto") {
      protoc.push_back(file.path().string());
    }
  }
  const Outcome generated = RunProgram(protoc);
  ASSERT_EQ(generated.status, 0) << generated.errors;
}

TEST_F(ForeignClientsTest, APythonClientMadeByProtocPushesAndLooksUp) {
  if (!std::filesystem::exists(kPython) ||
      !std::filesystem::exists(kPythonPlugin) ||
      RunProgram({kPython, "-c", "import grpc, google.protobuf"}).status != 0) {
    GTEST_SKIP() << "python3-grpcio and python3-protobuf are not installed";
  }
  const std::string stubs = folder_.path() + "/stubs";
  std::filesystem::create_directory(stubs);
  GenerateStubs(stubs);
  ExpectPushAndLookup({kPython,
                       Runfile("tests/e2e/foreign_clients/python_client.py"),
                       server_.address(), stubs});
}

TEST_F(ForeignClientsTest, ANodeClientThatUsesReflectionPushesAndLooksUp) {
  const char* modules = std::getenv("TUNEDEX_NODE_MODULES");
  if (modules == nullptr ||
      !std::filesystem::exists(std::string(modules) + "/@grpc/reflection")) {
    GTEST_SKIP() << "TUNEDEX_NODE_MODULES names no folder with @grpc/grpc-js, "
                    "@grpc/proto-loader and @grpc/reflection";
  }
  ExpectPushAndLookup({"/usr/bin/env", "node",
                       Runfile("tests/e2e/foreign_clients/node_client.js"),
                       server_.address(), modules});
}

}  // namespace
}  // namespace tunedex::e2e
