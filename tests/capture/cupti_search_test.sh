#!/usr/bin/env bash
# Where CUPTI is found: in the layouts of CUDA's wheels and toolkits, beside what the program
# has loaded. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
export CUDA_INJECTION64_PATH=$B/libgpuflame.so GPUFLAME_OUTPUT=$work/run.gpuflame
export ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-}
unset CUDA_HOME CUDA_PATH CONDA_PREFIX GPUFLAME_CUPTI LD_LIBRARY_PATH
echo 'int loaded;' >"$work/empty.c"
cc -shared -fPIC "$work/empty.c" -o "$work/empty.so"

# check WHAT LOADED CUPTI...: the program has loaded LOADED, and the first CUPTI is chosen
check() {
  local what=$1 loaded=$work/$2 path got
  shift 2
  mkdir -p "${loaded%/*}" && cp "$work/empty.so" "$loaded"
  for path in "$@"; do
    mkdir -p "$work/${path%/*}" && cp "$B/mock/libcupti.so.13" "$work/$path"
  done
  got=$(cd "$work" && env ${env[@]+"${env[@]}"} LD_PRELOAD="$sanitizer$loaded" "$B/fake/fake_cuda" init loaded=libcupti 2>"$work/log")
  echo "got $got" >>"$work/log"
  [ -n "$got" ] && [ "$(realpath "$got")" = "$(realpath "$work/$1")" ]
  report $? "$what"
  rm -rf "${work:?}/${loaded#"$work/"}" "${@/#/$work/}"
}
env=()
site=venv/lib/python3.12/site-packages
check "wheels of CUDA 13" $site/nvidia/cu13/lib/libcudart.so.13 $site/nvidia/cu13/lib/libcupti.so.13
check "wheels of CUDA 12" $site/nvidia/cuda_runtime/lib/libcudart.so.12 $site/nvidia/cuda_cupti/lib/libcupti.so.12
check "libnvrtc's wheel alone is loaded" $site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12 \
  $site/nvidia/cuda_cupti/lib/libcupti.so.12
check "a toolkit" cuda/lib64/libcudart.so.11.0 cuda/extras/CUPTI/lib64/libcupti.so.11.8
check "a toolkit's folder of a machine" cuda/targets/x86_64-linux/lib/libnvrtc.so.12 \
  cuda/extras/CUPTI/lib64/libcupti.so.12
check "JAX: a library of its own is loaded" $site/jaxlib/xla_extension.so $site/nvidia/cu13/lib/libcupti.so.13
check "CuPy, in Debian's folder" usr/lib/python3/dist-packages/cupy/core.so \
  usr/lib/python3/dist-packages/nvidia/cuda_cupti/lib/libcupti.so.12
check "Triton alone" $site/triton/libtriton.so $site/triton/backends/nvidia/lib/cupti/libcupti.so.12
check "the wheel comes before Triton's copy" $site/triton/libtriton.so $site/nvidia/cuda_cupti/lib/libcupti.so.12 \
  $site/triton/backends/nvidia/lib/cupti/libcupti.so.12
check "what is beside a loaded library comes before other packages" $site/nvidia/cu13/lib/libcublas.so.13 \
  $site/nvidia/cu13/lib/libcupti.so.13 $site/nvidia/cuda_cupti/lib/libcupti.so.12
mkdir -p "$work/first" && cp "$work/empty.so" "$work/first/libcudart.so.12"
sanitizer=$sanitizer$work/first/libcudart.so.12: \
  check "beside the second library of CUDA that is loaded" cuda/lib64/libnvrtc.so.12 \
  cuda/extras/CUPTI/lib64/libcupti.so.12
env=(LD_LIBRARY_PATH="$work/path" CUDA_HOME="$work/home")
check "what the loader finds comes before CUDA_HOME" other/x.so path/libcupti.so.13 home/lib64/libcupti.so.13
env=(GPUFLAME_CUPTI="$work/given/libcupti-given.so")
check "the one that is given" $site/nvidia/cu13/lib/libcudart.so.13 given/libcupti-given.so $site/nvidia/cu13/lib/libcupti.so.13
if /sbin/ldconfig -p | grep -q libcupti.so || [ -e /usr/local/cuda/lib64/libcupti.so ]; then
  echo "ok - CUDA_HOME and conda # SKIP this system has a CUPTI of its own"
else
  env=(CUDA_HOME="$work/home")
  check "CUDA_HOME" other/x.so home/extras/CUPTI/lib64/libcupti.so.12
  env=(CONDA_PREFIX="$work/conda")
  check "conda" other/x.so conda/lib/libcupti.so.13
fi
exit $failures
