#!/usr/bin/env bash
# Every value adds up to what the tables say, by a computation that shares nothing
# with ours: wall and busy time of each GPU, launches, the time of ranges.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"

check() {
  local report=$1 name value want got values
  read -ra values <<<"gpu-time count bytes idle exposed launch-latency cpu-time critical"
  name=$(basename "$report" .sqlite)
  while read -r value want; do
    got=$("$B/gpuflame" collapse -q --no-filter-out-validation --value "$value" "$report" 2>/dev/null |
      awk '{ sum += $NF } END { printf "%.0f", sum }')
    same "$name: $value" "$want" "$got"
  done < <(python3 "$tests/tools/sum_report.py" "$report" "${values[@]}" ||
    printf '%s unknown\n' "${values[@]}")
}

for name in demo oddities steps graph_capture ranks adopt stats_small; do
  check "$B/fixtures/$name.sqlite"
done
for report in "$shared"/real/*.sqlite; do
  [ ! -e "$report" ] || check "$report"
done
finish
