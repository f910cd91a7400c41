#!/usr/bin/env bash
# Every value adds up to what the tables say, by a computation that shares nothing
# with ours: wall and busy time of each GPU, launches, the time of ranges.
set -u
B=$(realpath "$1")
tests=$(cd "$(dirname "$0")/.." && pwd)
shared=$tests/../../shared
number=0 failed=0

check() {
  local report=$1 name value want got values
  read -ra values <<<"gpu-time count bytes idle exposed launch-latency cpu-time critical"
  name=$(basename "$report" .sqlite)
  while read -r value want; do
    number=$((number + 1))
    got=$("$B/gpuflame" collapse -q --no-filter-out-validation --value "$value" "$report" 2>/dev/null |
      awk '{ sum += $NF } END { printf "%.0f", sum }')
    if [ "$got" = "$want" ]; then
      echo "ok $number - $name: $value $got"
    else
      echo "not ok $number - $name: $value is $got, not $want"
      failed=1
    fi
  done < <(python3 "$tests/tools/sum_report.py" "$report" "${values[@]}" ||
    printf '%s unknown\n' "${values[@]}")
}

for name in demo oddities steps graph_capture ranks adopt stats_small; do
  check "$B/fixtures/$name.sqlite"
done
if [ -d "$shared/real" ]; then
  for report in "$shared"/real/*.sqlite; do
    check "$report"
  done
else
  number=$((number + 1))
  echo "ok $number - reports of real programs # SKIP ../shared is absent"
fi
echo "1..$number"
exit $failed
