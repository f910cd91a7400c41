#!/usr/bin/env bash
# Each function of CUPTI that the library uses, when it fails and when it is missing: the
# program continues, the rest is captured, and losses are reported. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject run
cat >"$work/one.play" <<'END'
cuinit
push a
launch 5 k
memcpy 1 7
pop
END

# run: in $mode, with what is asked by the environment; its status in $status
run() {
  rm -f "$work"/run*.gpuflame "$work/log"
  GPUFLAME_MODE=$mode "$B/mock/driver" "$work/one.play" >"$work/said" 2>&1
  status=$?
}

# captured: all of it, by sums, with no loss reported
captured() {
  "$B/gpuflame" collapse --strict -q "$work/run.gpuflame" >"$work/log" 2>&1 &&
    [ "$(awk '{ sum += $NF } END { print sum }' "$work/log")" = 12 ]
}

# recorded_loss: the losses that the file records
recorded_loss() {
  "$B/mkdb" --query "$work/run.gpuflame" "SELECT what, count FROM GPUFLAME_LOSS"
}

# check WHAT SAYS KEEPS: SAYS is the expected stderr, KEEPS `all`, `ranges` (in trace mode,
# where they are written), `nothing` or `lossN`, N operations of a buffer
check() {
  local message="gpuflame: $2" ok=0
  [ -n "$2" ] || message=
  case $3 in
  all) captured || ok=1 ;;
  loss*) [ "$(recorded_loss)" = "buffers ${3#loss}" ] || ok=1 ;;
  ranges | nothing)
    local files=0
    [ "$3$mode" != rangestrace ] || files=1
    [ "$(find "$work" -name 'run*.gpuflame' | wc -l)" = $files ] || ok=1
    ;;
  esac
  [ "$status" = 0 ] && [ "$(cat "$work/said")" = "$message" ] || ok=1
  printf 'status %s, said: %s\n' "$status" "$(cat "$work/said")" >>"$work/log"
  report $ok "$1, $mode mode"
}

why="CUPTI_ERROR_UNKNOWN (999); CUPTI 130000 ($B/mock/libcupti.so.13)"
none=": this process is not captured"
while IFS='|' read -r function says keeps; do
  for mode in fold trace; do
    MOCK_FAIL=$function=999 run
    check "$function fails" "$says" "$keeps"
  done
done <<END
cuptiGetVersion|cannot get the version of CUPTI (error 999)$none|nothing
cuptiGetResultString||all
cuptiSubscribe|CUPTI refuses to trace: $why$none|nothing
cuptiEnableCallback|CUPTI does not report launches$none|nothing
cuptiGetCallbackName|CUPTI does not report launches$none|nothing
cuptiActivityEnable|CUPTI does not record kernels: $why|ranges
cuptiActivityDisable||all
cuptiActivityRegisterCallbacks|CUPTI accepts no buffers: $why$none|nothing
cuptiActivityGetNextRecord||loss2
cuptiActivityGetNumDroppedRecords||all
cuptiActivityFlushAll|CUPTI delivers no records: $why|ranges
cuptiGetTimestamp||all
cuptiActivityRegisterTimestampCallback||all
cuptiGetGraphNodeId||all
cuptiGetGraphId||all
cuptiGetGraphExecId||all
END

# The first record is read, the second is not.
for mode in fold trace; do
  MOCK_FAIL=cuptiActivityGetNextRecord=999@2 run
  check "cuptiActivityGetNextRecord fails within a buffer" "" loss1
done

# Kernels are recorded, copies are not: their time is missing, which is reported.
for mode in fold trace; do
  MOCK_FAIL=cuptiActivityEnable=999@2 run
  [ "$status" = 0 ] && [ "$(cat "$work/said")" = "gpuflame: CUPTI does not record copies: $why" ] &&
    [ "$("$B/gpuflame" collapse -q "$work/run.gpuflame" 2>&1)" = "a;k 5" ]
  report $? "copies can't be recorded, $mode mode"
done

# A library of CUPTI without the function: its name is another there.
while IFS='|' read -r function keeps; do
  sed "s/$function/x${function#?}/" "$B/mock/libcupti.so.13" >"$work/libcupti.so.13"
  for mode in fold trace; do
    GPUFLAME_CUPTI=$work/libcupti.so.13 LD_LIBRARY_PATH=$work run
    says=
    [ "$keeps" = all ] || says="CUPTI has no $function: it is older than CUDA 11.0$none"
    check "$function is missing" "$says" "$keeps"
  done
done <<END
cuptiActivityGetNumDroppedRecords|nothing
cuptiActivityRegisterTimestampCallback|all
cuptiGetGraphNodeId|all
cuptiGetGraphId|all
cuptiGetGraphExecId|all
END

# Whose clock it is, CUPTI's or ours: kernels run while the program does, after their launch.
for version in 12 19 26 130000; do
  for fail in cuptiOther cuptiActivityRegisterTimestampCallback cuptiGetTimestamp; do
    # CUPTI's own clock cannot be distinguished from ours when it gives no time
    [ $fail != cuptiGetTimestamp ] || case $version in 26 | 130000) continue ;; esac
    mode=trace
    MOCK_CUPTI_VERSION=$version MOCK_FAIL=$fail=999 run
    python3 - "$work/run.gpuflame" >"$work/log" 2>&1 <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
call, = db.execute("SELECT min(start) FROM CUPTI_ACTIVITY_KIND_RUNTIME").fetchone()
kernel, = db.execute("SELECT start FROM CUPTI_ACTIVITY_KIND_KERNEL").fetchone()
print(call, kernel)
assert 0 < call <= kernel < call + 60_000_000_000
END
    report $? "times of kernels, CUPTI $version, $fail fails"
  done
done
exit $failures
