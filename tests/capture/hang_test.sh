#!/usr/bin/env bash
# A CUPTI or a disk that hangs: the program waits for it ten seconds at most. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject run
export TSAN_OPTIONS="exitcode=66 report_signal_unsafe=0"

printf 'cuinit\npush a\nlaunch 5 k\npop\n' >"$work/one.play"
begin=$(date +%s)
printf 'cuinit\npush step 1\nlaunch 5 k\npop\nsleep 3600\napi start\nstep\npush step 2\nlaunch 6 k\npop\n' >"$work/ended.play"
MOCK_HANG=disable GPUFLAME_STEPS=1 GPUFLAME_FLUSH_INTERVAL=50 GPUFLAME_OUTPUT=$work/ended.gpuflame \
  "$B/mock/driver" "$work/ended.play" >"$work/ended.log" 2>&1 &
GPUFLAME_SYNC=yes GPUFLAME_CUPTI=$GPUFLAME_CUPTI "$B/gpuflame" record -o "$work/stalled" env DISK_STALLED=1 DISK_FOLDER=/nowhere \
  LD_PRELOAD="$sanitizer$B/fault/disk.so" "$B/mock/driver" "$work/one.play" >"$work/stalled.log" 2>&1 &
stalled=$!
MOCK_HANG=flush GPUFLAME_FLUSH_INTERVAL=50 "$B/mock/driver" "$work/one.play" >"$work/log" 2>&1
status=$?
[ $status -eq 0 ] && [ $(($(date +%s) - begin)) -lt 50 ] &&
  [ "$(cat "$work/log")" = "gpuflame: CUPTI does not answer: the capture ends with its last flush" ]
report $? "a CUPTI that hangs does not hang the program"
wait %1
status=$?
cat "$work/ended.log" >"$work/log"
"$B/gpuflame" collapse -q "$work/ended.gpuflame" >>"$work/log" 2>&1
[ $status -eq 0 ] && [ $(($(date +%s) - begin)) -lt 50 ] && [ "$(cat "$work/log")" = "step 1;k 5" ]
report $? "a CUPTI that hangs at the end loses nothing and is not reported"
wait $stalled
status=$?
sed 's/process [0-9]*/process P/' "$work/stalled.log" >"$work/log"
[ $status -eq 0 ] && diff - "$work/log" <<'END'
gpuflame: the disk does not answer: the capture ends with its last write
gpuflame: nothing was recorded
gpuflame: process P used CUDA and ended with status 0: its recording was not written
gpuflame: process P: the disk does not answer: the capture ends with its last write
END
report $? "a disk that hangs is told as such"
exit $failures
