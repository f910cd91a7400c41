#!/usr/bin/env bash
# CUPTI's own clock drifts away from the program's: times in a trace do not. Prints TAP.
set -u
B=$1
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
export CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_OUTPUT=$work/x.gpuflame GPUFLAME_FORCE=1
export GPUFLAME_MODE=trace GPUFLAME_FLUSH_INTERVAL=50

{
  echo cuinit
  for _ in $(seq 30); do printf 'launch 10 k\nsleep 50\n'; done
} >"$work/play"
# 12.6, 13.0: CUPTI keeps its clock. Too slow by 1 in 2000, a kernel begins 750 us before its launch
# in the end; too fast, that much later, than which the last ten are not all held up.
for version in 24 130000; do
  for drift in -500 500; do
    MOCK_CUPTI_VERSION=$version MOCK_DRIFT=$drift "$B/mock/driver" "$work/play" >"$work/log" 2>&1
    "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT min(kernel.start - call.start),
        min(iif(call.correlationId > 20, kernel.start - call.start, NULL)), count(*)
      FROM CUPTI_ACTIVITY_KIND_KERNEL kernel JOIN CUPTI_ACTIVITY_KIND_RUNTIME call USING (correlationId)" \
      >>"$work/log" 2>&1
    awk 'NF == 3 && $1 > -60000 && $2 < 250000 && $3 == 30 { ok = 1 } END { exit !ok }' "$work/log"
        report $? "CUPTI $version, its clock is off by $drift in a million"
  done
done
exit $failures
