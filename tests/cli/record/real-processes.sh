# The capture library itself: processes that come and go.
# shellcheck disable=SC2016
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0
export GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
echo "-- a child that is forked, and the first to use CUDA, is recorded"
printf 'push parent\nfork on\ncuinit\nlaunch 7 gemm\npop\nlaunch 8 gemm\n' >script
gpuflame record --strict -o forked "$DRIVER" script
echo "status $?"
gpuflame collapse forked.gpuflame
echo "-- one whose parent uses CUDA stays still, and does not hold up its parent"
printf 'cuinit\npush parent\nlaunch 7 gemm\nfork exit\nlaunch 8 gemm\n' >script
gpuflame record -o parent "$DRIVER" script
echo "-- invalid variables are reported to record, too"
gpuflame record -o sense sh -c 'GPUFLAME_STEPS=none $DRIVER script' 2>&1 | sed 's/process [0-9][0-9]*/process PID/'
echo "-- --kill, when the steps are recorded"
printf 'cuinit\npush step 1\nlaunch 5 gemm\npop\npush step 2\nlaunch 6 gemm\npop\nsleep 60000\n' >script
gpuflame record --steps 1 --kill sigterm -o killed sh -c '$DRIVER script; echo not reached' 2>&1
echo "status $?"
echo "-- processes that cannot report, as in a container or on another node, are found by their files"
printf 'cuinit\npush step\nlaunch 5 gemm\npop\n' >script
mkdir -p out && echo old >out/far.7.gpuflame
gpuflame record -o out/far sh -c 'rm "$GPUFLAME_STATUS"; for i in 0 1; do
  RANK=$i WORLD_SIZE=2 LOCAL_RANK=$i $DRIVER script; done; GPUFLAME_STATUS=other $DRIVER script' 2>&1
echo "status $?"
echo "-- nor does a folder for temporary files matter"
TMPDIR=/none gpuflame record -o /dev/shm/gpuflame-test-$$/run "$DRIVER" script 2>&1 | sed 's|/dev/shm/[^/]*|SHM|g'
rm -r /dev/shm/gpuflame-test-$$
