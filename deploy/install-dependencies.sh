#!/usr/bin/env bash
# Installs what building and running Tunedex needs, from Debian 12's packages.
# Safe to run again. Needs root, or sudo.
set -euo pipefail

PACKAGES=(
  # Build.
  bazel-bootstrap bazel-platforms bazel-rules-java bazel-rules-proto
  bazel-skylib g++
  # Libraries.
  libabsl-dev libbenchmark-dev libcli11-dev libgmock-dev libgrpc++-dev
  libgrpc-dev libgtest-dev libprotobuf-dev libprotoc-dev librocksdb-dev
  libsimdjson-dev libssl-dev nlohmann-json3-dev prometheus-cpp-dev zlib1g-dev
  # Code generators.
  protobuf-compiler protobuf-compiler-grpc
)

die() {
  printf 'install-dependencies: %s\n' "$*" >&2
  exit 1
}

is_installed() {
  dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

[[ -r /etc/os-release ]] || die "cannot tell which system this is: there is no /etc/os-release; Debian 12 is needed"
# shellcheck source=/dev/null
. /etc/os-release
if [[ "${ID:-}" != debian || "${VERSION_ID:-}" != 12 ]]; then
  die "this is ${PRETTY_NAME:-an unknown system}; the build is made for the packages of Debian 12 (bookworm). Use a Debian 12 machine or container."
fi

missing=()
for package in "${PACKAGES[@]}" "$@"; do
  is_installed "$package" || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
  exit 0
fi

as_root=()
if [[ $EUID -ne 0 ]]; then
  command -v sudo >/dev/null || die "these packages are missing, and installing them needs root or sudo: ${missing[*]}"
  as_root=(sudo)
fi
printf 'installing: %s\n' "${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
