#!/usr/bin/env bash
# What only a GPU can show: tests/gpu/check.sh build/release. Prints TAP; run it
# by `make gpu-check`. With nsys and PyTorch beside, their totals are compared.
set -u
B=$(cd "$1" && pwd)
cuda=${CUDA_HOME:-/usr/local/cuda}
work=${GPU_CHECK_DIR:-$(mktemp -d)}
number=0
failures=0
report() {
  number=$((number + 1))
  if [ "$1" -eq 0 ]; then echo "ok $number - $2"; else
    echo "not ok $number - $2"
    sed 's/^/# /' "$work/log" | head -n 40
    failures=1
  fi
}
skip() { number=$((number + 1)) && echo "ok $number - $1 # SKIP $2"; }
total() { awk '{ sum += $NF } END { printf "%d\n", sum }' "$1"; }
# within PERCENT A B
within() { awk -v p="$1" -v a="$2" -v b="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(b > 0 && d * 100 <= p * b) }'; }
# As people type it.
record() { "$B/gpuflame" record -f "$@"; }

if ! nvidia-smi -L >"$work/devices" 2>&1; then
  cat "$work/devices"
  echo "1..0 # SKIP no GPU here"
  exit 0
fi
sed 's/^/# /' "$work/devices"
"$cuda/bin/nvcc" -O2 tests/gpu/gpt.cu -o "$work/gpt" -lpthread >"$work/log" 2>&1
report $? "the CUDA program compiles"

for mode in fold trace; do
  record --mode $mode -o "$work/$mode.gpuflame" -- "$work/gpt" 50 >"$work/log" 2>&1 &&
    "$B/gpuflame" collapse -q --summary "$work/$mode.gpuflame" >"$work/$mode.folded" 2>>"$work/log"
  report $? "$mode mode: recorded and folded"
done
sed 's/ [0-9]*$//' "$work/fold.folded" | diff - <(sed 's/ [0-9]*$//' "$work/trace.folded") >"$work/log"
report $? "fold and trace mode have the same stacks"
sed 's/ [0-9]*$//' "$work/fold.folded" | diff - tests/capture/gpt.stacks >"$work/log"
report $? "the stacks are those of the mock, the ranges of the graph's nodes too"
within 20 "$(total "$work/fold.folded")" "$(total "$work/trace.folded")"
report $? "two runs take about as long"

if command -v nsys >/dev/null; then
  "$B/gpuflame" collapse -q "$work/trace.gpuflame" >"$work/ours" 2>"$work/log"
  nsys stats --report cuda_gpu_kern_sum,nvtx_kern_sum,nvtx_gpu_proj_sum "$work/trace.gpuflame" >"$work/stats" 2>>"$work/log" &&
    grep -q 'adamw' "$work/stats"
  report $? "nsys stats reads a trace"
  (cd "$work" && nsys profile --force-overwrite true -t cuda,nvtx --cuda-graph-trace node -o nsys "$work/gpt" 50) >"$work/log" 2>&1
  "$B/gpuflame" collapse -q "$work/nsys.nsys-rep" >"$work/nsys.folded" 2>>"$work/log"
  [ "$(sed 's/.*;//; s/(.*//; s/ [0-9]*$//' "$work/nsys.folded" | sort -u)" = "$(sed 's/.*;//; s/(.*//; s/ [0-9]*$//' "$work/trace.folded" | sort -u)" ]
  report $? "nsys sees the same kernels"
else
  skip "nsys" "it is not installed"
fi

# Ways to end
cat >"$work/ends.py" <<'END'
import os, signal, sys, time
import torch
x = torch.ones(1 << 20, device="cuda")
torch.cuda.nvtx.range_push("work")
for _ in range(100):
    x = x * 1.0001
torch.cuda.synchronize()
torch.cuda.nvtx.range_pop()
time.sleep(2.5)
how = sys.argv[1]
if how == "_exit":
    os._exit(0)
if how in ("TERM", "KILL"):
    os.kill(os.getpid(), getattr(signal, "SIG" + how))
END
if python3 -c 'import torch; assert torch.cuda.is_available()' 2>/dev/null; then
  for how in return _exit TERM KILL; do
    record -o "$work/end-$how.gpuflame" -- python3 "$work/ends.py" $how >"$work/log" 2>&1
    "$B/gpuflame" collapse -q "$work/end-$how.gpuflame" >"$work/end.folded" 2>>"$work/log" &&
      grep -q '^work;' "$work/end.folded"
    report $? "what was done before the end by '$how' is in the capture"
  done
  for script in training graphs; do
    python3 tests/gpu/torch_$script.py "$work/torch.json" >"$work/plain" 2>"$work/log"
    record -o "$work/torch.gpuflame" -- python3 tests/gpu/torch_$script.py >"$work/captured" 2>>"$work/log" &&
      "$B/gpuflame" collapse -q "$work/torch.gpuflame" >"$work/torch.folded" 2>>"$work/log"
    "$B/gpuflame" collapse -q "$work/torch.json" >"$work/kineto.folded" 2>>"$work/log"
    echo "# ms a step: plain $(sed -n 's/^step_ms //p' "$work/plain"), captured $(sed -n 's/^step_ms //p' "$work/captured")"
    echo "# device ns: ours $(total "$work/torch.folded"), torch.profiler $(total "$work/kineto.folded")"
    within 1 "$(sed -n 's/^step_ms //p' "$work/captured")" "$(sed -n 's/^step_ms //p' "$work/plain")"
    report $? "PyTorch, $script: a step takes at most 1 % more"
    # each profiler has a run of its own: their kernels' count is exact, their time is not
    within 5 "$(total "$work/torch.folded")" "$(total "$work/kineto.folded")"
    report $? "PyTorch, $script: the device's time is torch.profiler's"
  done
else
  skip "PyTorch" "there is no torch with CUDA"
fi
echo "1..$number"
exit $failures
