#!/usr/bin/env bash
# Installs what the checks need, and what tests would be skipped without: Debian's
# tools and gRPC for Python; buildifier, buf and gRPC for Node.js from npm into
# .ci/tools. Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(clang-format clang-tidy git python3-grpcio python3-protobuf shellcheck)
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)
./deploy/install-dependencies.sh "${packages[@]}"

NPM_PACKAGES=(
  @bazel/buildifier@8.2.1
  @bufbuild/buf@1.75.0
  @grpc/grpc-js@1.14.7
  @grpc/proto-loader@0.8.1
  @grpc/reflection@1.0.4
)
# The list itself is the mark of a finished installation.
if [[ "$(cat .ci/tools/installed 2>/dev/null)" != "${NPM_PACKAGES[*]}" ]]; then
  rm -rf .ci/tools
  mkdir -p .ci/tools
  npm install --silent --no-save --no-audit --no-fund --prefix .ci/tools "${NPM_PACKAGES[@]}"
  echo "${NPM_PACKAGES[*]}" >.ci/tools/installed
fi
