# --wait all, the default, waits for the whole tree; primary for the command alone.
# shellcheck disable=SC2016,SC2012
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=10 FAKE_NS=5000 FAKE=$fake/fake_cuda
echo "-- a tree"
gpuflame record -o 'tree-%r' sh -c 'RANK=0 $FAKE init; (RANK=1 $FAKE init; sh -c "RANK=2 $FAKE init")'
echo "status $?"
echo "-- orphans, in sessions of their own"
gpuflame record -o 'orphan-%r' sh -c '(RANK=3 setsid $FAKE sleep=0.3 init sleep=0.2 &) ; exit 4'
echo "status $?"
echo "-- primary"
gpuflame record --wait primary -o 'late-%r' sh -c '(RANK=4 $FAKE sleep=1 init 2>/dev/null &) ; exit 4' 2>&1
echo "status $?"
echo "-- it says that it waits"
gpuflame record -o 'patient-%r' sh -c 'RANK=5 $FAKE init sleep=2.5 &'
echo "status $?"
echo "-- not for what was there before"
bash -c 'sleep 20 & echo $! >pid; exec gpuflame record -o before sh -c "$FAKE init"'
echo "status $?"
kill "$(cat pid)"
echo "-- a signal ends the waiting"
gpuflame record -o 'gone-%r' sh -c 'RANK=6 setsid $FAKE init sleep=20 & echo $! >left' 2>log &
until grep -qs waiting log; do sleep 0.1; done
kill -TERM $!
wait $!
echo "status $?"
sed "s/process [0-9][0-9]*/process PID/" log
kill "$(cat left)"
