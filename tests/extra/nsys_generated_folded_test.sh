#!/usr/bin/env bash
# Against nsys itself: generated exports with one oddity each, folded without any
# rule, must equal what follows from nsys's own nvtx_kern_sum. Needs ../shared.
set -u
B=$1
shared=../shared
if [ ! -d $shared/oracle ]; then
  echo "ok 1 - oracle # SKIP $shared is absent"
  exit 0
fi
raw=(--kernels-only --no-strip-layer-number --no-strip-train-iter-number
  --no-strip-graph-number --no-filter-out-validation --preset none --strip-numbers none
  --graph-capture-ranges off)
work=$B/oracle
mkdir -p "$work"
number=0
failed=0
while IFS=$'\t' read -r name args; do
  number=$((number + 1))
  if [ ! -e "$work/$name.sqlite" ]; then
    # shellcheck disable=SC2086 # args are words
    python3 $shared/tools/make_synth.py --layers 3 --seed 7 $args "$work/new.sqlite" 2>/dev/null &&
      mv "$work/new.sqlite" "$work/$name.sqlite"
  fi
  if "$B/gpuflame" collapse -q "${raw[@]}" "$work/$name.sqlite" >"$work/$name.folded" &&
    diff "$work/$name.folded" "$shared/oracle/expected/$name.folded" >"$work/$name.diff"; then
    echo "ok $number - $name"
  else
    echo "not ok $number - $name"
    head -n 5 "$work/$name.diff"
    failed=1
  fi
done <$shared/oracle/cases.tsv
exit $failed
