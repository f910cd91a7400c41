#!/usr/bin/env bash
# The critical path of real reports and traces: the report, and what its stacks add up to, are the
# same, of all of it and of a part.
set -u
B=$(realpath "$1")
tests=$(cd "$(dirname "$0")/.." && pwd)
number=0 failed=0

check() {
  local trace=$1 stacks rows
  shift
  stacks=$("$B/gpuflame" collapse -q --no-filter-out-validation --value critical "$@" "$trace" 2>/dev/null |
    awk '{ sum += $NF } END { printf "%.0f", sum }')
  rows=$("$B/gpuflame" stats -q -f tsv -r critical_path_sum "$@" "$trace" 2>/dev/null |
    awk -F '\t' 'NR > 1 { sum += $2 } END { printf "%.0f", sum }')
  number=$((number + 1))
  if [ "$stacks" = "$rows" ]; then
    echo "ok $number - $(basename "$trace") $*: $rows"
  else
    echo "not ok $number - $(basename "$trace") $*: $rows in rows, $stacks in stacks"
    failed=1
  fi
}

for trace in "$tests"/../../shared/real/*.sqlite "$tests"/../../shared/real/kineto/*.json.gz; do
  [ -e "$trace" ] || continue
  check "$trace"
  check "$trace" --device 0
done
[ "$number" -gt 0 ] || { number=1 && echo "ok 1 - real reports # SKIP ../shared is absent"; }
echo "1..$number"
exit $failed
