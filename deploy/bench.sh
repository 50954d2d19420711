#!/usr/bin/env bash
# Installs what is missing, builds with optimisation, runs the benchmarks, and says
# of every target whether it was met. An argument, such as rpc_benchmark, names the
# only one to run. Nothing else should run on the machine meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."
./deploy/install-dependencies.sh

if [[ $# -gt 1 ]]; then
  echo "usage: deploy/bench.sh [BENCHMARK]" >&2
  exit 2
fi
readarray -t all < <(bazel query 'kind(cc_binary, filter("_benchmark$", //tests/benchmarks:all))' 2>/dev/null)
all=("${all[@]##*:}")
benchmarks=("${all[@]}")
if [[ $# -eq 1 ]]; then
  benchmarks=("$1")
  if [[ " ${all[*]} " != *" $1 "* ]]; then
    echo "bench: there is no benchmark $1; there are: ${all[*]}" >&2
    exit 2
  fi
fi

bazel build -c opt "${benchmarks[@]/#///tests/benchmarks:}"
programs=$(bazel info -c opt bazel-bin 2>/dev/null)/tests/benchmarks

echo "$(nproc) processors, load average $(cut -d ' ' -f 1 /proc/loadavg)"
missed=()
for benchmark in "${benchmarks[@]}"; do
  printf '\n== %s\n' "$benchmark"
  "$programs/$benchmark" || missed+=("$benchmark")
done
echo
if [[ ${#missed[@]} -gt 0 ]]; then
  echo "missed a target, or failed: ${missed[*]}"
  exit 1
fi
echo "all targets met"
