#include "client/cli/lookup_command.h"

#include <cmath>
#include <memory>
#include <string>

#include "client/cli/command.h"
#include "client/cli/lookup_flags.h"
#include "client/cli/run_lookup.h"
#include "client/cli/session.h"

namespace tunedex::cli {
namespace {

constexpr char kExamples[] =
    R"(  tunedex lookup --target "cuda -arch=sm_86" --workload-key '["matmul_add", 512, 512, 512, "float32"]'
  tunedex lookup --target "llvm -mcpu=skylake-avx512" --task dense_nopack.x86 \
      --args '[["TENSOR", [1, 512], "float32"], ["TENSOR", [1000, 512], "float32"], null, "float32"]'
  tunedex lookup --target "cuda -model=t4" --shash 8213449876543210 --top-k 5 -o json
  tunedex lookup --target llvm --framework mycompiler --hash dense --args '[64, "float32"]'
  tunedex lookup --batch lookups.jsonl > answers.jsonl
)";

constexpr char kDetails[] =
    R"(Exit status: 0 a schedule was found, 3 none was (a batch: 0 when every line was answered),
64 + gRPC code for a failed call.

A batch has one JSON object a line, and gets one JSON line of answer for each, in order:
  {"target": "cuda", "workload_key": "[\"matmul_add\", 512, 512, 512]"}
  {"framework": "autotvm", "target": {"kind": "llvm"}, "task": "dense_nopack.x86", "args": [...]}
  {"target": "cuda", "shash": "8213449876543210"}
  {"framework": "mycompiler", "target": "llvm", "hash": "dense", "args": [64], "compatible": false, "any_kind": true}
"compatible": false asks for the identical workload only. The command's own flags hold for every
line that does not say otherwise. A malformed line, a blank one too, is answered by
{"outcome": "error", "message"}.)";

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
  AddText(command, "--target", flags.target,
          "Target string or JSON, such as \"cuda -arch=sm_86\"");
  AddText(command, "--workload-key", flags.workload.workload_key,
          "Workload as an auto_scheduler key: [hash, arguments...]");
  AddText(command, "--task", flags.workload.task,
          "Workload as an AutoTVM task; needs --args");
  AddText(command, "--shash", flags.workload.shash,
          "Workload as a MetaSchedule structural hash");
  AddText(command, "--hash", flags.workload.hash,
          "Workload as a hash of --framework, with --args");
  AddText(command, "--framework", flags.workload.framework,
          "Framework of --hash");
  AddText(command, "--args", flags.workload.args,
          "Arguments of --task or --hash as a JSON list");
  WithVariable(*command.add_option(
      "--batch", flags.batch,
      "File of lookups, one JSON object a line; - for standard input"));
}

void AddResultFlags(CLI::App& command, LookupFlags& flags) {
  WithVariable(*command.add_flag("--exact", flags.exact,
                                 "Only the identical workload answers"));
  WithVariable(*command
                    .add_option("--top-k", flags.top_k,
                                "How many workloads to return, best first")
                    ->check(CLI::Range(1, 1000)));
  WithVariable(*command
                    .add_option("--alternatives", flags.alternatives,
                                "How many of the best distinct schedules of "
                                "each workload to return")
                    ->check(CLI::Range(0, 1000)));
  WithVariable(
      *command
           .add_option("--max-distance-factor", flags.max_distance_factor,
                       "Greatest wanted/stored ratio of shapes allowed")
           ->check(AtLeastOne()));
  WithVariable(*command.add_flag(
      "--any-kind", flags.any_kind,
      "Records of all kinds of target answer, as upstream does"));
}

void AddConstraintFlags(CLI::App& command, LookupFlags& flags) {
  AddTexts(command, "--scopes", flags.scopes,
           "Scopes that may answer, such as target,model,arch,key:cuda")
      .delimiter(',');
  AddTexts(command, "--require", flags.required_attributes,
           "Target attributes that must be equal, such as arch,mcpu")
      .delimiter(',');
  // Not TUNEDEX_SOURCE: a farm that sets who pushes must not narrow its
  // lookups.
  AddTexts(command, "--source", flags.sources,
           "Only records of this source; may be repeated")
      .envname("TUNEDEX_LOOKUP_SOURCE");
  AddTexts(command, "--exclude-source", flags.excluded_sources,
           "No records of this source alone; may be repeated");
  AddText(command, "--log-version", flags.log_version,
          "Only records with this log version");
  AddText(command, "--compiler-version", flags.compiler_version,
          "Only records with this compiler version");
  AddText(command, "--code-hash", flags.code_hash,
          "Only records with this code hash");
  AddText(command, "--since", flags.since,
          "Only records measured since: seconds since 1970, YYYY-MM-DD or "
          "RFC 3339");
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
