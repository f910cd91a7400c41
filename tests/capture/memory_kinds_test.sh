#!/usr/bin/env bash
# Rows of copies and fills, as an export of nsys has them, and their bytes. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject x

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

"$B/gpuflame" collapse -q --value bytes "$GPUFLAME_OUTPUT" >"$work/want" 2>"$work/log"
GPUFLAME_MODE="fold" "$B/mock/driver" tests/capture/memory.play >"$work/log" 2>&1 &&
  "$B/gpuflame" collapse -q --value bytes "$GPUFLAME_OUTPUT" 2>>"$work/log" | diff "$work/want" - >>"$work/log" &&
  awk '{ sum += $NF } END { exit sum != 71 * 4096 }' "$work/want"
report $? "fold mode has the bytes that they moved"
exit $failures
