#!/usr/bin/env bash
# Installs what the checks need: Debian's tools, and buildifier and buf from npm
# into .ci/tools. Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(clang-format clang-tidy git shellcheck)
command -v npm >/dev/null || packages+=(npm)
./deploy/install-dependencies.sh "${packages[@]}"

BUILDIFIER=@bazel/buildifier@8.2.1
BUF=@bufbuild/buf@1.75.0
if [[ ! -x .ci/tools/node_modules/.bin/buildifier || ! -x .ci/tools/node_modules/.bin/buf ]]; then
  mkdir -p .ci/tools
  npm install --silent --no-save --no-audit --no-fund --prefix .ci/tools "$BUILDIFIER" "$BUF"
fi
