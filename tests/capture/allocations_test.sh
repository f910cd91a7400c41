#!/usr/bin/env bash
# Rows of allocations, as an export of nsys has them, and the peak that reports make of them. Prints TAP.
set -u
B=$1
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
export CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so GPUFLAME_MODE=trace
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_OUTPUT=$work/x.gpuflame GPUFLAME_FORCE=1

GPUFLAME_CUDA_MEMORY_USAGE=true "$B/mock/driver" tests/capture/allocations.play >"$work/log" 2>&1
"$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT u.deviceId, u.contextId, u.streamId, address, pc, bytes, memKind,
    memoryOperationType, value, u.globalPid = r.globalTid & ~0xffffff, u.start > r.start
  FROM CUDA_GPU_MEMORY_USAGE_EVENTS u JOIN CUPTI_ACTIVITY_KIND_RUNTIME r USING (correlationId)
  JOIN StringIds ON id = nameId ORDER BY u.start" >>"$work/log" 2>&1
diff - "$work/log" <<'END' >"$work/diff"
0 1 0 139637976727552 4198400 1000 2 0 cudaMalloc_v3020 1 1
0 1 0 139637976727552 4198400 4000 2 0 cudaMalloc_v3020 1 1
0 1 0 139637976727552 4198400 1000 2 1 cudaFree_v3020 1 1
0 1 0 139637976727552 4198400 4000 2 1 cudaFree_v3020 1 1
END
report $? "rows of allocations"
"$B/gpuflame" stats -q -f csv -r memory_peaks "$GPUFLAME_OUTPUT" 2>&1 | cut -d, -f1,3,4,6- >"$work/log"
diff - "$work/log" <<'END' >"$work/diff"
Peak (MB),Last (MB),Changes,Device,Memory,Ranges
0.005,0.000,4,GPU 0,device,work
END
report $? "the peak of memory is in the range that allocated it"
"$B/mock/driver" tests/capture/allocations.play >"$work/log" 2>&1
"$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT count(*) FROM CUDA_GPU_MEMORY_USAGE_EVENTS" >>"$work/log" 2>&1
diff - "$work/log" <<<0 >"$work/diff"
report $? "no allocations unless asked for"

# Nothing is launched. The mock has no records of managed memory's allocations: its calls are rows.
printf '%s\n' cuinit managed 'allocate 1000' "await $work/end" >"$work/idle.play"
GPUFLAME_CUDA_MEMORY_USAGE=true "$B/mock/driver" "$work/idle.play" >"$work/log" 2>&1 &
for ((i = 0; i < 200; i++)); do
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT bytes, (SELECT group_concat(value, ' ')
    FROM CUPTI_ACTIVITY_KIND_RUNTIME JOIN StringIds ON id = nameId) FROM CUDA_GPU_MEMORY_USAGE_EVENTS" >"$work/log" 2>&1 && [ -s "$work/log" ] && break
  sleep 0.05
done
diff - "$work/log" <<<'1000 cudaMallocManaged_v6000 cudaMalloc_v3020' >"$work/diff"
report $? "allocations are written while nothing is launched, with the calls for managed memory"
: >"$work/end"
wait $!
exit $failures
