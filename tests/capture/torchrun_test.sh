#!/usr/bin/env bash
# Ranks that PyTorch's own torchrun starts, where PyTorch is installed, with workers that load data;
# a rank that is killed or fails, and is started again. Their kernels are the mock's. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
need_python "torchrun"
# PyTorch 1.13 with Python 3.11 cannot read its own options; Debian builds 2.6 without libuv, which its
# torchrun needs
if ! python3 -c 'import sys
from torch.distributed import TCPStore
from torch.distributed.elastic.multiprocessing.api import Std
TCPStore("127.0.0.1", 0, is_master=True)
sys.exit(Std.from_str("0") is None)' 2>/dev/null; then
  echo "ok - torchrun # SKIP this python3 has no torch whose torchrun works"
  exit 0
fi
export PYTHONDONTWRITEBYTECODE=1 MOCK_PLUGIN=$B/mock/plugin_a.so GPUFLAME_CUPTI=$B/mock/libcupti.so.13
export PYTHONPATH=$PWD/tests/capture/python${PYTHONPATH:+:$PYTHONPATH} OMP_NUM_THREADS=1

# torchrun OPTION... -- ARGUMENT...: recorded; its exit status, stacks of each capture in $work/stacks
torchrun() {
  local -a options=()
  while [ "$1" != -- ]; do options+=("$1") && shift; done
  shift
  rm -rf "$work/out"
  # a port that is free: --standalone has one of its own in older versions
  timeout 120 "$B/gpuflame" record -o "$work/out/r-%r.gpuflame" -- python3 -W ignore -m torch.distributed.run \
    --rdzv_backend c10d --rdzv_endpoint localhost:0 --rdzv_id $$ --nproc_per_node 2 "${options[@]}" \
    tests/capture/python/ranks.py "$@" >"$work/said" 2>&1
  echo "status $?" >"$work/stacks"
  for file in "$work"/out/*; do
    "$B/gpuflame" collapse --preset none -q "$file" | sed "s|^|${file##*/} |"
  done >>"$work/stacks" 2>&1
  grep '^gpuflame: ' "$work/said" | sed "s|$work/||g; s/process [0-9][0-9]*/process PID/" >"$work/summary"
}
# are STATUS CAPTURE...: the status, and captures of the ranks in their names, each of a whole run
are() {
  {
    echo "status $1"
    shift
    for file in "$@"; do echo "$file.gpuflame step;forward;gemm_${file:2:1} 4"; done
  } >"$work/want"
  { cat "$work/said" && diff "$work/want" "$work/stacks"; } >"$work/log" 2>&1
}

for how in none fork spawn; do
  torchrun -- $how
  are 0 r-0 r-1 && grep -q '8 operations.*of 2 processes; lost: none$' "$work/summary"
  report $? "torchrun, workers: $how"
done
torchrun --max_restarts 1 -- none kill
grep -v "^r-0.gpuflame" "$work/stacks" >"$work/some" && mv "$work/some" "$work/stacks"
are 0 r-0.1 r-1.1 r-1 && grep -q 'r-1.gpuflame  rank 1  4 operations.*process PID ended early' "$work/summary"
report $? "torchrun starts ranks again, one of which was killed"
torchrun -- none 3
grep -v '^r-0' "$work/stacks" >"$work/some" && mv "$work/some" "$work/stacks"
are 1 r-1 && grep -q 'r-1.gpuflame  rank 1  4 operations, 4 ns$' "$work/summary"
report $? "a rank that fails: its capture is complete, the status is torchrun's"
exit $failures
