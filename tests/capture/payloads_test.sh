#!/usr/bin/env bash
# Every call of NVTX's payload extension, and calls with what is invalid. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject x
export GPUFLAME_NVTX_DOMAIN_EXCLUDE=unwanted

"$B/mock/payloads" calls >/dev/null 2>&1
if [ $? = 77 ]; then
  echo "ok - payloads # SKIP these headers lack NVTX's payload extension"
  exit 0
fi

for mode in fold trace; do
  GPUFLAME_MODE=$mode "$B/mock/payloads" calls >"$work/log" 2>&1 &&
    [ "$(cat "$work/log")" = "enabled: 1 0" ] &&
    "$B/gpuflame" collapse -q "$GPUFLAME_OUTPUT" >"$work/log" 2>&1 &&
    diff "$work/log" - <<'END' >"$work/diff"
[unnamed];k 20
k 10
END
  report $? "ranges begin and end, $mode mode"
  GPUFLAME_MODE=$mode "$B/mock/payloads" hostile >"$work/log" 2>&1 && [ ! -s "$work/log" ] &&
    "$B/gpuflame" collapse -q "$GPUFLAME_OUTPUT" >"$work/log" 2>&1 &&
    diff "$work/log" - <<'END' >"$work/diff"
[unnamed];unnamed 70
after 10
END
  report $? "payloads and schemas that are invalid, $mode mode"
done

GPUFLAME_MODE=trace "$B/mock/payloads" calls >"$work/log"
{
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT numEntries, payloadSize FROM NVTX_PAYLOAD_SCHEMAS"
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT idx, flags, type, name, arrayOrUnionDetail, offset
    FROM NVTX_PAYLOAD_SCHEMA_ENTRIES"
  # each payload: its size, and the number in it
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT eventType, coalesce(value, text), length(binaryData),
    hex(substr(binaryData, 17, 1)), hex(substr(binaryData, 35, 2)), hex(substr(binaryData, 83, 2))
    FROM NVTX_EVENTS LEFT JOIN StringIds ON id = textId WHERE eventType <> 75"
} 2>&1 | sed 's/ *$//' >"$work/tables"
diff - "$work/tables" >"$work/log" <<'END'
3 16
0  1 letter
1  3 number  2
2  20 fraction  8
59  96 10 0100 0200
59
34 plain mark
END
report $? "payloads of the beginning and of the end of pushed ranges"
GPUFLAME_MODE=trace "$B/mock/payloads" hostile >"$work/log"
"$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT max(length(binaryData)) FROM NVTX_EVENTS" >"$work/log"
[ "$(cat "$work/log")" = 3096 ]
report $? "payloads of one call that are too large are left out"
exit $failures
