#!/usr/bin/env bash
# Every call of NVTX's payload extension, and calls with what is invalid. Prints TAP.
set -u
B=$1
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
export CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_OUTPUT=$work/x.gpuflame GPUFLAME_FORCE=1
export GPUFLAME_NVTX_DOMAIN_EXCLUDE=unwanted

"$B/mock/payloads" calls >/dev/null 2>&1
if [ $? = 77 ]; then
  echo "ok - payloads # SKIP these headers lack NVTX's payload extension"
  exit 0
fi

for mode in fold trace; do
  GPUFLAME_MODE=$mode "$B/mock/payloads" calls >"$work/log" 2>&1 &&
    [ "$(cat "$work/log")" = "enabled: 1 0" ] &&
    "$B/gpuflame" collapse -q --strip-numbers none "$GPUFLAME_OUTPUT" >"$work/log" 2>&1 &&
    diff "$work/log" - <<'END' >"$work/diff"
D:a long pointer;k 10
D:fixed;k 10
D:pushed;k 10
D:started;k 10
D:zer;k 10
[unnamed];k 10
END
  report $? "ranges have the names that their payloads contain, $mode mode"
  GPUFLAME_MODE=$mode "$B/mock/payloads" hostile >"$work/log" 2>&1 && [ ! -s "$work/log" ] &&
    "$B/gpuflame" collapse -q "$GPUFLAME_OUTPUT" >"$work/log" 2>&1 &&
    diff "$work/log" - <<'END' >"$work/diff"
D:cd;named cd 10
[unnamed];unnamed 120
after 10
END
  report $? "payloads, texts and schemas that are invalid, $mode mode"
done

GPUFLAME_MODE=trace "$B/mock/payloads" calls >"$work/log"
{
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT numEntries, payloadSize FROM NVTX_PAYLOAD_SCHEMAS"
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT idx, flags, type, name, description, arrayOrUnionDetail, offset
    FROM NVTX_PAYLOAD_SCHEMA_ENTRIES WHERE schemaId = 1 << 32"
  # each payload: its size, and the number in the typical one
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT eventType, coalesce(value, text), length(binaryData),
    hex(substr(binaryData, 17, 1)), iif(length(binaryData) % 64 = 0, hex(substr(binaryData, 43, 2)), ''),
    iif(length(binaryData) = 128, hex(substr(binaryData, 107, 2)), '')
    FROM NVTX_EVENTS LEFT JOIN StringIds ON id = textId WHERE eventType <> 75"
} 2>&1 | sed 's/ *$//' >"$work/tables"
diff - "$work/tables" >"$work/log" <<'END'
5 32
1 8
1 5
1
0 1024 80 message
1  1 letter   8
2  3 number   10
3  20 fraction of 1  16
4 16 5 pair  2 24
59 pushed 128 20 0100 0200
60 started 128 20 0300 0400
34 mark 64 20 0500
59
34 plain mark
59 a long pointer 80 08
59 fixed 74 05
59 zer 70 03
END
report $? "payloads of the beginning and of the end of ranges, and of marks; sizes and places by C's rules"
GPUFLAME_MODE=trace "$B/mock/payloads" hostile >"$work/log"
"$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT max(length(binaryData)) FROM NVTX_EVENTS" >"$work/log"
[ "$(cat "$work/log")" = 3096 ]
report $? "payloads of one call that are too large are left out"
exit $failures
