#include "formats/autotvm_config.h"

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "formats/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"

namespace tunedex::formats {
namespace {

using ::testing::HasSubstr;

absl::Status Read(absl::string_view json, AutotvmConfig& config) {
  return ReadJson(
      json, [&](JsonValue& root) { return ReadAutotvmConfig(root, config); });
}

absl::Status ReadLegacy(absl::string_view json, AutotvmConfig& config) {
  return ReadJson(json, [&](JsonValue& root) {
    return ReadLegacyAutotvmConfig(root, config);
  });
}

TEST(AutotvmConfigTest, ReadsTheCodeHash) {
  AutotvmConfig config;
  EXPECT_THAT(Read(R"({"index":1,"code_hash":null,"entity":[]})", config),
              IsOk());
  EXPECT_EQ(config.code_hash, "");
  EXPECT_THAT(Read(R"({"entity":[],"code_hash":"abc","index":-1})", config),
              IsOk());
  EXPECT_EQ(config.code_hash, "abc");
}

TEST(AutotvmConfigTest, OnlyTheOldVersionHasATemplate) {
  AutotvmConfig config;
  EXPECT_THAT(Read(R"({"index":1,"entity":[],"t":"direct"})", config), IsOk());
  EXPECT_EQ(config.template_key, "");
  EXPECT_THAT(ReadLegacy(R"({"i":1,"e":[],"c":"abc","t":"direct"})", config),
              IsOk());
  EXPECT_EQ(config.template_key, "direct");
  EXPECT_EQ(config.code_hash, "abc");
}

TEST(AutotvmConfigTest, NamesWhatIsMissing) {
  AutotvmConfig config;
  EXPECT_THAT(Read("{}", config), IsInvalid(HasSubstr("index is missing")));
  EXPECT_THAT(Read(R"({"index":1})", config),
              IsInvalid(HasSubstr("entity is missing")));
  EXPECT_THAT(ReadLegacy(R"({"index":1})", config),
              IsInvalid(HasSubstr("i is missing")));
  EXPECT_THAT(ReadLegacy(R"({"i":1,"e":[],"t":5})", config),
              IsInvalid(HasSubstr("t: expected a string")));
}

}  // namespace
}  // namespace tunedex::formats
