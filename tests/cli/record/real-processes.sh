# The capture library itself: processes and threads that come and go.
# shellcheck disable=SC2016
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/flood" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0
export GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
echo "-- a child that is forked, and the first to use CUDA, is said not to be there"
printf 'push parent\nfork cuda\ncuinit\nlaunch 7 gemm\n' >script
gpuflame record -o forked "$DRIVER" script 2>&1 | sed 's/process [0-9][0-9]*/process PID/'
echo "status ${PIPESTATUS[0]}"
echo "-- one whose parent uses CUDA stays still, and does not hold up its parent"
printf 'cuinit\npush parent\nlaunch 7 gemm\nfork exit\nlaunch 8 gemm\n' >script
gpuflame record -o parent "$DRIVER" script
echo "-- variables that make no sense are told to record, too"
gpuflame record -o sense sh -c 'GPUFLAME_STEPS=none $DRIVER script' 2>&1 | sed 's/process [0-9][0-9]*/process PID/'
echo "-- --kill, when the steps are recorded"
printf 'cuinit\npush step 1\nlaunch 5 gemm\npop\npush step 2\nlaunch 6 gemm\npop\nsleep 60000\n' >script
gpuflame record --steps 1 --kill sigterm -o killed sh -c '$DRIVER script; echo not reached' 2>&1
echo "status $?"
echo "-- many short threads without CUDA leave nothing behind"
export NVTX_INJECTION64_PATH=${FIXTURES%/fixtures}/libgpuflame.so
python3 - "$mock/flood" <<'PY'
import resource, subprocess, sys
def peak(rounds):
    return int(subprocess.run([sys.executable, "-c", """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)""", sys.argv[1], "1", "4", str(rounds)],
        capture_output=True, check=True).stdout)
few, many = peak(10), peak(1000)
# a sanitizer has some of its own; what was left behind was 70 MB
print("flat" if many < 3 * few else f"{few} KB, then {many} KB")
PY
