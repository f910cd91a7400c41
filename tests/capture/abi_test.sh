#!/usr/bin/env bash
# The library's view of CUPTI, compared with CUPTI's headers and library; what
# libgpuflame.so exports. Prints TAP.
cuda=${CUDA_HOME:-/usr/local/cuda}
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh

if grep -qs CUpti_ActivityKernel10 "$cuda"/include/cupti_activity*.h; then
  "${CC:-gcc}" -I. -isystem "$cuda/include" tests/capture/abi_check.c -o "$work/check" -ldl &&
    "$work/check" layouts
  report $? "offsets and strides match the CUPTI headers"
else
  echo "ok - offsets and strides # SKIP no CUPTI headers of CUDA 13 in $cuda/include"
fi
lib=$(find "$cuda"/lib64/ "$cuda"/extras/CUPTI/lib64/ -name 'libcupti.so.[0-9]*' 2>/dev/null | head -n 1)
if [ -n "$lib" ] && [ -x "$work/check" ]; then
  "$work/check" names "$lib"
  report $? "the real CUPTI names the functions that are followed"
  # Without a GPU it refuses, which is reported once, and the program runs on.
  if ! [ -e /dev/nvidiactl ]; then
    printf 'cuinit\npush a\nlaunch 1 k\npop\nsay still here\n' >"$work/play"
    env -u GPUFLAME_STATUS CUDA_INJECTION64_PATH="$B/libgpuflame.so" GPUFLAME_CUPTI="$lib" \
      GPUFLAME_OUTPUT="$work/x.gpuflame" "$B/mock/driver" "$work/play" >"$work/log" 2>&1 &&
      [ "$(grep -c '^gpuflame: ' "$work/log")" = 1 ] &&
      grep -q '^still here$' "$work/log" && [ ! -e "$work/x.gpuflame" ]
    report $? "the real CUPTI without a GPU: one line, and the program continues"
  fi
else
  echo "ok - the real CUPTI # SKIP no libcupti.so in $cuda"
fi

printf '#include "capture/gpuflame.h"\nint main() { gpuflame_step(); return GPUFLAME_API_VERSION - 1; }\n' >"$work/api.cc"
"${CXX:-g++}" -I. -Wall -Wextra -Wpedantic -Werror "$work/api.cc" -o "$work/api" -L"$B" -lgpuflame -Wl,-rpath,"$B" &&
  (cd "$work" && unset CUDA_INJECTION64_PATH NVTX_INJECTION64_PATH && ASAN_OPTIONS=verify_asan_link_order=0 ./api)
report $? "gpuflame.h works in C++, too"

shown=$(nm -D --defined-only "$B/libgpuflame.so" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' | sort | tr '\n' ' ')
exported="InitializeInjection InitializeInjectionNvtx2 InitializeInjectionNvtxExtension \
gpuflame_flush gpuflame_python_start gpuflame_start gpuflame_step gpuflame_stop "
[ "$shown" = "$exported" ] || echo "# shows $shown"
[ "$shown" = "$exported" ]
report $? "only the eight symbols are exported"
if readelf -d "$B/libgpuflame.so" | grep -q TEXTREL; then false; else true; fi
report $? "no text relocations"
exit $failures
