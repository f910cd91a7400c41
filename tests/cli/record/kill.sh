# --kill ends the processes when everything is recorded, not before.
# shellcheck disable=SC2016,SC2012
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=10 FAKE=$fake/fake_cuda
echo "-- none: it runs on"
gpuflame record --steps 2 -o a sh -c '$FAKE init finish sleep=0.5; echo ran on'
echo "status $?"
echo "-- sigterm"
gpuflame record --steps 2 --kill sigterm -o b sh -c '$FAKE init finish sleep=20; echo not reached'
echo "status $?"
echo "-- sigkill, orphans too"
gpuflame record -d 1 --kill sigkill -o 'c%r' sh -c '(RANK=0 setsid $FAKE init touch=c0 await=c1 finish sleep=20 &)
  RANK=1 $FAKE init touch=c1 await=c0 finish sleep=20'
echo "status $?"
echo "-- a number, and a command that takes it its way"
gpuflame record -c cudaProfilerApi --kill 10 -o d bash -c 'trap "exit 9" USR1
  $FAKE init finish sleep=20 & wait'
echo "status $?"
echo "-- one process records yet"
gpuflame record --steps 2 --kill sigterm -o 'e%r' sh -c 'RANK=0 $FAKE init await=e1 finish sleep=20 &
  RANK=1 $FAKE init touch=e1 sleep=1 say=recorded; wait; sleep 20'
echo "status $?"
echo "-- a process that ended at once is no end"
gpuflame record --steps 2 --kill sigterm -o 'f%r' sh -c 'RANK=0 $FAKE init; sleep 0.5; RANK=1 $FAKE init; echo all'
echo "status $?"
