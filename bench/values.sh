#!/usr/bin/env bash
# What rules, values that need order, and several files cost: bench/values.sh BUILD-FOLDER
# Takes the export that bench/collapse.sh makes.
set -eu
B=$1
# shellcheck source=bench/time.sh
. bench/time.sh
work=build/bench
report=${REPORT:-$work/1m.sqlite}
mkdir -p "$work"
"${CC:-cc}" -O2 bench/nsys_floor.c -o "$work/nsys_floor" -lsqlite3
if [ ! -e "$report" ]; then
  echo "values: $report is absent; run bench/collapse.sh first"
  exit 1
fi

# with LIMIT WHAT OPTION...
with() {
  local limit=$1 what=$2
  shift 2
  pair "$what" "$limit" "$work/nsys_floor" "$report" -- "$B/gpuflame" collapse -q "$@" "$report"
}

with 0.75 "default rules, 1,000,000 kernels"
with 0.95 "every preset" --preset all --strip-numbers all --kernel-names family
with 0.95 "idle" --value idle
with 0.95 "exposed" --value exposed
with 1.25 "the critical path" --value critical
with 2.5 "by device and step" --by device,step
echo "two files: one after the other beside both at once, at least 1.7x"
pair "one job beside two" 0.59 "$B/gpuflame" collapse -q --jobs 1 "$report" "$report" -- \
  "$B/gpuflame" collapse -q --jobs 2 "$report" "$report"
