#!/usr/bin/env bash
# The critical path of real reports and traces: the report, and what its stacks add up to, are the
# same, of all of it and of a part.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"

check() {
  local trace=$1 stacks rows
  shift
  stacks=$("$B/gpuflame" collapse -q --no-filter-out-validation --value critical "$@" "$trace" 2>/dev/null |
    awk '{ sum += $NF } END { printf "%.0f", sum }')
  rows=$("$B/gpuflame" stats -q -f tsv -r critical_path_sum "$@" "$trace" 2>/dev/null |
    awk -F '\t' 'NR > 1 { sum += $2 } END { printf "%.0f", sum }')
  same "$(basename "$trace") $*" "$stacks" "$rows"
}

for trace in "$shared"/real/*.sqlite "$shared"/real/kineto/*.json.gz; do
  [ -e "$trace" ] || continue
  check "$trace"
  check "$trace" --device 0
done
finish
