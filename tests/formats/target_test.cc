#include "formats/target.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "formats/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/formats/testing.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// The canonical text of a target text, or the error.
std::string Canonical(absl::string_view text) {
  const absl::StatusOr<v1::Target> target = ParseTarget(text);
  return target.ok() ? FormatTarget(*target) : target.status().ToString();
}

TEST(ParseTargetTest, CompletesTheKeysAsTvmDoes) {
  struct Case {
    absl::string_view text;
    absl::string_view canonical;
  };
  const Case cases[] = {
      {"llvm", "llvm -keys=cpu"},
      {"c", "c -keys=cpu"},
      {"cuda", "cuda -keys=cuda,gpu"},
      {"nvptx", "nvptx -keys=cuda,gpu"},
      {"rocm", "rocm -keys=rocm,gpu"},
      {"opencl", "opencl -keys=opencl,gpu"},
      {"metal", "metal -keys=metal,gpu"},
      {"vulkan", "vulkan -keys=vulkan,gpu"},
      {"webgpu", "webgpu -keys=webgpu,gpu"},
      {"hexagon", "hexagon -keys=hexagon,cpu"},
      {"sdaccel", "sdaccel -keys=sdaccel,hls"},
      {"aocl_sw_emu", "aocl_sw_emu -keys=aocl,hls"},
      {"ext_dev", "ext_dev"},
      {"test", "test"},
      {"npu9000", "npu9000"},
      {"npu9000 -device=x", "npu9000 -keys=x -device=x"},
      {"cuda -keys=gpu,cuda,gpu", "cuda -keys=gpu,cuda"},
      {"opencl -device=mali -model=rk3399",
       "opencl -keys=mali,opencl,gpu -device=mali -model=rk3399"},
      {"ext_dev -device=vta -keys=cpu -model=M",
       "ext_dev -keys=cpu,vta -device=vta -model=M"},
      {"opencl -keys=adreno,opencl,gpu -device=adreno",
       "opencl -keys=adreno,opencl,gpu -device=adreno"},
      {"llvm -mtriple=aarch64-linux-gnu",
       "llvm -keys=arm_cpu,cpu -mtriple=aarch64-linux-gnu"},
      {"c -mtriple=armv7l-x", "c -keys=arm_cpu,cpu -mtriple=armv7l-x"},
      {"c -mcpu=cortex-m4", "c -keys=arm_cpu,cpu -mcpu=cortex-m4"},
      {"llvm -mcpu=cortex-m35p", "llvm -keys=arm_cpu,cpu -mcpu=cortex-m35p"},
      {"llvm -mtriple=armv6 -mcpu=cortex-m1",
       "llvm -keys=cpu -mcpu=cortex-m1 -mtriple=armv6"},
      {"llvm -mcpu=cortex-a72", "llvm -keys=cpu -mcpu=cortex-a72"},
      {"llvm -keys=x -mtriple=aarch64-y -device=z",
       "llvm -keys=x,arm_cpu,cpu,z -device=z -mtriple=aarch64-y"},
      {"opencl -mtriple=aarch64-linux-gnu",
       "opencl -keys=opencl,gpu -mtriple=aarch64-linux-gnu"},
      {"llvm -device=arm_cpu -model=bcm2837 -target=armv7l-linux-gnueabihf",
       "llvm -keys=arm_cpu,cpu -device=arm_cpu -model=bcm2837 "
       "-mtriple=armv7l-linux-gnueabihf"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Canonical(c.text), c.canonical);
  }
}

TEST(ParseTargetTest, SpellingsOfOneTargetAreEqual) {
  const absl::string_view spellings[] = {
      "opencl -device=mali -model=rk3399 -libs=a,b -system-lib",
      "  opencl -model rk3399 --libs='a,b' -device=mali  -system-lib=1 ",
      "opencl -keys=mali,opencl,gpu -device=mali -libs=a,b -model=rk3399 "
      "-system-lib=1",
      "opencl -device=mali -model=rk3399 -libs=a,b -system-lib -host=llvm",
      R"({"kind":"opencl","device":"mali","model":"rk3399","libs":["a","b"],)"
      R"("system-lib":true,"tag":"","keys":[],"host":{"kind":"llvm"}})",
      R"( {"host":"llvm","libs":"a,b","system-lib":1,"kind":"opencl",)"
      R"("keys":["mali","opencl","gpu"],"device":"mali","model":"rk3399"} )",
  };
  for (const absl::string_view spelling : spellings) {
    EXPECT_EQ(Canonical(spelling), Canonical(spellings[0])) << spelling;
  }
}

TEST(ParseTargetTest, KeepsUnknownKindsAndAttributesAsText) {
  EXPECT_EQ(Canonical("npu -keys=n -strange.option_2 x -mattr=+neon"),
            "npu -keys=n -mattr=+neon -strange.option_2=x");
  EXPECT_EQ(Canonical(R"({"kind":"npu","a":1.50,"b":false,"c":null,"d":"",)"
                      R"("e":[1,"x",true],"f":{"g": [1, 2]},"tag":"a/b"})"),
            R"(npu -a=1.50 -b=0 -e=1,x,1 -f={"g":[1,2]} -tag=a/b)");
}

TEST(ParseTargetTest, TheModelUnknownIsNotSet) {
  EXPECT_EQ(Canonical("cuda -model=unknown"), Canonical("cuda"));
  EXPECT_EQ(Canonical(R"({"kind":"cuda","model":"unknown"})"),
            Canonical("cuda"));
}

TEST(ParseTargetTest, KeepsAnOldTripleBesideAnotherOne) {
  EXPECT_EQ(Canonical("npu -target=a"), "npu -mtriple=a");
  EXPECT_EQ(Canonical("npu -target=a -mtriple=b"), "npu -mtriple=b -target=a");
}

TEST(ParseTargetTest, SaysWhatIsWrong) {
  struct Case {
    absl::string_view text;
    absl::string_view message;
  };
  const Case cases[] = {
      {"", "the kind is missing"},
      {"-arch=sm_75", "the kind is missing"},
      {"nvidia/nvidia-t4",
       "`nvidia/nvidia-t4` is a registered tag, which Tunedex does not expand; "
       "write the target out, such as `cuda -arch=sm_75 -model=t4`"},
      {"nvidia/nvidia-t4 -libs=cudnn", "is a registered tag"},
      {R"({"tag":"nvidia/nvidia-t4"})",
       "`nvidia/nvidia-t4` is a registered tag"},
      {R"({"kind":"nvidia/nvidia-t4"})", "is a registered tag"},
      {"cu(da", "the kind `cu(da` is not a name"},
      {R"({"kind":"cuda -arch=sm_75"})", "the kind `cuda -arch=sm_75` is not"},
      {R"({"kind":"-cuda"})", "is not a name"},
      {R"({"kind":5})", "kind: expected a string, found `5`"},
      {R"({"arch":"sm_75"})", "the kind is missing"},
      {"{}", "the kind is missing"},
      {"{", "probably cut off"},
      {R"({"kind":"cuda","kind":"cuda"})", "kind: the key is repeated"},
      {R"({"kind":"cuda","-arch":"x"})", "`-arch` is no name for an attribute"},
      {R"({"kind":"cuda","a b":"x"})", "`a b` is no name for an attribute"},
      {R"({"kind":"cuda","":"x"})", "`` is no name for an attribute"},
      {R"({"kind":"cuda","a":"x\ny"})", "attribute `a`: byte 1: control"},
      {R"({"kind":"cuda","keys":["a,b",""]})", "keys: a key is empty"},
      {"cuda -keys=a,,b", "keys: a key is empty"},
      {"cuda -kind=llvm", "the kind stands first and is no attribute"},
      {"cuda -arch=sm_75 -arch=sm_75", "option `-arch` is repeated"},
      {"cuda\t-arch=sm_75", "byte 4: control character"},
      {"cuda -model=\xff", "invalid UTF-8"},
      {"cuda sm_75", "`sm_75` is no option"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(ParseTarget(c.text),
                IsInvalid(AllOf(HasSubstr("target: "),
                                HasSubstr(std::string(c.message)))))
        << c.text;
  }
  EXPECT_THAT(ParseTarget("cuda -a=" + std::string(kMaxKeyBytes, 'x')),
              IsInvalid(HasSubstr("65544 bytes, more than the 65536 allowed")));
}

TEST(NormalizeTargetTest, BringsAStructuredTargetIntoItsOneForm) {
  v1::Target target;
  target.set_kind("llvm");
  auto& attributes = *target.mutable_attributes();
  attributes["model"] = "xeon";
  attributes["device"] = "dev";
  attributes["keys"] = "a, b";
  attributes["host"] = "llvm";
  attributes["target"] = "aarch64-x";
  attributes["mcpu"] = "";
  EXPECT_THAT(NormalizeTarget(target), IsOk());
  EXPECT_EQ(FormatTarget(target),
            "llvm -keys=a,b,arm_cpu,cpu,dev -device=dev -model=xeon "
            "-mtriple=aarch64-x");
  EXPECT_EQ(target.model(), "xeon");
  EXPECT_EQ(target.device(), "dev");
  EXPECT_EQ(target.attributes().size(), 1);
}

TEST(NormalizeTargetTest, RefusesContradictionsAndMalformedNames) {
  const auto normalize = [](auto fill) {
    v1::Target target;
    target.set_kind("cuda");
    fill(target);
    return NormalizeTarget(target);
  };
  EXPECT_THAT(normalize([](v1::Target& t) { t.clear_kind(); }),
              IsInvalid("the kind is missing"));
  EXPECT_THAT(normalize([](v1::Target& t) {
                t.set_model("a");
                (*t.mutable_attributes())["model"] = "b";
              }),
              IsInvalid("model is given twice: `a` and `b`"));
  EXPECT_THAT(normalize([](v1::Target& t) {
                t.add_keys("a");
                (*t.mutable_attributes())["keys"] = "b";
              }),
              IsInvalid("keys are given twice"));
  EXPECT_THAT(normalize([](v1::Target& t) { t.add_keys("a,b"); }),
              IsInvalid("keys: `a,b` has a comma"));
  EXPECT_THAT(normalize([](v1::Target& t) { t.add_keys(" "); }),
              IsInvalid("keys: a key is empty"));
  EXPECT_THAT(normalize([](v1::Target& t) { t.set_device("a,b"); }),
              IsInvalid("device: `a,b` has a comma"));
  EXPECT_THAT(normalize([](v1::Target& t) { t.set_device("a\nb"); }),
              IsInvalid(HasSubstr("device: byte 1: control")));
  EXPECT_THAT(normalize([](v1::Target& t) { t.set_model("\xff"); }),
              IsInvalid(HasSubstr("model: byte 0: invalid UTF-8")));
}

TEST(ReadTargetInputTest, ReadsBothForms) {
  v1::TargetInput input;
  EXPECT_THAT(ReadTargetInput(input), IsInvalid("no target is given"));
  input.set_text("cuda -arch=sm_75");
  const absl::StatusOr<v1::Target> from_text = ReadTargetInput(input);
  ASSERT_THAT(from_text, IsOk());
  input.mutable_target()->set_kind("cuda");
  (*input.mutable_target()->mutable_attributes())["arch"] = "sm_75";
  const absl::StatusOr<v1::Target> from_fields = ReadTargetInput(input);
  ASSERT_THAT(from_fields, IsOk());
  EXPECT_THAT(*from_text, EqualsProto(*from_fields));
  input.mutable_target()->set_model(std::string(kMaxKeyBytes, 'm'));
  EXPECT_THAT(ReadTargetInput(input),
              IsInvalid(HasSubstr("more than the 65536 allowed")));
}

TEST(IsKnownTargetKindTest, KnowsTheKindsOfTvm) {
  for (const absl::string_view kind : {"llvm", "aocl", "hybrid", "composite"}) {
    EXPECT_TRUE(IsKnownTargetKind(kind));
  }
  for (const absl::string_view kind : {"", "LLVM", "npu9000", "cuda "}) {
    EXPECT_FALSE(IsKnownTargetKind(kind));
  }
}

std::string RandomText(std::mt19937& random, bool may_be_empty) {
  constexpr absl::string_view kPieces[] = {
      "a", "B",  "7", "-",  "=", ",", " ",     "'",
      "+", "\"", ".", "\\", "/", "{", "sm_86", "\xc3\xa9"};
  std::string text(may_be_empty ? "" : "v");
  for (size_t i = random() % 6; i > 0; --i) {
    absl::StrAppend(&text, kPieces[random() % std::size(kPieces)]);
  }
  return text;
}

v1::Target RandomTarget(std::mt19937& random) {
  constexpr absl::string_view kKinds[] = {"llvm",   "c",       "cuda",
                                          "opencl", "ext_dev", "npu-9.x_2"};
  constexpr absl::string_view kNames[] = {
      "arch",  "mcpu",   "mtriple", "target", "mattr", "fast-math",
      "x.y+z", "device", "model",   "a1",     "tag",   "\xc3\xa9"};
  v1::Target target;
  target.set_kind(std::string(kKinds[random() % std::size(kKinds)]));
  const auto without_comma = [](std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ','), text.end());
    return text;
  };
  for (size_t i = random() % 3; i > 0; --i) {
    target.add_keys(without_comma(RandomText(random, /*may_be_empty=*/false)));
  }
  for (size_t i = random() % 5; i > 0; --i) {
    const absl::string_view name = kNames[random() % std::size(kNames)];
    std::string value = random() % 8 == 0
                            ? "aarch64-x"
                            : RandomText(random, /*may_be_empty=*/true);
    if (name == "device") value = without_comma(value);
    (*target.mutable_attributes())[std::string(name)] = value;
  }
  return target;
}

TEST(FormatTargetTest, ParseTargetReadsEveryNormalisedTargetBack) {
  std::mt19937 random(11);
  for (int i = 0; i < 5000; ++i) {
    v1::Target target = RandomTarget(random);
    ASSERT_THAT(NormalizeTarget(target), IsOk()) << target.ShortDebugString();
    const std::string text = FormatTarget(target);
    const absl::StatusOr<v1::Target> again = ParseTarget(text);
    ASSERT_THAT(again, IsOk()) << text;
    ASSERT_THAT(*again, EqualsProto(target)) << text;
    v1::Target twice = target;
    ASSERT_THAT(NormalizeTarget(twice), IsOk());
    ASSERT_THAT(twice, EqualsProto(target));
  }
}

}  // namespace
}  // namespace tunedex::formats
