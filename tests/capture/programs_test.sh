#!/usr/bin/env bash
# Programs beside the driver's scripts: many threads at once, several copies of
# NVTX, Python, siblings that want one file, a cap on stacks, a full disk. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject run
export GPUFLAME_FORCE=1 TSAN_OPTIONS="exitcode=66 report_signal_unsafe=0"

# sums FILE: operations and their time, as the file has them in its values or rows
sums() {
  local table="GPUFLAME_VALUE" count="sum(count), sum(ns)"
  if [ "$("$B/mkdb" --query "$1" "SELECT count(*) FROM sqlite_master WHERE name = '$table'")" = 0 ]; then
    table=CUPTI_ACTIVITY_KIND_KERNEL count='count(*), sum("end" - start)'
  fi
  "$B/mkdb" --query "$1" "SELECT $count FROM $table"
}

rounds=100
case $B in *tsan* | *asan*) rounds=20 ;; esac
for mode in fold trace; do
  rm -f "$work"/*.gpuflame
  GPUFLAME_MODE=$mode GPUFLAME_FLUSH_INTERVAL=20 "$B/mock/crowd" 64 $rounds >"$work/want" 2>"$work/log"
  status=$?
  [ $status -eq 0 ] && [ ! -s "$work/log" ] && [ "$(sums "$work/run.gpuflame")" = "$(cat "$work/want")" ]
  ok=$?
  [ $ok -eq 0 ] || echo "exit $status, captured $(sums "$work/run.gpuflame"), launched $(cat "$work/want")" >>"$work/log"
  report $ok "64 threads at once, $mode mode"
done

printf 'cuinit\npush a\nlaunch 10 k\npop\n' >"$work/play"
rm -f "$work"/*.gpuflame
LD_LIBRARY_PATH=$B CUDA_INJECTION64_PATH=libgpuflame.so NVTX_INJECTION64_PATH=libgpuflame.so \
  "$B/mock/driver" "$work/play" >"$work/log" 2>&1 && [ ! -s "$work/log" ] &&
  [ "$("$B/gpuflame" collapse -q "$work/run.gpuflame" 2>&1)" = "a;k 10" ]
report $? "the library by its bare name"

for mode in fold trace; do
  rm -f "$work"/*.gpuflame
  GPUFLAME_MODE=$mode "$B/mock/modules" "$B/mock/plugin_a.so" "$B/mock/plugin_b.so" >"$work/log" 2>&1 &&
    "$B/gpuflame" collapse -q "$work/run.gpuflame" >"$work/log" 2>&1 &&
    diff "$work/log" - <<'END' >>"$work/diff"
main;from a;from b;k 100
main;from a;from b;main again;k 20
main;from a;k 3
END
  report $? "a program and two modules, each with its NVTX, $mode mode"
done

case $B in *tsan* | *asan*) ;; *)
  python3 - "$B/mock/driver" "$work/play" >"$work/log" 2>&1 <<'END'
import re, subprocess, sys
resident = []
for threads in 10, 500:
    with open(sys.argv[2], "w") as play:
        play.write("1: push a\n1: pop\n1: quit\n" * threads + "say now\nsleep 60000\n")
    with subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE) as child:
        child.stderr.readline()
        with open(f"/proc/{child.pid}/status") as status:
            resident.append(int(re.search(r"VmRSS:\s*(\d+)", status.read()).group(1)))
        child.kill()
print(resident)
sys.exit(resident[1] > resident[0] + 2000)
END
  report $? "500 threads that come and go before there is a device leave nothing behind"

  printf 'cuinit\nrepeat 60\nlaunch 1 k\nflush\nsleep 12\nagain\nsay now\nsleep 60000\n' >"$work/play"
  GPUFLAME_FLUSH_INTERVAL=10 python3 - "$B/mock/driver" "$work/play" >"$work/log" 2>&1 <<'END'
import os, subprocess, sys
with subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE) as child:
    child.stderr.readline()
    print(files := os.listdir(f"/proc/{child.pid}/fd"))
    child.kill()
sys.exit(len(files) > 12)
END
  report $? "a capture that was written many times leaves no files open"

  rm -f "$work"/*.gpuflame
  python3 - "$B/mock/plugin_a.so" >"$work/log" 2>&1 <<'END'
import ctypes, os, sys
plugin = ctypes.CDLL(sys.argv[1])
plugin.plugin_start_cuda()
names = [ctypes.create_string_buffer(b"kernel_%d" % i) for i in range(3)]
for step in range(5):
    plugin.plugin_push(b"step %d" % step)
    for name in names:
        plugin.plugin_launch(name, ctypes.c_uint64(10))
    plugin.plugin_pop()
child = os.fork()
if child == 0:
    plugin.plugin_push(b"child")
    sys.exit(0)
os.waitpid(child, 0)
END
  "$B/gpuflame" collapse -q "$work/run.gpuflame" >>"$work/log" 2>&1 &&
    diff "$work/log" - <<'END' >>"$work/diff"
step N;kernel_0 50
step N;kernel_1 50
step N;kernel_2 50
END
  report $? "Python by ctypes, with a fork"
  ;;
esac

printf 'cuinit\npush a\nlaunch 5 k\npop\n' >"$work/one.play"
(
  unset CUDA_INJECTION64_PATH NVTX_INJECTION64_PATH
  printf 'step\napi stop\nflush\napi start\ncuinit\npush a\nlaunch 5 k\nstep\nflush\npop\napi stop\n' >"$work/api.play"
  cd "$work" && rm -f ./*.gpuflame && "$B/mock/driver" "$work/api.play" >"$work/log" 2>&1 &&
    [ ! -s "$work/log" ] && [ -z "$(find . -name '*.gpuflame*')" ]
)
report $? "gpuflame.h does nothing in a program that links the library and is not captured"

for version in 15 130000 130100; do
  rm -f "$work"/*.gpuflame
  MOCK_CUPTI_VERSION=$version GPUFLAME_MODE=trace "$B/mock/driver" "$work/one.play" >"$work/log" 2>&1
  off=$("$B/mkdb" --query "$work/run.gpuflame" "SELECT kernel.start - call.start
    FROM CUPTI_ACTIVITY_KIND_KERNEL kernel JOIN CUPTI_ACTIVITY_KIND_RUNTIME call USING (correlationId)" 2>>"$work/log")
  echo "$off" >>"$work/log"
  [ -n "$off" ] && awk '$1 <= -1000 || $1 >= 60e9 { bad = 1 } END { exit bad }' <<<"$off"
  report $? "the device's times are on the program's clock, CUPTI $version"
done

rm -f "$work"/*.gpuflame
: >"$work/status"
for _ in 1 2 3; do
  GPUFLAME_STATUS=$work/status "$B/mock/driver" "$work/one.play" >"$work/log" 2>&1
done
[ "$(find "$work" -name 'run*.gpuflame' | wc -l)" = 3 ]
report $? "three processes of one session with one name: three files"
rm -f "$work"/*.gpuflame
GPUFLAME_OUTPUT=$work/r-%n-%r.gpuflame RANK=4 "$B/mock/driver" "$work/one.play" &&
  GPUFLAME_OUTPUT=$work/r-%n-%r.gpuflame RANK=4 "$B/mock/driver" "$work/one.play"
[ -s "$work/r-1-4.gpuflame" ] && [ -s "$work/r-2-4.gpuflame" ]
report $? "%n counts up, %r is the rank"
echo kept >"$work/old.gpuflame"
GPUFLAME_FORCE=0 GPUFLAME_OUTPUT=$work/old.gpuflame "$B/mock/driver" "$work/one.play"
[ "$(cat "$work/old.gpuflame")" = kept ] && [ "$(find "$work" -name 'old.*.gpuflame' | wc -l)" = 1 ]
report $? "an existing file is not overwritten"

{
  echo cuinit
  for i in $(seq 300); do printf 'push r%s_%s\nlaunch 5 k\npop\n' "$(printf '%s' "$i" | tr 0-9 a-j)" x; done
} >"$work/many.play"
rm -f "$work"/*.gpuflame
GPUFLAME_MAX_NODES=100 "$B/mock/driver" "$work/many.play" >"$work/log" 2>&1
"$B/gpuflame" collapse -q "$work/run.gpuflame" >"$work/log" 2>&1
[ "$(sums "$work/run.gpuflame")" = "300 1500" ] && grep -q '^(overflow) ' "$work/log" &&
  [ "$(wc -l <"$work/log")" -le 101 ]
report $? "stacks over the limit are merged, and nothing is lost"

rm -f "$work"/*.gpuflame
(
  ulimit -f 8
  trap '' XFSZ
  GPUFLAME_OUTPUT=$work/full.gpuflame "$B/mock/driver" "$work/many.play" >"$work/log" 2>&1
  echo $? >"$work/exit"
)
[ "$(cat "$work/exit")" = 0 ] && [ "$(grep -c '^gpuflame: cannot write ' "$work/log")" = 1 ] &&
  [ "$(wc -l <"$work/log")" = 1 ]
report $? "a file that can't grow: one line, and the program runs on"

python3 - "$B/mock/driver" "$work/one.play" >"$work/log" 2>&1 <<'END'
import os, subprocess, sys
reader, writer = os.pipe()
os.close(reader)
status = subprocess.run(sys.argv[1:], stderr=writer, env=os.environ | {"GPUFLAME_CUPTI": "/nowhere"}).returncode
print("status", status)
sys.exit(status != 0)
END
report $? "a message to a broken pipe does not end the program"

for mode in fold trace; do
  GPUFLAME_MODE=$mode GPUFLAME_OUTPUT=$work/$mode.gpuflame "$B/mock/driver" tests/capture/steps_counted.play
done
"$B/gpuflame" diff "$work/fold.gpuflame" "$work/trace.gpuflame" >"$work/log" 2>&1
grep -q '^total per step: 100 ns -> 100 ns' "$work/log"
report $? "diff finds as many steps in a capture of sums as in one of events"

# Of 300 steps, whose kernels take 10, 11, ... 1299 ns, a cell has eight; what is between them is in none.
printf '%s\n' cuinit 'launch 9 setup' 'repeat 300' 'push batch @0' 'launch 1@ k' pop 'launch 5 gap' again >"$work/cells.play"
GPUFLAME_STEP_RANGE='batch #' GPUFLAME_OUTPUT=$work/cells.gpuflame "$B/mock/driver" "$work/cells.play"
for option in --quiet --steps=80-230 --steps=80-200; do
  "$B/gpuflame" collapse -q --by step "$option" "$work/cells.gpuflame" 2>&1 | LC_ALL=C sort
done >"$work/got"
python3 - >"$work/truth" <<'END'
lines = [f"step {c[0] * 10}-{c[-1] * 10} ({len(c)});batch N;k {sum(int(f'1{n}') for n in c)}" for c in (range(300)[i:i + 8] for i in range(0, 300, 8))]
print(*sorted(lines + ["[no step];gap 1500", "[no step];setup 9"]), *sorted(lines[1:3]), sep="\n")
END
diff <(cat "$work/truth"; echo "gpuflame: cannot fold '$work/cells.gpuflame': the capture has steps 160 to 230 as one: select both or none") "$work/got" >"$work/log"
report $? "sums by step: eight steps to a cell, and the rest"
exit $failures
