# The capture library itself: many short threads without CUDA leave nothing behind.
[ -z "${EMULATED:-}" ] || { echo "SKIP $EMULATED itself keeps memory of threads that ended"; exit; }
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/flood" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0
export GPUFLAME_CUPTI=$mock/libcupti.so.13
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
