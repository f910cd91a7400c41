#!/usr/bin/env bash
# Ways that a program, its disk and its libraries go: exec, abort, a library that is
# closed, files that can't grow and then can. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject run

# ended FILE: how the file says that it ended, how many operations it has, how many it lost
ended() {
  "$B/mkdb" --query "$1" "SELECT (SELECT value FROM GPUFLAME_META WHERE name = 'ended'),
    (SELECT value FROM GPUFLAME_META WHERE name = 'operations'),
    (SELECT coalesce(sum(count), 0) FROM GPUFLAME_LOSS)"
}

printf 'cuinit\npush a\nlaunch 5 k\npop\n' >"$work/one.play"
case $B in *asan* | *tsan*) ;; *)
  for mode in fold trace; do
    rm -f "$work"/run*
    GPUFLAME_MODE=$mode python3 - "$B/mock/plugin_a.so" "$B/libgpuflame.so" "$B/mock/driver" "$work/one.play" >"$work/log" 2>&1 <<'END'
import ctypes, os, sys
plugin = ctypes.CDLL(sys.argv[1])
plugin.plugin_start_cuda()
name = ctypes.create_string_buffer(b"before")
plugin.plugin_launch(name, ctypes.c_uint64(10))
ctypes.CDLL(sys.argv[2]).gpuflame_flush()
os.execv(sys.argv[3], sys.argv[3:])
END
    status=$?
    first=$(ended "$work/run.gpuflame" 2>>"$work/log")
    second=$(ended "$work"/run.*.gpuflame 2>>"$work/log")
    echo "exit $status, $first, $second" >>"$work/log"
    [ $status -eq 0 ] && [ "$first" = "running 1 0" ] && [ "$second" = "exit 1 0" ]
    report $? "a program that calls exec: a capture of each, $mode mode"

    rm -f "$work"/run*
    # a shell of its own, whose message about the signal is discarded
    GPUFLAME_MODE=$mode sh -c '"$@"; exit $?' sh python3 - "$B/mock/plugin_a.so" "$B/libgpuflame.so" >"$work/log" 2>&1 <<'END'
import ctypes, os, resource, sys
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
plugin = ctypes.CDLL(sys.argv[1])
plugin.plugin_start_cuda()
name = ctypes.create_string_buffer(b"k")
plugin.plugin_launch(name, ctypes.c_uint64(10))
ctypes.CDLL(sys.argv[2]).gpuflame_flush()
os.abort()
END
    status=$?
    [ $status -eq 134 ] && [ "$(ended "$work/run.gpuflame" 2>>"$work/log")" = "running 1 0" ]
    report $? "a program that aborts leaves what was flushed, $mode mode"

    rm -f "$work"/run*
    GPUFLAME_MODE=$mode python3 - "$B/mock/plugin_a.so" "$B/libgpuflame.so" >"$work/log" 2>&1 <<'END'
import _ctypes, ctypes, sys, time
plugin = ctypes.CDLL(sys.argv[1])
plugin.plugin_start_cuda()
name = ctypes.create_string_buffer(b"k")
for i in range(5):
    _ctypes.dlclose(ctypes.CDLL(sys.argv[2])._handle)
    _ctypes.dlclose(ctypes.CDLL(sys.argv[2])._handle)
    plugin.plugin_push(b"after")
    plugin.plugin_launch(name, ctypes.c_uint64(10))
    plugin.plugin_pop()
    time.sleep(0.1)
END
    status=$?
    "$B/gpuflame" collapse -q "$work/run.gpuflame" >>"$work/log" 2>&1
    [ $status -eq 0 ] && [ "$(cat "$work/log")" = "after;k 50" ]
    report $? "a library that is closed too often stays loaded, $mode mode"
  done
  ;;
esac

# A file that cannot grow, without a signal: the program must not get one for the worker's writes.
for mode in fold trace; do
  rm -f "$work"/run* "$work/status"
  : >"$work/status"
  (
    ulimit -S -f 2
    exec env GPUFLAME_MODE=$mode GPUFLAME_STATUS="$work/status" "$B/mock/driver" "$work/one.play"
  ) >"$work/log" 2>&1
  status=$?
  [ $status -eq 0 ] && [ "$(wc -l <"$work/log")" = 1 ] && grep -q '^gpuflame: cannot write ' "$work/log" &&
    grep -q 'cannot write' "$work/status" && [ -z "$(find "$work" -name 'run*')" ]
  report $? "a file that can't grow sends the program no signal and is not left empty, $mode mode"
done

# It can again: what could not be written is counted, the rest is there.
printf 'cuinit\npush a\nrepeat 50\nlaunch 5 k\nagain\nflush\nsay flushed\nawait %s\nrepeat 20\nlaunch 7 k2\nagain\npop\n' \
  "$work/room" >"$work/later.play"
rm -f "$work"/run*
if command -v prlimit >/dev/null; then
  (
    ulimit -S -f 40
    exec env GPUFLAME_MODE=trace "$B/mock/driver" "$work/later.play"
  ) >"$work/log" 2>&1 &
  until grep -qs flushed "$work/log" || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
  prlimit --pid $! --fsize=unlimited: >>"$work/log" 2>&1
  : >"$work/room"
  wait $!
  status=$?
  # a commit that fails costs at least one
  read -r how operations lost < <(ended "$work/run.gpuflame" 2>>"$work/log")
  echo "exit $status, $how $operations $lost" >>"$work/log"
  [ $status -eq 0 ] && [ "$how $operations" = "exit 20" ] && [ "$lost" -ge 50 ] &&
    [ "$("$B/gpuflame" collapse -q "$work/run.gpuflame")" = "a;k2 140" ]
  report $? "a disk that was full for a while: the losses are reported"
else
  echo "ok - a disk that was full for a while # SKIP no prlimit"
fi
rm -f "$work"/run*
printf '%s\n' cuinit 'push a' 'launch 5 k' pop flush 'mark after it' 'namethread its name' flush 'kill 9' >"$work/mark.play"
GPUFLAME_MODE=trace sh -c '"$@"; exit 0' sh "$B/mock/driver" "$work/mark.play" >"$work/log" 2>&1
[ ! -e "$work/run.gpuflame-journal" ] &&
  [ "$("$B/mkdb" --query "$work/run.gpuflame" "SELECT (SELECT count(*) FROM NVTX_EVENTS WHERE eventType = 34),
    (SELECT count(*) FROM ThreadNames)" 2>&1 | tee -a "$work/log")" = "1 1" ]
report $? "what was flushed is in a trace, also if it is no operation"

# Another client ends CUPTI for the whole process, at the end of a program, or long before it.
printf '%s\n' cuinit 'push a' 'launch 5 k' flush 'launch 6 lost' 'other finalize' 'launch 7 unseen' pop >"$work/end.play"
printf '%s\n' cuinit 'push a' 'launch 5 k' flush 'other finalize' 'till done launch 1 unseen' 'api start' 'push b' 'launch 8 k' >"$work/go.play"
export MOCK_CUPTI_VERSION=130101 # which takes the recorder's clock
for mode in fold trace; do
  for play in end go; do
    at=$work/$play-$mode
    mkdir "$at"
    : >"$at/status"
    GPUFLAME_MODE=$mode GPUFLAME_STATUS=$at/status GPUFLAME_OUTPUT=$at/run.gpuflame "$B/mock/driver" "$work/$play.play" 2>"$at/said" &
  done
done
wait
unset MOCK_CUPTI_VERSION
for mode in fold trace; do
  at=$work/end-$mode
  {
    sed 's/ after [0-9.]* s//' "$at/said"
    ended "$at/run.gpuflame"
    "$B/gpuflame" collapse -q --strict "$at/run.gpuflame" 2>/dev/null || "$B/gpuflame" collapse "$at/run.gpuflame" 2>&1
  } | diff - <(
    cat <<'END'
gpuflame: another client of CUPTI ended it by cuptiFinalize() (torch.profiler? TEARDOWN_CUPTI=0 keeps it from that): what ran since is lost
gpuflame: another client of CUPTI ended it: 1 operation was launched but not recorded
detached 1 1
gpuflame: warning: the report says: Another client of CUPTI ended it for the whole process, and recording with it: the capture is incomplete.
gpuflame: warning: the report says: Some events (1) were lost: unrecorded
a;k 5
END
  ) >"$work/log"
  report $? "another client ends CUPTI: that is said, $mode mode"
  at=$work/go-$mode
  cat "$at/said" >"$work/log"
  grep -q 'what ran since is lost; gpuflame start [0-9]* records on$' "$at/said" && [ "$(ended "$at/run.gpuflame")" = "detached 1 0" ] &&
    [ "$(ended "$at/run.1.gpuflame")" = "exit 1 0" ] && [ "$("$B/gpuflame" collapse -q "$at/run.1.gpuflame")" = "b;k 8" ] &&
    { [ $mode = fold ] || [ "$("$B/mkdb" --query "$at/run.1.gpuflame" "SELECT k.start - c.start BETWEEN 0 AND 1000000000
      FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_RUNTIME c USING (correlationId)")" = 1 ]; }
  report $? "started again after that, it is recorded, on the same clock, $mode mode"
done

# What the library allocates is no leak of a program that looks for leaks.
cat >"$work/leaks.c" <<'END'
#include <stdlib.h>
int cuInit(unsigned flags);
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
	unsigned bz, unsigned shared, void *stream, void **parameters, void **extra);
void *volatile lost;
int main(int argc, char **argv)
{
	cuInit(0);
	for (int i = 0; i < 100; i++)
		cuLaunchKernel(argv, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL);
	lost = argc > 1 ? malloc(77) : NULL;
	lost = NULL;
	return 0;
}
END
if [ -n "$sanitizer" ] || ! cc -fsanitize=address "$work/leaks.c" -o "$work/leaks" -L"$B/mock/cuda" -l:libcuda.so.1 \
  -Wl,-rpath,"$B/mock/cuda" -Wl,-rpath-link,"$B/mock" 2>"$work/log"; then
  echo "ok - a program that looks for leaks # SKIP it cannot be built"
else
  for mode in fold trace; do
    export GPUFLAME_MODE=$mode
    ASAN_OPTIONS=detect_leaks=1 "$work/leaks" >"$work/log" 2>&1 && ! ASAN_OPTIONS=detect_leaks=1 "$work/leaks" more >"$work/log" 2>&1 &&
      grep -q '77 byte(s) leaked in 1 alloc' "$work/log"
    report $? "a program that looks for leaks finds its own alone, $mode mode"
  done
fi
exit $failures
