#!/usr/bin/env bash
# From a bare Debian 12 machine to answers: installs, builds, starts a server in a
# temporary folder, imports the sample logs, and looks schedules up. Leaves nothing
# behind but the installed packages and the build.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step "Installing what is missing"
./deploy/install-dependencies.sh

step "Building tunedexd and tunedex (some minutes the first time)"
bazel build //server:tunedexd //client/cli:tunedex
programs=$(bazel info bazel-bin 2>/dev/null)
tunedexd=$programs/server/tunedexd
tunedex=$programs/client/cli/tunedex

work=$(mktemp -d)
server=
cleanup() {
  if [[ -n "$server" ]]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap cleanup EXIT

step "Starting a server"
mkfifo "$work/ready"
"$tunedexd" --data_dir="$work/data" --listen=127.0.0.1:0 \
  --metrics_listen=127.0.0.1:0 >"$work/ready" 2>"$work/server.log" &
server=$!
if ! read -r ready <"$work/ready"; then
  echo "quickstart: the server did not start:" >&2
  cat "$work/server.log" >&2
  exit 1
fi
echo "$ready"
TUNEDEX_SERVER=$(sed -E 's/.* listen=([^ ]+) .*/\1/' <<<"$ready")
export TUNEDEX_SERVER

# Shows a command as a user would type it, and runs it.
run() {
  local argument shown='tunedex'
  for argument in "$@"; do
    case "$argument" in
      *[!A-Za-z0-9_./=-]*) shown+=" '$argument'" ;;
      *) shown+=" $argument" ;;
    esac
  done
  printf '\n$ %s\n' "$shown"
  "$tunedex" "$@"
}

step "Importing the sample logs"
run import --source=quickstart deploy/samples

cpu='llvm -keys=cpu -mcpu=skylake-avx512'
step "A shape that was tuned: the best schedule measured for it"
run lookup --target "$cpu" --workload-key '["dense_bias_relu", 64, 512, 512]'

step "A batch size that was never tuned: the nearest applicable schedule"
run lookup --target "$cpu" --workload-key '["dense_bias_relu", 96, 512, 512]'

step "An AutoTVM task on another model of GPU"
run lookup --target 'cuda -arch=sm_86 -model=a6000' --task conv2d_nchw.cuda \
  --args '[["TENSOR", [1, 64, 56, 56], "float32"], ["TENSOR", [64, 64, 3, 3], "float32"], [1, 1], [1, 1, 1, 1], [1, 1], "float32"]'

step "A shape that nothing stored divides: a miss, with its reason"
status=0
run lookup --target "$cpu" --workload-key '["dense_bias_relu", 96, 500, 500]' || status=$?
echo "(exit status $status: no schedule found)"
[[ $status -eq 3 ]]

step "What is stored"
run stats

step "Done"
