#ifndef TUNEDEX_FORMATS_AUTOTVM_CONFIG_H_
#define TUNEDEX_FORMATS_AUTOTVM_CONFIG_H_

#include <string>

#include "absl/status/status.h"
#include "formats/json.h"

namespace tunedex::formats {

// What a record needs to know of an AutoTVM schedule.
struct AutotvmConfig {
  // Empty if the log has null.
  std::string code_hash;
  // Of AutoTVM 0.1 only, such as "direct"; may be empty.
  std::string template_key;
};

// Reads and checks the config of AutoTVM 0.2:
//   {"index":N,"code_hash":null,"entity":[[name,kind,value]]}
absl::Status ReadAutotvmConfig(JsonValue& value, AutotvmConfig& config);

// Reads and checks the config of AutoTVM 0.1:
//   {"i":N,"t":template,"c":code_hash,"e":[[name,kind,value]]}
absl::Status ReadLegacyAutotvmConfig(JsonValue& value, AutotvmConfig& config);

}  // namespace tunedex::formats

#endif  // TUNEDEX_FORMATS_AUTOTVM_CONFIG_H_
