#include "client/cli/lookup_command.h"

#include <cmath>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "client/cli/command.h"
#include "client/cli/lookup_flags.h"
#include "client/cli/run_lookup.h"
#include "client/cli/session.h"
#include "client/cli/units.h"

namespace tunedex::cli {
namespace {

constexpr char kExamples[] =
    R"(  tunedex lookup --target "cuda -arch=sm_86" \
      --workload-key '["matmul_add", 512, 512, 512, "float32"]'
  tunedex lookup --target "llvm -mcpu=skylake-avx512" --task dense_nopack.x86 \
      --args '[["TENSOR", [1, 512], "float32"], ["TENSOR", [64, 512], "float32"], null, "float32"]'
  tunedex lookup --target "cuda -model=t4" --shash 8213449876543210 --top-k 5 -o json
  tunedex lookup --target llvm --framework mycompiler --hash dense --args '[64, "float32"]'
  tunedex lookup --target "cuda -arch=sm_86" --shash 8213449876543210 \
      --source farm-7 --require arch --explain
  tunedex lookup --batch lookups.jsonl > answers.jsonl
)";

constexpr char kDetails[] =
    R"(In the --args of a --hash, a positive integer is a dimension: a stored one that divides it may
answer. {"fixed": 64} is an integer that must be equal.

The variable of --source is TUNEDEX_LOOKUP_SOURCE, since TUNEDEX_SOURCE says who imports.

Exit status: 0 a schedule was found, 3 none was (a batch: 0 when every line was answered),
64 + gRPC code for a failed call.

A batch has one JSON object a line, and gets one JSON line of answer for each, in order:
  {"target": "cuda", "workload_key": "[\"matmul_add\", 512, 512, 512]"}
  {"framework": "autotvm", "target": {"kind": "llvm"}, "task": "dense_nopack.x86", "args": [...]}
  {"target": "cuda", "shash": "8213449876543210"}
  {"framework": "mycompiler", "target": "llvm", "hash": "dense", "args": [64], "any_kind": true}
A line may have these fields:
  "target"             text or an object; else --target holds
  "workload_key", "task", "args", "shash", "framework", "hash"
                       the workload, as with the flags; "framework" may come from its flag
  "compatible"         false for the identical workload only, true not; else --exact holds
  "any_kind"           true for records of all kinds of target, false not; else --any-kind holds
Other fields are ignored, with a note. All other flags hold for every line. A malformed line, a
blank one too, is answered by {"outcome": "error", "message"}.)";

// Refuses what is no distance factor.
CLI::Validator AtLeastOne() {
  return CLI::Validator(
      [](std::string& text) {
        double number = 0;
        const bool valid = CLI::detail::lexical_cast(text, number) &&
                           std::isfinite(number) && number >= 1;
        return valid ? std::string() : text + " is not a number of at least 1";
      },
      /*validator_desc=*/"");
}

void AddWorkloadFlags(CLI::App& command, LookupFlags& flags) {
  AddText(command, "--target", "TARGET", flags.target,
          "Target string or JSON, such as \"cuda -arch=sm_86\"");
  AddText(command, "--workload-key", "KEY", flags.workload.workload_key,
          "Workload as an auto_scheduler key: [hash, arguments...]");
  AddText(command, "--task", "NAME", flags.workload.task,
          "Workload as an AutoTVM task; needs --args");
  AddText(command, "--shash", "HASH", flags.workload.shash,
          "Workload as a MetaSchedule structural hash");
  AddText(command, "--hash", "HASH", flags.workload.hash,
          "Workload as a hash of --framework, with --args");
  AddText(command, "--framework", "NAME", flags.workload.framework,
          "Framework of --hash");
  AddText(command, "--args", "JSON", flags.workload.args,
          "Arguments of --task or --hash as a JSON list");
  WithVariable(*command
                    .add_option("--batch", flags.batch,
                                "File of lookups, one JSON object a line; "
                                "- for standard input")
                    ->type_name("FILE"));
}

void AddResultFlags(CLI::App& command, LookupFlags& flags) {
  WithVariable(*command.add_flag("--exact", flags.exact,
                                 "Only the identical workload answers"));
  WithVariable(*command
                    .add_option("--top-k", flags.top_k,
                                "How many workloads to return, best first; "
                                "at most 1000")
                    ->type_name("N")
                    ->check(InRange(1, 1000)));
  WithVariable(*command
                    .add_option("--alternatives", flags.alternatives,
                                "How many distinct schedules of each workload; "
                                "at most 1000")
                    ->type_name("N")
                    ->check(InRange(0, 1000)));
  WithVariable(
      *command
           .add_option("--max-distance-factor", flags.max_distance_factor,
                       "Greatest wanted/stored ratio of shapes allowed, at "
                       "least 1")
           ->type_name("X")
           ->check(AtLeastOne()));
  WithVariable(*command.add_flag(
      "--any-kind", flags.any_kind,
      "Records of all kinds of target answer, as upstream does"));
  WithVariable(*command.add_flag(
      "--explain", flags.explain,
      "Show with a miss the nearest candidates and what rules them out"));
}

void AddConstraintFlags(CLI::App& command, LookupFlags& flags) {
  AddTexts(command, "--scopes", "SCOPE,...", flags.scopes,
           "Scopes that may answer, such as target,model,arch,key:cuda")
      .delimiter(',');
  AddTexts(command, "--require", "ATTR,...", flags.required_attributes,
           "Target attributes that must be equal, such as arch,mcpu")
      .delimiter(',');
  // Not TUNEDEX_SOURCE: a farm that sets who pushes must not narrow its
  // lookups.
  AddTexts(command, "--source", "NAME", flags.sources,
           "Only records of this source; may be repeated")
      .envname("TUNEDEX_LOOKUP_SOURCE");
  AddTexts(command, "--exclude-source", "NAME", flags.excluded_sources,
           "No records of this source alone; may be repeated");
  AddText(command, "--log-version", "VERSION", flags.log_version,
          "Only records with this log version");
  AddText(command, "--compiler-version", "VERSION", flags.compiler_version,
          "Only records with this compiler version");
  AddText(command, "--code-hash", "HASH", flags.code_hash,
          "Only records with this code hash");
  AddText(command, "--since", "TIME", flags.since,
          "Only records since then: seconds since 1970, YYYY-MM-DD or "
          "RFC 3339")
      .check(Checked([](absl::string_view text) {
        return ParseTimePoint(text).status();
      }));
}

}  // namespace

void AddLookupCommand(CLI::App& app, Action& chosen) {
  const auto flags = std::make_shared<LookupFlags>();
  CLI::App& command = AddCommand(
      app,
      {.name = "lookup",
       .summary = "Finds the best schedule of a workload on a target",
       .examples = kExamples,
       .details = kDetails},
      chosen, [flags](Session& session) { return RunLookup(*flags, session); });
  AddWorkloadFlags(command, *flags);
  AddResultFlags(command, *flags);
  AddConstraintFlags(command, *flags);
}

}  // namespace tunedex::cli
