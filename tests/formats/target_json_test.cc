#include "formats/target_json.h"

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {
namespace {

using ::testing::HasSubstr;

TEST(TargetJsonTest, TurnsAllValuesIntoText) {
  const absl::StatusOr<v1::Target> target = ReadTargetJson(
      R"({"kind": "cuda", "s": "x", "t": true, "f": false, "n": null, "i": 10,)"
      R"( "r": 1.50, "l": ["a", 1, false], "o": {"a": [1, {"b": "c d"}]},)"
      R"( "ll": [[1, 2], {}], "host": {"kind": "llvm"}})");
  ASSERT_THAT(target, IsOk());
  v1::Target expected;
  expected.set_kind("cuda");
  auto& attributes = *expected.mutable_attributes();
  attributes["s"] = "x";
  attributes["t"] = "1";
  attributes["f"] = "0";
  attributes["n"] = "";
  attributes["i"] = "10";
  attributes["r"] = "1.50";
  attributes["l"] = "a,1,0";
  attributes["o"] = R"({"a":[1,{"b":"c d"}]})";
  attributes["ll"] = "[1,2],{}";
  EXPECT_THAT(*target, EqualsProto(expected));
}

TEST(TargetJsonTest, ATagWithoutAKindIsTakenForIt) {
  EXPECT_EQ(ReadTargetJson(R"({"tag": "a/b"})")->kind(), "a/b");
  EXPECT_EQ(ReadTargetJson(R"({"tag": "a/b", "kind": "c"})")->kind(), "c");
}

TEST(TargetJsonTest, SaysWhereTheJsonIsWrong) {
  EXPECT_THAT(ReadTargetJson(R"({"kind": ["cuda"]})"),
              IsInvalid(HasSubstr("kind: expected a string, found a list")));
  EXPECT_THAT(ReadTargetJson(R"({"host": {"kind": llvm}})"),
              IsInvalid(HasSubstr("host.kind: expected a value")));
  EXPECT_THAT(ReadTargetJson("[]"), IsInvalid(HasSubstr("expected an object")));
}

}  // namespace
}  // namespace tunedex::formats
