# --communication says what communicates: by default kernels by name and copies; without copies; or
# as Holistic Trace Analysis defines it, compared with a computation of our own.
exposed() { # TRACE OPTIONS...: of communication
  gpuflame collapse -q --value exposed --only nccl "${@:2}" "$1" 2>/dev/null | awk '{ sum += $NF } END { print sum + 0 }'
}
python3 - <<'END'
import json, random
def trace(name, events):
    json.dump({"schemaVersion": 1, "traceEvents": [{"ph": "X", "cat": cat, "name": kernel, "pid": gpu, "tid": tid, "ts": ts, "dur": dur,
        "args": {"device": gpu, "stream": tid}} for cat, kernel, gpu, tid, ts, dur in events]}, open(name, "w"))
# 0 .. 10 nccl, 8 .. 12 gemm, 2 .. 4 a copy, 5 .. 6 a fill, 20 .. 24 a copy alone
trace("small.json", [("kernel", "ncclDevKernel_AllReduce", 0, 1, 0, 10), ("kernel", "gemm", 0, 2, 8, 4),
    ("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 0, 3, 2, 2), ("gpu_memset", "Memset (Device)", 0, 3, 5, 1),
    ("gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", 0, 3, 20, 4)])
for seed in range(20):
    random.seed(seed)
    kinds = [("kernel", "ncclDevKernel_AllReduce"), ("kernel", "ncclKernel_AllGather"), ("kernel", "gemm"), ("kernel", "relu"),
        ("kernel", "all_reduce_of_another_library"), ("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)"), ("gpu_memset", "Memset (Device)")]
    trace(f"random{seed}.json", [(*random.choice(kinds), random.randrange(2), random.randrange(1, 5), random.randrange(3000) / 8,
        random.randrange(1, 200) / 8) for _ in range(120)])
END
for how in "" no-copies hta; do
  echo "--- ${how:-default}"
  gpuflame collapse -q --value exposed ${how:+--communication "$how"} small.json 2>/dev/null
done
echo "--- as HTA defines it"
python3 "$TESTS/tools/hta_exposed.py" small.json
python3 "$TESTS/tools/hta_exposed.py" random*.json >expected
for trace in random*.json; do
  read -r expected
  [ "$(exposed "$trace" --communication hta)" = "$expected" ] || echo "$trace differs"
  # all of it is what the GPUs were busy, whatever the definition
  busy=$(gpuflame collapse -q --value exposed "$trace" 2>/dev/null | awk '{ sum += $NF } END { print sum }')
  for how in no-copies hta gemm; do
    [ "$(gpuflame collapse -q --value exposed --communication $how "$trace" 2>/dev/null | awk '{ sum += $NF } END { print sum }')" = \
      "$busy" ] || echo "$trace: $how adds up to something else"
  done
done <expected
[ "$(exposed random3.json --communication hta)" -gt "$(exposed random3.json)" ] && echo "copies shared communication's time"
