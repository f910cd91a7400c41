#!/usr/bin/env bash
# Calls that launch nothing, in which the CPU may wait: trace mode has them, and findings name them;
# fold mode does not even ask for them. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject x

cat >"$work/play" <<'END'
cuinit
api stop
call cudaStreamSynchronize 1
api start
push step 1
launch 2000000 gemm
call cudaFree 12 cuMemFree
call cudaMallocAsync 1
launch 2000000 gemm
pop
push step 2
launch 2000000 gemm
call cuMemUnmap 12
call cudaMalloc 1
launch 2000000 gemm
call cudaDeviceSynchronize 3
pop
END
GPUFLAME_MODE=trace "$B/mock/driver" "$work/play" >"$work/log" 2>&1
"$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT value, count(*), value GLOB '*Launch*' OR end - start >= 1000000
    FROM CUPTI_ACTIVITY_KIND_RUNTIME JOIN StringIds s ON s.id = nameId GROUP BY nameId
  UNION ALL SELECT what, count, '' FROM GPUFLAME_LOSS" >>"$work/log" 2>&1
diff - "$work/log" <<'END' >"$work/diff"
cudaStreamSynchronize
cudaFree
cudaMallocAsync is not followed
cuMemUnmap
cudaMalloc
cudaDeviceSynchronize
cudaLaunchKernel_v7000 4 1
cudaFree_v3020 1 1
cuMemUnmap 1 1
cudaMalloc_v3020 1 1
cudaDeviceSynchronize_v3020 1 1
END
report $? "trace mode has calls in which the CPU may wait, while capturing, and none within them"

"$B/gpuflame" findings "$GPUFLAME_OUTPUT" >"$work/log" 2>&1 &&
  grep -q "idle while memory is allocated" "$work/log"
report $? "findings of such a capture name the allocator"

GPUFLAME_MODE="fold" "$B/mock/driver" "$work/play" >"$work/log" 2>&1 &&
  ! grep -v "is not followed$" "$work/log"
report $? "fold mode does not ask for them"
exit $failures
