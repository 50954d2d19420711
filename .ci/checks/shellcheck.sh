#!/usr/bin/env bash
# All shell scripts are free of what shellcheck finds.
set -euo pipefail
cd "$(dirname "$0")/../.."
{
  git ls-files -z '*.sh'
  printf '.ci/run\0'
} | xargs -0 shellcheck
