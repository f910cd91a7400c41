# Processes without the library are found while the command runs.
# shellcheck disable=SC2016
probe() {
  [ -z "${EMULATED:-}" ] || { echo "SKIP /proc has the maps of the emulator"; exit; }
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE=$fake/fake_cuda FAKE_OPS=1
  run() {
    echo "-- $*" | sed "s|$PWD|HERE|g; s|$fake|FAKE|g"
    gpuflame record -f -o run "$@" 2>&1 | sed "s|$PWD|HERE|g; s|$fake|FAKE|g; s/process [0-9][0-9]*/process PID/"
    echo "status ${PIPESTATUS[0]}"
  }
  echo "== seen while it runs"
  echo 'int cuda;' >cuda.c && cc -shared -fPIC cuda.c -o libcuda.so.1
  run env -u CUDA_INJECTION64_PATH LD_PRELOAD="$PWD/libcuda.so.1" sleep 2.5
  run --strict sh -c '"$FAKE" init; LD_PRELOAD=$PWD/libcuda.so.1 env -u CUDA_INJECTION64_PATH sleep 2.5'
  # what has a title of its own has written over its environment, and may not use CUDA yet
  cat >titled.c <<'END'
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv, char **names) {
  for (int i = 0; names[i] != NULL; i++) memset(names[i], 0, strlen(names[i]));
  return argc != 1 || argv[0] == NULL || sleep(3) != 0;
}
END
  cc titled.c -o titled
  run --strict sh -c '"$FAKE" init; LD_PRELOAD=$PWD/libcuda.so.1 ./titled'
}
check probe 0 <<'STDOUT'
== seen while it runs
-- env -u CUDA_INJECTION64_PATH LD_PRELOAD=HERE/libcuda.so.1 sleep 2.5
gpuflame: nothing was recorded: the library was not loaded, since process PID ('sleep') was started without CUDA_INJECTION64_PATH: something before it dropped the environment
status 0
-- --strict sh -c "$FAKE" init; LD_PRELOAD=$PWD/libcuda.so.1 env -u CUDA_INJECTION64_PATH sleep 2.5
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame: not recorded: process PID ('sleep') was started without CUDA_INJECTION64_PATH: something before it dropped the environment
gpuflame:   run.gpuflame
gpuflame: next: gpuflame run.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, diff; findings need record --mode trace
status 1
-- --strict sh -c "$FAKE" init; LD_PRELOAD=$PWD/libcuda.so.1 ./titled
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   run.gpuflame
gpuflame: next: gpuflame run.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, diff; findings need record --mode trace
status 0
STDOUT
