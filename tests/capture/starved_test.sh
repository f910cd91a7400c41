#!/usr/bin/env bash
# Memory that runs out in the library, at its first allocation, its second, and on: the
# program runs to its end, and losses are reported. Prints TAP.
set -u
B=$1
if [ ! -e "$B/fault/failing_malloc.so" ]; then
  echo "ok - memory that runs out in the library # SKIP under a sanitizer memory is the sanitizer's"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/all.play" <<'END'
cuinit
push step 1
pushd X forward
start s span
launch 5 a_kernel
node 7
popd X
end s
memcpy 1 7
pop
1: push other thread
1: launch 4 b_kernel
1: pop
flush
launch 2 c_kernel
END
truth=18
export CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_OUTPUT=$work/run.gpuflame
export GPUFLAME_FLUSH_INTERVAL=10 FAULT_LIBRARY=libgpuflame.so

# is_right: the program came to its end, and all was captured or the loss is reported
is_right() {
  local total
  [ "$1" = 0 ] && [ "$(wc -l <"$work/said")" -le 1 ] || return
  total=$("$B/gpuflame" collapse "$work/run.gpuflame" 2>"$work/err" | awk '{ sum += $NF } END { print sum + 0 }')
  [ "$total" -le $truth ] || return
  [ "$total" = $truth ] || [ -s "$work/said" ] || grep -q 'were lost' "$work/err"
}

failures=0
for GPUFLAME_MODE in fold trace; do
  for FAULT_MODE in at from; do
    export GPUFLAME_MODE FAULT_MODE
    bad=
    for FAULT_AT in $(seq 1 40) 60 100 150 220 330 500 750 1100 1600 2200 3000 4000; do
      export FAULT_AT
      rm -f "$work"/run*
      LD_PRELOAD=$B/fault/failing_malloc.so timeout 60 "$B/mock/driver" "$work/all.play" >"$work/said" 2>&1
      is_right $? || bad="$bad $FAULT_AT"
    done
    case $FAULT_MODE in at) what="memory runs out once" ;; *) what="memory runs out for good" ;; esac
    if [ -z "$bad" ]; then
      echo "ok - $what, $GPUFLAME_MODE mode"
    else
      echo "not ok - $what, $GPUFLAME_MODE mode"
      echo "# at the allocations$bad"
      failures=1
    fi
  done
done
exit $failures
