#!/usr/bin/env bash
# A CUDA program, compiled by nvcc where it is, on a CUDA without a device
# (tests/mock/cudart_mock.c): its totals, its stacks, and fold against trace.
set -u
B=$1
cuda=${CUDA_HOME:-/usr/local/cuda}
nvcc=$(command -v "$cuda/bin/nvcc" || command -v nvcc)
if [ -z "$nvcc" ]; then
  echo "ok - a CUDA program on the mock # SKIP there is no nvcc"
  exit 0
fi
case $B in *asan* | *tsan*) echo "ok - a CUDA program on the mock # SKIP nvcc's code has no sanitizer" && exit 0 ;; esac
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
if ! "$nvcc" -O1 -cudart=none -c tests/gpu/gpt.cu -o "$work/gpt.o" >"$work/log" 2>&1 ||
  ! "${CC:-gcc}" -I. -DGPUFLAME_VERSION='""' -D_POSIX_C_SOURCE=200809L -O1 tests/mock/cudart_mock.c "$work/gpt.o" -o "$work/gpt" -Wl,-rpath,"$B/mock" \
    -L"$B/mock" -l:libcupti.so.13 -lstdc++ -lpthread -ldl -lm >>"$work/log" 2>&1; then
  # an nvcc of another CUDA may call what the mock does not have
  report 1 "a CUDA program compiles and links with the mock"
  exit 1
fi
export CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 MOCK_TOTAL=$work/total
for mode in fold trace; do
  GPUFLAME_MODE=$mode GPUFLAME_OUTPUT=$work/$mode.gpuflame "$work/gpt" 5 >"$work/log" 2>&1 &&
    "$B/gpuflame" collapse -q "$work/$mode.gpuflame" >"$work/$mode.folded" 2>>"$work/log"
  [ "$(awk '{ sum += $NF } END { print sum }' "$work/$mode.folded")" = "$(cut -d' ' -f2 "$work/total")" ]
  report $? "a CUDA program on the mock, $mode mode: all of its time"
done
for mode in fold trace; do
  GPUFLAME_MODE=$mode GPUFLAME_CUDA_GRAPH_TRACE=graph GPUFLAME_OUTPUT=$work/whole-$mode.gpuflame "$work/gpt" 5 >"$work/log" 2>&1 &&
    "$B/gpuflame" collapse -q "$work/whole-$mode.gpuflame" >"$work/whole-$mode.folded" 2>>"$work/log"
  [ "$(awk '{ sum += $NF } END { print sum }' "$work/whole-$mode.folded")" = "$(cut -d' ' -f2 "$work/total")" ]
  report $? "whole graphs, $mode mode: all of their time"
done
diff <(sed 's/ [0-9]*$//' "$work/whole-fold.folded") <(sed 's/ [0-9]*$//' "$work/whole-trace.folded") >"$work/log" &&
  grep -q 'optimizer;.*adamw' "$work/whole-trace.folded"
report $? "with their kernels in both modes, since the first are recorded by node"
# they wait for what they made to be in the file: all at once
for end in exit _exit TERM fork; do
  GPUFLAME_OUTPUT=$work/end-$end.gpuflame "$work/gpt" 5 $end >"$work/said-$end" 2>&1 &
done
wait
for end in exit _exit TERM fork; do
  cp "$work/said-$end" "$work/log"
  "$B/gpuflame" collapse -q "$work/end-$end.gpuflame" 2>>"$work/log" | diff - "$work/fold.folded" >>"$work/log"
  report $? "its end by $end loses nothing"
done
cut -d' ' -f1- "$work/fold.folded" | sed 's/ [0-9]*$//' >"$work/stacks"
diff "$work/stacks" tests/capture/gpt.stacks >"$work/log"
report $? "its stacks: layers, a thread that copies, the ranges of the graph's nodes"
diff "$work/fold.folded" "$work/trace.folded" >"$work/log"
report $? "sums and events fold to one result, CUDA graphs too"
exit $failures
