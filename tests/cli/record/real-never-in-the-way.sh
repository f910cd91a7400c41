# The capture library itself: the program runs and keeps its status, with anything in place of the library.
# shellcheck disable=SC2016
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0
export GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
printf 'cuinit\npush step\nlaunch 1000 gemm\npop\n' >script
run() {
  echo "-- $*"
  gpuflame record "$@" "$DRIVER" script 2>&1 | sed "s|$PWD|HERE|g; s/process [0-9]*/process PID/; s/for-[0-9]*/for-PID/g; s/$(uname -n)-[0-9]*/HOST-PID/g"
  echo "status ${PIPESTATUS[0]}"
}
echo kept >run.gpuflame
run -o run
run -o run
run -f -o run.1.gpuflame
cat run.gpuflame
mkdir folder.d
run -f -o folder.d
ln -s nowhere dangling.gpuflame
run -f -o dangling
run -o made/for/it/run
run -o 'made/for-%p/run'
mkfifo pipe.d
run -f -o pipe.d
run -o /dev/null/run
echo "-- three that begin one after the other, with leave to overwrite"
printf 'cuinit\npush step\nlaunch 1000 gemm\npop\nflush\nawait go\n' >slow
for i in 1 2 3; do
  gpuflame record -f --flush-interval 10 -o same "$DRIVER" slow 2>log.$i &
  until [ "$(find . -name 'same*.gpuflame' -size +0 | wc -l)" = $i ]; do sleep 0.02; done
  sleep 1
done
touch go
wait
ls same*
grep -h 'exists: recording to' log.* | sed "s|$PWD|HERE|g; s/process [0-9]*/process PID/" | sort
echo "-- one that was killed is overwritten"
rm go same.[0-9].gpuflame
gpuflame record -f -o same sh -c '$DRIVER slow & until [ -s same.gpuflame ]; do sleep 0.02; done; kill -9 $!' 2>/dev/null
printf 'cuinit\npush step\nlaunch 7 gemm\npop\n' >script
run -f -o same
