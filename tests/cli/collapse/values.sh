# Every value, on a timeline that a person can check.
values() {
  cp "$FIXTURES/steps.sqlite" report.sqlite
  report=report.sqlite
  for value in gpu-time count bytes idle exposed launch-latency cpu-time critical; do
    tell "$value" gpuflame collapse --value "$value" --kernel-names short "$report"
  done
  gpuflame collapse --value idle --kernel-names short "$report" >idle
  echo "--- with idle" && gpuflame collapse --with-idle --kernel-names short "$report" | news idle
  tell "exposed, with idle" gpuflame collapse --value exposed --with-idle --only '^\[GPU idle' "$report"
  echo "--- relu communicates" && gpuflame collapse --value exposed --communication relu --only 'nccl|relu' "$report"
  tell "" gpuflame collapse --value time "$report"
  tell "" gpuflame collapse --value count --with-idle "$report"
  tell "" gpuflame collapse --value idle --with-idle "$report"
  tell "" gpuflame collapse --value cpu-time --by device "$report"
  tell "" gpuflame collapse --value exposed --communication 'a(' "$report"
  echo "a;b 1" >sums.folded
  tell "" gpuflame collapse --value count sums.folded
  gpuflame collapse --summary --value bytes "$report" >bytes.folded
  tell "" gpuflame collapse -q --summary --value exposed --time 1s-2s "$report"
}
check values 1 <<'STDOUT' 3<<'STDERR'
--- gpu-time
relu 100
step N;backward;gemm 100
step N;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 300
step N;forward;[CUDA memcpy HtoD] 20
step N;forward;gemm 400
step N;gemm 300
--- count
relu 1
step N;backward;gemm 1
step N;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 1
step N;forward;[CUDA memcpy HtoD] 1
step N;forward;gemm 2
step N;gemm 1
--- bytes: step N;forward;[CUDA memcpy HtoD] 4096
--- idle
[GPU idle] 400
relu 100
step N;backward;[GPU idle] 300
step N;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 300
step N;forward;[CUDA memcpy HtoD] 20
step N;forward;[GPU idle] 1280
step N;forward;gemm 400
step N;gemm 300
--- exposed
relu 100
step N;backward;gemm 100
step N;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 200
step N;forward;[CUDA memcpy HtoD] 20
step N;forward;gemm 400
step N;gemm 300
--- launch-latency
relu 100
step N;backward;gemm 110
step N;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 80
step N;forward;[CUDA memcpy HtoD] 10
step N;forward;gemm 110
step N;gemm 50
--- cpu-time: step N 1420 | step N;backward 800 | step N;forward 780
--- critical
[CPU] 2390
[CUDA call] 10
step N;[CPU] 1310
step N;[CUDA call] 10
step N;backward;[CPU] 485
step N;backward;[CUDA call] 15
step N;forward;[CPU] 755
step N;forward;[CUDA call] 25
--- with idle
step N;backward;gemm 100
(8 as before)
--- exposed, with idle: [GPU idle] 400 | step N;backward;[GPU idle] 300 | step N;forward;[GPU idle] 1280
--- relu communicates
relu(float *) 100
step N;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs) 250
status 2: gpuflame: option '--value' takes gpu-time, count, bytes, idle, exposed, launch-latency, cpu-time or critical, not 'time'
status 2: gpuflame: --with-idle needs --value gpu-time or exposed, which are times of a device
status 2: gpuflame: --value idle already includes what --with-idle adds: use one of them
status 2: gpuflame: --value cpu-time is measured per thread: device and stream are not available
status 2: gpuflame: option '--communication': pattern 'a(', column 3: missing closing parenthesis
status 2: gpuflame: 'sums.folded' holds stacks that are already folded, so --value count is not possible; it applies to reports, captures and traces
status 1: gpuflame: nothing is left: all operations and ranges are outside the selection; they are between 0.000001000s and 0.000006000s
STDOUT
report.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
  kernels                       6     1.20 us
  copies                        1       20 ns
  ranges                        8
  filtered out                  0
  written 4096 bytes + filtered 0 bytes = 4096 bytes in the tables
  exports by nsys before 2024.4 do not report lost events
STDERR

# The timelines drawn in VALUES.md give the values that collapse computes for them.
docs-value-pictures() {
  python3 "$TESTS/tools/value_pictures.py" "$TESTS/../docs/VALUES.md"
}
check docs-value-pictures 0 <<'STDOUT'
gpu-time: 4 stacks, as drawn
count: 4 stacks, as drawn
idle: 6 stacks, as drawn
exposed: 4 stacks, as drawn
launch-latency: 2 stacks, as drawn
critical: 11 stacks, as drawn
cpu-time: 4 stacks, as drawn
STDOUT

# --communication says what communicates: by default kernels by name and copies; without copies; or
# as Holistic Trace Analysis defines it, compared with a computation of our own.
exposed-communication() {
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
}
check exposed-communication 0 <<'STDOUT'
--- default
[no launch record];[CUDA memcpy DtoH] 4000
[no launch record];[CUDA memcpy HtoD] 1000
[no launch record];[CUDA memset] 1000
[no launch record];gemm 4000
[no launch record];ncclDevKernel_AllReduce 6000
--- no-copies
[no launch record];[CUDA memcpy DtoH] 4000
[no launch record];gemm 4000
[no launch record];ncclDevKernel_AllReduce 8000
--- hta
[no launch record];[CUDA memcpy DtoH] 4000
[no launch record];gemm 4000
[no launch record];ncclDevKernel_AllReduce 8000
--- as HTA defines it
8000
copies shared communication's time
STDOUT

# --summary of several files: they add up, and the equation of times is shown.
summary() {
  cp "$FIXTURES/demo.sqlite" a.sqlite
  gpuflame collapse --summary a.sqlite a.sqlite -o twice.folded
  gpuflame collapse a.sqlite | awk '{ $NF = 2 * $NF; print }' | cmp - twice.folded && echo doubled
}
check summary 0 <<'STDOUT' 3<<'STDERR'
doubled
STDOUT
a.sqlite: nsys 2024.2.3.38 export, schema 3.11.1 [2 times]
  kernels                     788      102 ms
  copies                        6     2.22 ms
  fills                         6     54.0 us
  ranges                      534
  filtered out                102
  written 95895568 ns + filtered 8815606 ns = 104711174 ns in the tables
  exports by nsys before 2024.4 do not report lost events (2 times)
gpuflame: warning: 'a.sqlite' is the same file as 'a.sqlite': it is counted again
gpuflame: note: validation is left out: 8.82 ms, 8.4 % (--no-default-rules has it)
gpuflame: note: validation is left out: 4.41 ms, 8.4 % (--no-default-rules has it)
STDERR

# What the summary calls written is what the output adds up to.
summary-adds-up() {
  cp "$FIXTURES/steps.sqlite" rank0.sqlite
  cp "$FIXTURES/steps.sqlite" rank1.sqlite
  printf 'step;gemm 100.5\n' >rank2.folded
  printf 'step;gemm 50\n' >rank3.folded
  sums() {
    gpuflame collapse --summary "$@" 2>equations >stacks
    tell "$*" awk 'FILENAME == "stacks" { sum += $NF } FILENAME == "equations" && /written|included/ { print }
      END { print "adds up to " sum }' equations stacks
  }
  sums rank0.sqlite rank1.sqlite
  sums --aggregate mean rank0.sqlite rank1.sqlite
  sums --aggregate spread rank2.folded rank3.folded
  sums --aggregate max --value bytes rank0.sqlite rank1.sqlite
  sums --normalize steps rank0.sqlite
  sums --normalize steps --steps 3 --only gemm rank0.sqlite
  sums --normalize steps rank0.sqlite rank1.sqlite
  sums --normalize steps --aggregate min rank0.sqlite rank1.sqlite
  sums --aggregate mean rank0.sqlite rank2.folded
}
check summary-adds-up 0 <<'STDOUT'
--- rank0.sqlite rank1.sqlite:   written 2440 ns + filtered 0 ns = 2440 ns in the tables | adds up to 2440
--- --aggregate mean rank0.sqlite rank1.sqlite
  included 2440 ns + filtered 0 ns = 2440 ns in the tables
  written 1220 ns: the mean over ranks
adds up to 1220
--- --aggregate spread rank2.folded rank3.folded
  included 150.5 + filtered 0 = 150.5 in the stacks
  written 50.5: the spread of each stack over ranks
adds up to 50.5
--- --aggregate max --value bytes rank0.sqlite rank1.sqlite
  included 8192 bytes + filtered 0 bytes = 8192 bytes in the tables
  written 4096 bytes: the maximum of each stack over ranks
adds up to 4096
--- --normalize steps rank0.sqlite:   included 1220 ns + filtered 0 ns = 1220 ns in the tables |   written 406 ns: divided by 3 training steps | adds up to 406
--- --normalize steps --steps 3 --only gemm rank0.sqlite
  included 300 ns + filtered 0 ns + cut 920 ns = 1220 ns in the tables
  written 300 ns: divided by 1 training step
adds up to 300
--- --normalize steps rank0.sqlite rank1.sqlite
  included 2440 ns + filtered 0 ns = 2440 ns in the tables
  written 812 ns: divided by the training steps of each file
adds up to 812
--- --normalize steps --aggregate min rank0.sqlite rank1.sqlite
  included 2440 ns + filtered 0 ns = 2440 ns in the tables
  written 406 ns: divided by the training steps of each file, the minimum of each stack over ranks
adds up to 406
--- --aggregate mean rank0.sqlite rank2.folded
  included 1220 ns + filtered 0 ns = 1220 ns in the tables
  included 100.5 + filtered 0 = 100.5 in the stacks
  written 660.3 ns: the mean over ranks
adds up to 660.3
STDOUT

# A capture states how much it recorded: tables with other sums are reported, and are an error
# with --strict.
capture-sums() {
  cp "$FIXTURES/stats_sums.sqlite" run.gpuflame
  change() {
    python3 -c '
import sqlite3, sys
sqlite3.connect("run.gpuflame", isolation_level=None).executescript(sys.argv[1])' "$1"
  }
  change "DELETE FROM GPUFLAME_LOSS; INSERT INTO GPUFLAME_META SELECT 'operations', sum(count) FROM GPUFLAME_VALUE;
  INSERT INTO GPUFLAME_META SELECT 'operations_ns', sum(ns) FROM GPUFLAME_VALUE"
  gpuflame collapse --strict run.gpuflame | wc -l
  change "DELETE FROM GPUFLAME_VALUE WHERE stackId = (SELECT max(stackId) FROM GPUFLAME_VALUE)"
  # shellcheck disable=SC2069 # only the messages
  gpuflame collapse run.gpuflame 2>&1 >/dev/null
  gpuflame collapse --strict run.gpuflame >/dev/null 2>&1
  echo "status $?"
}
check capture-sums 0 <<'STDOUT'
6
gpuflame: warning: the report says: 13 operations (1658 ns) were recorded, but the tables hold 12 (1158 ns): the file is damaged or was changed.
status 1
STDOUT
