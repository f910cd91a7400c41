#!/usr/bin/env bash
# Rows of copies, fills, migrations of managed memory and decompressions, as an export of nsys has them. Prints TAP.
set -u
B=$1
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
export CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_OUTPUT=$work/x.gpuflame GPUFLAME_FORCE=1

GPUFLAME_MODE=trace "$B/mock/driver" tests/capture/managed.play >"$work/log" 2>&1
{
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT copyKind, \"end\" - start, deviceId, contextId, streamId, bytes,
      ifnull(correlationId, '-'), ifnull(srcKind, '-'), ifnull(srcDeviceId, '-'), ifnull(dstDeviceId, '-'),
      ifnull(migrationCause, '-'), ifnull(virtualAddress, '-')
    FROM CUPTI_ACTIVITY_KIND_MEMCPY WHERE copyKind > 10"
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT copyKind, bytes, migrationCause IS NULL
    FROM CUPTI_ACTIVITY_KIND_MEMCPY WHERE copyKind = 1"
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT \"end\" - start, eventClass, deviceId, contextId, streamId, ChannelID,
    sourceBytes, NumberOfOperations FROM CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS"
} >>"$work/log" 2>&1
diff - "$work/log" <<'END' >"$work/diff"
11 1000 0 0 7 65536 - - - 0 2 139637976727552
12 2000 0 0 7 65536 - - 0 - 2 139637976727552
13 4000 0 0 7 65536 - - 0 0 2 139637976727552
1 4096 1
300 1 0 1 7 3 1000 4
5 1 0 1 7 3 1000 4
END
report $? "rows of migrations and decompressions"

GPUFLAME_MODE=trace "$B/mock/driver" tests/capture/memory.play >"$work/log" 2>&1
"$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT o.label, s.label, d.label, count(*)
    FROM CUPTI_ACTIVITY_KIND_MEMCPY JOIN ENUM_CUDA_MEMCPY_OPER o ON o.id = copyKind
    JOIN ENUM_CUDA_MEM_KIND s ON s.id = srcKind JOIN ENUM_CUDA_MEM_KIND d ON d.id = dstKind GROUP BY copyKind
  UNION ALL SELECT 'fill', '', label, count(*)
    FROM CUPTI_ACTIVITY_KIND_MEMSET JOIN ENUM_CUDA_MEM_KIND ON id = memKind" >>"$work/log" 2>&1
diff - "$work/log" <<'END' >"$work/diff"
Unknown Unknown Unknown 10
Host-to-Device Pageable Device 10
Device-to-Host Device Pinned 10
Device-to-Device Device Device 10
Host-to-Host Pageable Pageable 10
Peer-to-Peer Device Device 10
fill  Device 11
END
report $? "kinds of memory of copies and fills"
for mode in trace fold; do
  GPUFLAME_MODE=$mode "$B/mock/driver" tests/capture/managed.play >"$work/log" 2>&1
  "$B/gpuflame" stats -q -f csv -r cuda_gpu_mem_time_sum "$GPUFLAME_OUTPUT" 2>&1 | cut -d, -f2,3,9 >"$work/log"
  diff - "$work/log" <<'END' >"$work/diff"
Total Time (ns),Count,Operation
4000,1,[CUDA memcpy Unified Device-to-Device]
2000,1,[CUDA memcpy Unified Device-to-Host]
1000,1,[CUDA memcpy Unified Host-to-Device]
305,2,[CUDA memory decompress]
50,1,[CUDA memcpy Host-to-Device]
END
  report $? "migrations and decompressions in reports, $mode mode"
done
exit $failures
