#!/usr/bin/env bash
# The public API is clean, and does not break clients of the last landed version.
set -euo pipefail
cd "$(dirname "$0")/../.."
buf=.ci/tools/node_modules/.bin/buf
"$buf" lint

# Where main was before this work; in a clone that is at main itself, before the
# last change of the API.
landed=$(git rev-parse -q --verify origin/main || true)
if [[ -z "$landed" ]] || git merge-base --is-ancestor HEAD "$landed"; then
  landed=$(git log -n 1 --skip=1 --format=%H -- proto)
fi
if [[ -z "$landed" ]] || ! git cat-file -e "$landed:buf.yaml" 2>/dev/null; then
  echo "buf breaking: skipped, there is no earlier version of the API in this clone"
  exit 0
fi
before=$(mktemp -d)
trap 'rm -rf "$before"' EXIT
git archive "$landed" buf.yaml proto third_party | tar -x -C "$before"
"$buf" breaking --against "$before"
