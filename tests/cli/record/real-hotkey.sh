# The capture library itself: -c hotkey, recorded from one signal USR2 to the next.
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
