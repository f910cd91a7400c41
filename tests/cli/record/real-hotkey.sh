# The capture library itself: -c hotkey, recorded from one signal USR2 to the next.
real-hotkey() {
  [ -z "${EMULATED:-}" ] || { echo "SKIP a program cannot start itself again under $EMULATED"; exit; }
  mock=${FIXTURES%/fixtures}/mock
  [ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
  # What the library has at the end of a program it leaves to the system.
  export ASAN_OPTIONS=detect_leaks=0
  export GPUFLAME_CUPTI=$mock/libcupti.so.13 GPUFLAME_CONTROL=$PWD/control
  printf 'cuinit\nlaunch 1 before\nawait one\nlaunch 5 first\nawait two\nlaunch 2 between\n' >script
  printf 'await three\nlaunch 7 second\nawait four\nlaunch 3 after\n' >>script
  gpuflame record -c hotkey --hotkey-capture=F12 -o run "$mock/driver" script 2>log &
  record=$!
  until [ -n "$(ls control 2>/dev/null)" ]; do sleep 0.05; done
  for go in one three; do
    count=$(grep -c 'is being recorded' log)
    kill -USR2 $record
    until [ "$(grep -c 'is being recorded' log)" -gt "$count" ]; do sleep 0.05; done
    touch $go
    sleep 0.5
    count=$(grep -c "gpuflame'$" log)
    kill -USR2 $record
    until [ "$(grep -c "gpuflame'$" log)" -gt "$count" ]; do sleep 0.05; done
    [ $go = one ] && touch two
  done
  touch four
  wait $record
  echo "status $?"
  sed "s|$PWD|HERE|g; s/process [0-9]*/process PID/; s/USR2 [0-9]*/USR2 PID/" log
  for file in run*; do echo "$file: $(gpuflame collapse -q "$file")"; done
  gpuflame record -c hotkey --capture-range-end stop true
  echo "status $?"
}
check real-hotkey 0 <<'STDOUT' 3<<'STDERR'
status 0
gpuflame: warning: --hotkey-capture=F12 has no effect: -c hotkey waits for the signal USR2
gpuflame: to start recording: kill -USR2 PID (again to stop)
gpuflame: process PID is being recorded
gpuflame: process PID: 'HERE/run.gpuflame'
gpuflame: process PID is being recorded
gpuflame: process PID: 'HERE/run.1.gpuflame'
gpuflame: recorded 2 operations, 12 ns of GPU time, 0 ranges, in 2 captures; lost: none
gpuflame:   run.gpuflame  1 operation, 5 ns
gpuflame:   run.1.gpuflame  1 operation, 7 ns
gpuflame: next: gpuflame run.gpuflame run.1.gpuflame -o flame.svg
run.1.gpuflame: second 7
run.gpuflame: first 5
status 2
STDOUT
gpuflame: option '--capture-range-end' has no meaning with --capture-range hotkey: the next signal ends the recording
STDERR
