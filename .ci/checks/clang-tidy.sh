#!/usr/bin/env bash
# All C++ code is free of what clang-tidy finds (.clang-tidy lists the checks).
# Arguments: files to check instead of all.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The generated headers have to be there.
bazel build //formats/... //storage/... //server/... //client/... >/dev/null
bin=$(bazel info bazel-bin 2>/dev/null)
flags=(-std=c++20 -I. -isystem "$bin")
while read -r folder; do
  flags+=(-isystem "$folder")
done < <(find "$bin/proto" "$bin/third_party" -type d \
  \( -path '*/_virtual_includes/*' -o -name '*_cc_grpc_sources' \) -prune)

files=("$@")
if [[ ${#files[@]} -eq 0 ]]; then
  readarray -t files < <(git ls-files 'formats/*.cc' 'storage/*.cc' 'server/*.cc' 'client/*.cc')
fi
# "N warnings generated" counts those in other people's headers, which are not
# shown.
printf '%s\0' "${files[@]}" |
  xargs -0 -P "$(nproc)" -I FILE clang-tidy --quiet --warnings-as-errors='*' FILE -- "${flags[@]}" \
    2> >(grep -vE '^[0-9]+ warnings? generated' >&2)
