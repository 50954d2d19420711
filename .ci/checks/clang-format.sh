#!/usr/bin/env bash
# All C++ code is in Google's format.
set -euo pipefail
cd "$(dirname "$0")/../.."
git ls-files -z '*.h' '*.cc' | xargs -0 clang-format --dry-run --Werror
