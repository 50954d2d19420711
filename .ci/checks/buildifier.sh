#!/usr/bin/env bash
# All Bazel files are formatted, and free of what buildifier warns of. Its advice
# to load the rules from repositories that Bazel 4.2 does not have is left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
off=-native-cc-binary,-native-cc-common,-native-cc-library,-native-cc-proto
off+=,-native-cc-test,-native-proto,-native-proto-info,-native-sh-binary
off+=,-native-sh-test,-unnamed-macro
git ls-files -z WORKSPACE '*BUILD.bazel' '*.bzl' |
  xargs -0 .ci/tools/node_modules/.bin/buildifier -mode=check -lint=warn -warnings="$off"
