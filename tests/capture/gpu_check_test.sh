#!/usr/bin/env bash
# tests/gpu/check.sh without a GPU: on the mock, with stand-ins for nvidia-smi and PyTorch. The
# figures are meaningless; what is tested is that every line of it runs.
set -u
B=$1
cuda=${CUDA_HOME:-/usr/local/cuda}
nvcc=$(command -v "$cuda/bin/nvcc" || command -v nvcc)
if [ -z "$nvcc" ]; then
  echo "ok - gpu-check on the mock # SKIP there is no nvcc"
  exit 0
fi
case $B in *asan* | *tsan*) echo "ok - gpu-check on the mock # SKIP nvcc's code has no sanitizer" && exit 0 ;; esac
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
mkdir -p "$work/build/gpu" "$work/bin"
for file in gpuflame libgpuflame.so; do ln -s "$B/$file" "$work/build/$file"; done
# The driver, as far as it is asked about its devices.
cat >"$work/cuda.c" <<'END'
#include <string.h>
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGetCount(int *count) { *count = 1; return 0; }
int cuDeviceGetName(char *name, int size, int device) { (void)size, (void)device; strcpy(name, "Mock"); return 0; }
int cuDeviceGetUuid_v2(unsigned char *uuid, int device) {
  (void)device;
  for (int i = 0; i < 16; i++) uuid[i] = (unsigned char)(16 * i + 1);
  return 0;
}
END
built=0
"${CC:-gcc}" -shared -fPIC -Wl,-soname,libcuda.so.1 "$work/cuda.c" -o "$work/libcuda.so.1" || built=1
for name in gpt spin decode managed; do
  "$nvcc" -O1 -cudart=none -c tests/gpu/$name.cu -o "$work/$name.o" >"$work/log" 2>&1 &&
    "${CC:-gcc}" -I. -DGPUFLAME_VERSION='""' -D_POSIX_C_SOURCE=200809L -O1 tests/mock/cudart_mock.c "$work/$name.o" \
      -o "$work/build/gpu/$name" -Wl,-rpath,"$B/mock:$work" -L"$B/mock" -l:libcupti.so.13 \
      -Wl,--no-as-needed "$work/libcuda.so.1" -lstdc++ -lpthread -ldl -lm >>"$work/log" 2>&1 || built=1
done
cp "$work/build/gpu/spin" "$work/build/gpu/libspin.so"
report $built "the programs of gpu-check compile and link with the mock"
[ $built = 0 ] || exit 1

cat >"$work/bin/nvidia-smi" <<'END'
#!/bin/sh
case $1 in -L) echo "GPU 0: Mock (UUID: GPU-01112131-4151-6171-8191-a1b1c1d1e1f1)" ;; *) echo 580.0 ;; esac
END
cat >"$work/bin/nsys" <<'END'
#!/bin/sh
exit 1
END
# PyTorch's programs: a program of the mock, and what they print.
cat >"$work/bin/python3" <<'END'
#!/usr/bin/env bash
case "$*" in
"-c import torch"*) echo "# torch: none" ;;
tests/gpu/torch_*)
  [ -e "$1" ] || exit 9
  while [ $# -gt 0 ]; do
    if [ "$1" = --profile ]; then
      cat >"$2" <<'JSON'
{"traceEvents": [
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 1, "dur": 1, "args": {"correlation": 1}},
{"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 3, "dur": 2, "args": {"device": 0, "stream": 7, "correlation": 1}}]}
JSON
    fi
    shift
  done
  "$GPT" 5 && echo step_ms 1 && echo spin_ns 1
  ;;
*) exec "$PYTHON" "$@" ;;
esac
END
chmod +x "$work"/bin/*
PYTHON=$(command -v python3)
export PYTHON GPT=$work/build/gpu/gpt PATH=$work/bin:$PATH GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPU_CHECK_QUICK=1
for file in tests/gpu/*.py; do
  "$PYTHON" -c 'import ast, sys; ast.parse(open(sys.argv[1]).read(), sys.argv[1])' "$file" >"$work/log" 2>&1
  report $? "$(basename "$file") is Python"
done
for part in programs torch; do
  GPU_CHECK_DIR=$work/keep timeout 300 tests/gpu/check.sh "$work/build" $part >"$work/out" 2>"$work/err"
  grep -E 'check\.sh: line|command not found' "$work/err" "$work/out" >"$work/log"
  [ $? = 1 ] && [ "$(tail -n 1 "$work/out")" = "1..$(grep -cE '^(not )?ok ' "$work/out")" ]
  report $? "gpu-check, $part: every line of the script runs"
  grep '^not ok' "$work/out" | sed 's/^not ok [0-9]* - //' | LC_ALL=C sort >"$work/failed"
  # what is measured, or known by a real device or PyTorch alone
  grep -vxF -f "tests/capture/gpu_check.$part" "$work/failed" >"$work/log"
  [ $? = 1 ]
  report $? "gpu-check, $part: what the mock can show is right"
done
[ -s "$work/keep/gpt-trace.sql" ] && [ -s "$work/keep/gpt-fold.sql" ] && [ -s "$work/keep.tar.gz" ] && [ -s "$work/keep/check-programs.tap" ] && [ -s "$work/keep/check-torch.tap" ]
report $? "gpu-check keeps captures and both logs, in an archive to send back"
# what its facts look like
grep -q '^# bare_cupti: version 130000; bytes from record to record, by kind:.* 10: 216' "$work/keep/check-programs.tap" &&
  grep -q '^# bare_cupti: called, domain 2:.* cudaLaunchKernel' "$work/keep/check-programs.tap"
report $? "the log has the strides of records and the ids of functions"
# The real CUPTI, where it is, refuses without a driver; the programs run on.
real=$(find "$cuda/lib" "$cuda/extras/CUPTI/lib64" -name 'libcupti.so.1?' 2>/dev/null | head -n 1)
if [ -n "$real" ] && ! [ -e /dev/nvidiactl ]; then
  GPUFLAME_CUPTI=$real "$B/gpuflame" record -o "$work/refused" "$work/build/gpu/gpt" 3 >"$work/log" 2>&1 &&
    grep -q 'CUPTI refuses to trace: CUPTI_ERROR' "$work/log"
  report $? "the real CUPTI refuses, and why is reported"
  cc -shared -fPIC -O2 tests/gpu/bare_cupti.c -o "$work/bare_cupti.so" -ldl &&
    BARE_CUPTI=$real BARE_FACTS=1 BARE_CALLBACKS=both CUDA_INJECTION64_PATH=$work/bare_cupti.so "$work/build/gpu/gpt" 3 >"$work/log" 2>&1 &&
    grep -q '^bare_cupti: no CUPTI$' "$work/log"
  report $? "it refuses the floor, too"
else
  echo "ok - the refusals of the real CUPTI # SKIP it is not there, or a driver is"
fi
exit $failures
