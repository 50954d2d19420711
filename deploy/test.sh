#!/usr/bin/env bash
# Installs what is missing, runs all tests, and ends with "N passed, N failed".
# Arguments go to "bazel test", such as --config=asan.
set -euo pipefail
cd "$(dirname "$0")/.."
./deploy/install-dependencies.sh

# Tests on real logs find them here, and are skipped where they are absent.
if [[ -z "${TUNEDEX_SHARED_DATA:-}" && -d ../shared/data ]]; then
  TUNEDEX_SHARED_DATA=$(cd ../shared/data && pwd)
  export TUNEDEX_SHARED_DATA
fi

# Prints the test cases of one target as "passed failed skipped". A target without
# results was not built, or crashed before it could write them: one failure.
count_cases() {
  local folder=$1 files=()
  [[ ! -d "$folder" ]] || readarray -t files < <(find "$folder/" -name test.xml)
  if [[ ${#files[@]} -eq 0 ]]; then
    echo "0 1 0"
    return
  fi
  awk '
    /<testcase / { cases++ }
    /<testcase .*result="skipped"/ { skipped++ }
    /<testcase / { open = 1 }
    /<(failure|error)[ >]/ && open { failed++; open = 0 }
    END { print cases - skipped - failed, failed + 0, skipped + 0 }
  ' "${files[@]}"
}

labels=$(bazel query 'tests(//...)' 2>/dev/null)
logs=$(bazel info "$@" bazel-testlogs 2>/dev/null)
# Results of an earlier run must not count for this one; Bazel writes those of
# unchanged tests anew from its cache.
rm -rf "$logs"

status=0
bazel test --keep_going "$@" //... || status=$?

passed=0 failed=0 skipped=0
while read -r label; do
  package=${label#//}
  read -r p f s < <(count_cases "$logs/${package%%:*}/${label##*:}")
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done <<<"$labels"

# A failure that left no trace in the results still is one.
if [[ $status -ne 0 && $failed -eq 0 ]]; then
  failed=1
fi
if [[ $skipped -gt 0 ]]; then
  echo "$skipped skipped, for what this machine lacks:"
  find "$logs/" -name test.xml -exec grep -hoE '<skipped message="[^"]*' {} + |
    sed -E 's/.*&#x0A;/  /' | sort -u
fi
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
