#!/usr/bin/env bash
# Against nsys itself: generated exports with one oddity each, folded without any
# rule, must equal what follows from nsys's own nvtx_kern_sum. Needs ../shared.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
need "$shared/oracle" oracle
raw=(--kernels-only --no-strip-layer-number --no-strip-train-iter-number
  --no-strip-graph-number --no-filter-out-validation --preset none --strip-numbers none
  --graph-capture-ranges off)
dir=$B/oracle
mkdir -p "$dir"
while IFS=$'\t' read -r name args; do
  if [ ! -e "$dir/$name.sqlite" ]; then
    # shellcheck disable=SC2086 # args are words
    python3 "$shared/tools/make_synth.py" --layers 3 --seed 7 $args "$dir/new.sqlite" 2>/dev/null &&
      mv "$dir/new.sqlite" "$dir/$name.sqlite"
  fi
  "$B/gpuflame" collapse -q "${raw[@]}" "$dir/$name.sqlite" 2>&1 |
    diff - "$shared/oracle/expected/$name.folded" >"$work/log"
  report $? "$name"
done <"$shared/oracle/cases.tsv"
finish
