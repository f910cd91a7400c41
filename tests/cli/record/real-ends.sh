# How processes end: what was launched some moments before is there, what is missing is
# counted, and who used CUDA is known, also when there was no time to write anything:
# then the mock delivers nothing, however slow the machine is.
[ -z "${EMULATED:-}" ] || { echo "SKIP a program cannot start itself again under $EMULATED"; exit; }
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0
export GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
exec 2>&1
record() { # NAME COMMAND...
  local name=$1
  shift
  echo "-- $name"
  gpuflame record -f -o run "$@" >log 2>&1
  echo "status $?"
  sed 's/process [0-9][0-9]*/process PID/; s/run\.[0-9][0-9]*\./run.PID./g; s/ after [0-9.]* s:/ after T s:/; s/ after [0-9.]* s / after T s /' log
}
printf 'deliver hold\ncuinit\nlaunch 1 k\n_exit 3\n' >at_once
record "_exit at once" "$DRIVER" at_once
record "SIGKILL at once" sh -c 'printf "deliver hold\ncuinit\nlaunch 1 k\nkill 9\n" >kill; exec "$DRIVER" kill'
record "an orphan" sh -c '"$DRIVER" at_once & exec true'
record "another's child" sh -c '"$DRIVER" at_once; exit 0'
printf 'deliver hold\ncuinit\nlaunch 5 k\nlaunch 6 k\nexec next\n' >first
printf 'cuinit\npush b\nlaunch 7 k\npop\n' >next
record "exec after CUDA" "$DRIVER" first
printf 'cuinit\nlaunch 1 k\nawait run.gpuflame\nsleep 300\ndeliver hold\nlaunch 2 k\nlaunch 3 k\nmemset 4\nsleep 2000\nkill 15\n' >pending
rm -f run*
record "what was under way is counted" "$DRIVER" pending
printf 'cuinit\nlaunch 1 k\nflush\nother start\nlaunch 2 k\nmemcpy 1 3\nother stop\nlaunch 4 k\n' >taken
rm -f run*
record "another client of CUPTI" "$DRIVER" taken
gpuflame collapse --strict run.gpuflame
echo "status $?"
record "nobody" true
