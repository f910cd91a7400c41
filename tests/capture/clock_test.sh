#!/usr/bin/env bash
# CUPTI's own clock drifts away from the program's, or the time of day, which it may be, jumps by an
# hour: times in a capture do not. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject x
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

{
  echo cuinit
  for _ in $(seq 40); do printf 'push a\nlaunch 10 k\npop\nsleep 20\n'; done
} >"$work/play"
# 13.0 has a clock of its own, here the time of day, 13.1 takes ours.
for version in 130000 130100; do
  for jump in -3600 3600; do
    for mode in fold trace; do
      CLOCK_JUMP=$jump LD_PRELOAD=$sanitizer$B/fault/clock_jump.so MOCK_CUPTI_VERSION=$version GPUFLAME_MODE=$mode \
        "$B/mock/driver" "$work/play" >"$work/log" 2>&1
      {
        "$B/gpuflame" collapse --strict "$GPUFLAME_OUTPUT"
        "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT sum(value * iif(name = 'end_ns', 1, -1)) / 1000000000
          FROM GPUFLAME_META WHERE name IN ('start_ns', 'end_ns')"
        [ $mode = fold ] || "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT min(call.start) >= 0,
            min(range.start) >= 0, min(range.end - range.start) >= 0, min(kernel.start - call.start) > -1000000,
            max(kernel.start - call.start) < 500000000
          FROM CUPTI_ACTIVITY_KIND_KERNEL kernel JOIN CUPTI_ACTIVITY_KIND_RUNTIME call USING (correlationId),
            NVTX_EVENTS range"
      } >>"$work/log" 2>&1
      # all kernels; the seconds that it took; nothing negative or out of place
      awk -v mode=$mode 'NR == 1 && $0 == "a;k 400" || NR == 2 && $1 >= 0 && $1 < 60 ||
        NR == 3 && $0 == "1 1 1 1 1" { ok++ } END { exit !(ok == NR && ok == (mode == "fold" ? 2 : 3)) }' "$work/log"
      report $? "CUPTI $version, the time of day jumps by $jump s, $mode mode"
    done
  done
done

# A clock that advances by 50 us at a time, less than is noticed of it. Ranges begin between its
# steps only where the processor's counter is read, which must not be where the kernel's clock is
# another.
{
  echo cuinit
  for _ in $(seq 20); do printf 'sleep 10\npush a\nlaunch 10 k\npop\n'; done
} >"$work/play"
of_kernel=$(cat /sys/devices/system/clocksource/clocksource0/current_clocksource 2>/dev/null)
for source in hpet tsc; do
  if [ $source = tsc ] && [ "$of_kernel" != tsc ]; then
    echo "ok - the kernel's clock is $source # SKIP here it is ${of_kernel:-unknown}"
    continue
  fi
  echo $source >"$work/source"
  CLOCK_STEP=50000 CLOCK_SOURCE=$work/source LD_PRELOAD=$sanitizer$B/fault/clock_jump.so "$B/mock/driver" "$work/play" \
    >"$work/log" 2>&1
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT count(*), sum((start - (SELECT min(start) FROM NVTX_EVENTS)) % 50000 <> 0) > 0
    FROM NVTX_EVENTS WHERE eventType = 59" >>"$work/log" 2>&1
  [ "$(cat "$work/log")" = "20 $([ $source = hpet ] && echo 0 || echo 1)" ]
  report $? "the kernel's clock is $source"
done
# A second time would spoil all records.
{
  printf 'cuinit\napi start\npush step 1\nlaunch 5 k\npop\ntill done launch 9 k\n'
  printf 'api start\npush step 2\nlaunch 5 k\npop\n'
} >"$work/play"
rm -f "$work"/*.gpuflame
: >"$work/status"
MOCK_CUPTI_VERSION=130101 GPUFLAME_MODE=fold GPUFLAME_START=later GPUFLAME_STEPS=1 GPUFLAME_STATUS=$work/status \
  GPUFLAME_FORCE=0 timeout 30 "$B/mock/driver" "$work/play" >"$work/log" 2>&1 && [ ! -s "$work/log" ] &&
  [ "$("$B/gpuflame" collapse -q --strict "$work/x.gpuflame" "$work/x.1.gpuflame" 2>&1 | awk '{ n += $NF } END { print n }')" = 10 ]
report $? "of two recordings of a process, the clock is registered once"
exit $failures
