#include "formats/target_keys.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::formats {
namespace {

// A kind of target that TVM registers, with its default keys.
struct Kind {
  absl::string_view name;
  // Empty texts are no keys.
  std::array<absl::string_view, 2> default_keys;
};

constexpr std::array<Kind, 18> kKinds = {{
    {"llvm", {"cpu"}},
    {"c", {"cpu"}},
    {"stackvm", {"cpu"}},
    {"cuda", {"cuda", "gpu"}},
    {"nvptx", {"cuda", "gpu"}},
    {"rocm", {"rocm", "gpu"}},
    {"opencl", {"opencl", "gpu"}},
    {"metal", {"metal", "gpu"}},
    {"vulkan", {"vulkan", "gpu"}},
    {"webgpu", {"webgpu", "gpu"}},
    {"hexagon", {"hexagon", "cpu"}},
    {"sdaccel", {"sdaccel", "hls"}},
    {"aocl", {"aocl", "hls"}},
    {"aocl_sw_emu", {"aocl", "hls"}},
    {"ext_dev", {}},
    {"hybrid", {}},
    {"composite", {}},
    {"test", {}},
}};

// The processors of the ARM M profile that TVM knows.
constexpr std::array<absl::string_view, 8> kArmMicrocontrollers = {
    "cortex-m0",  "cortex-m3",   "cortex-m4",  "cortex-m7",
    "cortex-m33", "cortex-m35p", "cortex-m55", "cortex-m85"};

const Kind* FindKind(absl::string_view name) {
  const auto* const found =
      std::find_if(kKinds.begin(), kKinds.end(),
                   [name](const Kind& kind) { return kind.name == name; });
  return found == kKinds.end() ? nullptr : found;
}

absl::string_view FindAttribute(const v1::Target& target, const char* name) {
  const auto found = target.attributes().find(name);
  return found == target.attributes().end() ? absl::string_view()
                                            : absl::string_view(found->second);
}

// True for a processor that TVM's parsers of ARM targets add keys to.
bool IsArm(const v1::Target& target) {
  if (target.kind() != "llvm" && target.kind() != "c") return false;
  const absl::string_view mcpu = FindAttribute(target, "mcpu");
  if (absl::StartsWith(mcpu, "cortex-m")) {
    return std::any_of(kArmMicrocontrollers.begin(), kArmMicrocontrollers.end(),
                       [mcpu](absl::string_view prefix) {
                         return absl::StartsWith(mcpu, prefix);
                       });
  }
  const absl::string_view mtriple = FindAttribute(target, "mtriple");
  return absl::StartsWith(mtriple, "aarch64") ||
         absl::StartsWith(mtriple, "arm");
}

}  // namespace

bool IsRegisteredTargetKind(absl::string_view kind) {
  return FindKind(kind) != nullptr;
}

void CompleteTargetKeys(v1::Target& target) {
  const std::vector<std::string> given(target.keys().begin(),
                                       target.keys().end());
  target.clear_keys();
  const auto add = [&target](absl::string_view key) {
    const auto& keys = target.keys();
    if (!key.empty() &&
        std::find(keys.begin(), keys.end(), key) == keys.end()) {
      target.add_keys(key.data(), key.size());
    }
  };
  for (const std::string& key : given) add(key);
  if (IsArm(target)) {
    add("arm_cpu");
    add("cpu");
  }
  const bool has_user_keys = !target.keys().empty();
  add(target.device());
  const Kind* const kind = FindKind(target.kind());
  if (has_user_keys || kind == nullptr) return;
  for (const absl::string_view key : kind->default_keys) add(key);
}

}  // namespace tunedex::formats
