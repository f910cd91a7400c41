# --by puts frames in front of stacks; --steps, --skip-steps, --range and --time select operations.
grouping-selection() {
  cp "$FIXTURES/steps.sqlite" report.sqlite
  report=report.sqlite
  try() { tell "$*" gpuflame collapse --kernel-names short "$@" "$report"; }
  try --by rank,process,thread,device,stream,step,phase
  try --by step --value cpu-time
  try --steps 2-3
  try --steps 3
  try --steps -1
  try --skip-steps 1
  try --step-range '^forward$' --by step
  try --normalize steps
  try --normalize steps --steps 1-2
  try --normalize steps --time 3000ns-
  try --normalize steps --device 1
  try --normalize steps --range '^backward$'
  try --normalize steps --time 1ms-
  try --time 1200ns-1.7us
  try --time 0-1.7us
  try --time 3us-
  try --device 1
  cmp <(gpuflame collapse --device 0,1 --process 100 "$report") <(gpuflame collapse "$report") && echo "all of it"
  try --process 7
  try --range '^backward$'
  try --time 1200ns-1.7us --summary
  try --steps 2-1
  try --steps x
  try --skip-steps some
  for span in 5 0x10ns- 1e2ns- 1.2.3s- 1.s- 9223372036854775808ns- 9223372037s-; do
    try --time "$span"
  done
  try --time 0.0000011999s-0.00000170000000000049999s
  try --time 9223372036854775806ns-9223372036.854775807s
  echo "--- to the nanosecond, since 1970 too"
  cat >since.json <<'EOF'
{"traceEvents":[
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1700000000000020,"dur":1,
 "args":{"device":0,"stream":7,"correlation":1}}]}
EOF
  gpuflame collapse -q --time 1700000000000020000ns-1700000000000020100ns since.json
  echo "--- from the first event"
  gpuflame collapse -q --time 0us-100ns since.json
  gpuflame collapse -q --time 1700000000.000020s-1700000000.0000201s since.json
  gpuflame collapse -q --time 1700000000000.0203ms-1700000000000020.9us since.json
  # without duration: in an interval that begins there, not in one that ends there
  sed 's/"dur":1,/"dur":0,/' since.json >report.json
  gpuflame collapse -q --value count --time 1700000000000020000ns- report.json
  gpuflame collapse -q --value count --time 0s-1700000000000020000ns report.json
  try --time 2s-1s
  try --device a
  try --by rank,rank
  try --by colour
  try --step-range '^no such$' --steps 1
  try --normalize weeks
  try --graph-capture-ranges maybe
}
check grouping-selection 2 <<'STDOUT' 3<<'STDERR'
--- --by rank,process,thread,device,stream,step,phase
report.sqlite;process 100;thread 100;GPU 0;stream 7;step 1;backward;step N;backward;gemm 100
report.sqlite;process 100;thread 100;GPU 0;stream 7;step 1;forward;step N;forward;gemm 200
report.sqlite;process 100;thread 100;GPU 0;stream 7;step 2;forward;step N;forward;[CUDA memcpy HtoD] 20
report.sqlite;process 100;thread 100;GPU 0;stream 7;step 2;forward;step N;forward;gemm 200
report.sqlite;process 100;thread 100;GPU 0;stream 8;step 1;backward;step N;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 300
report.sqlite;process 100;thread 100;GPU 1;stream 7;step 3;[no phase];step N;gemm 300
report.sqlite;process 100;thread 101;GPU 0;stream 8;step 2;[no phase];relu 100
--- --by step --value cpu-time
step 1;step N 210
step 1;step N;backward 400
step 1;step N;forward 390
step 2;step N 210
step 2;step N;backward 400
step 2;step N;forward 390
step 3;step N 1000
--- --steps 2-3: relu 100 | step N;forward;[CUDA memcpy HtoD] 20 | step N;forward;gemm 200 | step N;gemm 300
--- --steps 3: step N;gemm 300
--- --steps -1: step 1;backward;gemm 100 | step 1;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 300 | step 1;forward;gemm 200
--- --skip-steps 1: relu 100 | step N;forward;[CUDA memcpy HtoD] 20 | step N;forward;gemm 200 | step N;gemm 300
--- --step-range ^forward$ --by step
[no step];relu 100
[no step];step N;backward;gemm 100
[no step];step N;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 300
[no step];step N;gemm 300
step 0;step N;forward;gemm 200
step 1;step N;forward;[CUDA memcpy HtoD] 20
step 1;step N;forward;gemm 200
--- --normalize steps
relu 33
step N;backward;gemm 33
step N;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 100
step N;forward;[CUDA memcpy HtoD] 7
step N;forward;gemm 133
step N;gemm 100
--- --normalize steps --steps 1-2
relu 50
step 1;backward;gemm 50
step 1;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 150
step 1;forward;gemm 100
step 2;forward;[CUDA memcpy HtoD] 10
step 2;forward;gemm 100
--- --normalize steps --time 3000ns-: relu 50 | step N;forward;[CUDA memcpy HtoD] 10 | step N;forward;gemm 100 | step N;gemm 150
--- --normalize steps --device 1: step N;gemm 300
--- --normalize steps --range ^backward$: step 1;backward;gemm 100 | step 1;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 300
--- --normalize steps --time 1ms-: status 1: gpuflame: nothing is left: all operations and ranges are outside the selection; they are between 0.000001000s and 0.000006000s
--- --time 1200ns-1.7us: step 1;backward;gemm 50 | step 1;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 100 | step 1;forward;gemm 100
--- --time 0-1.7us: step 1;backward;gemm 50 | step 1;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 100 | step 1;forward;gemm 200
--- --time 3us-: relu 100 | step N;forward;[CUDA memcpy HtoD] 20 | step N;forward;gemm 200 | step N;gemm 300
--- --device 1: step N;gemm 300
all of it
--- --process 7: status 1: gpuflame: nothing is left: all operations and ranges are outside the selection
--- --range ^backward$: step 1;backward;gemm 100 | step 1;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 300
--- --time 1200ns-1.7us --summary: step 1;backward;gemm 50 | step 1;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 100 | step 1;forward;gemm 100
--- --steps 2-1: status 2: gpuflame: option '--steps': takes step numbers as A-B, A-, -B or A, not '2-1'
--- --steps x: status 2: gpuflame: option '--steps': takes step numbers as A-B, A-, -B or A, not 'x'
--- --skip-steps some: status 2: gpuflame: option '--skip-steps' takes a whole number, not 'some'
--- --time 5: status 2: gpuflame: option '--time': takes FROM-TO, times such as 1.5s or 20ms, one of which may be omitted, not '5'
--- --time 0x10ns-: status 2: gpuflame: option '--time': takes FROM-TO, times such as 1.5s or 20ms, one of which may be omitted, not '0x10ns-'
--- --time 1e2ns-: status 2: gpuflame: option '--time': takes FROM-TO, times such as 1.5s or 20ms, one of which may be omitted, not '1e2ns-'
--- --time 1.2.3s-: status 2: gpuflame: option '--time': takes FROM-TO, times such as 1.5s or 20ms, one of which may be omitted, not '1.2.3s-'
--- --time 1.s-: status 2: gpuflame: option '--time': takes FROM-TO, times such as 1.5s or 20ms, one of which may be omitted, not '1.s-'
--- --time 9223372036854775808ns-: status 2: gpuflame: option '--time': takes FROM-TO, times such as 1.5s or 20ms, one of which may be omitted, not '9223372036854775808ns-'
--- --time 9223372037s-: status 2: gpuflame: option '--time': takes FROM-TO, times such as 1.5s or 20ms, one of which may be omitted, not '9223372037s-'
--- --time 0.0000011999s-0.00000170000000000049999s
step 1;backward;gemm 50
step 1;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 100
step 1;forward;gemm 100
--- --time 9223372036854775806ns-9223372036.854775807s: status 1: gpuflame: nothing is left: all operations and ranges are outside the selection; they are between 0.000001000s and 0.000006000s
--- to the nanosecond, since 1970 too
[no launch record];k 100
--- from the first event
[no launch record];k 100 [2 times]
[no launch record];k 600
[no launch record];k 1
--- --time 2s-1s: status 2: gpuflame: option '--time': takes FROM-TO, times such as 1.5s or 20ms, one of which may be omitted, not '2s-1s'
--- --device a: status 2: gpuflame: option '--device': takes numbers separated by commas, not 'a'
--- --by rank,rank: status 2: gpuflame: option '--by': 'rank' is given twice
--- --by colour: status 2: gpuflame: option '--by': unknown part 'colour'; expected rank, process, thread, device, stream, step, phase or layer, separated by commas
--- --step-range ^no such$ --steps 1: status 1: gpuflame: cannot fold 'report.sqlite': no range has the name of a training step; --step-range REGEX says which are steps
--- --normalize weeks: status 2: gpuflame: option '--normalize': takes steps, not 'weeks'
--- --graph-capture-ranges maybe: status 2: gpuflame: option '--graph-capture-ranges': takes on or off, not 'maybe'
STDOUT
report.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
  kernels                       6      250 ns
  copies                        1        0 ns
  ranges                        8
  filtered out                  0
  cut away                      4
  written 250 ns + filtered 0 ns + cut 970 ns = 1220 ns in the tables
  exports by nsys before 2024.4 do not report lost events
gpuflame: nothing is left: all operations and ranges are outside the selection; they are between 0.000000000s and 0.000000000s
STDERR

# Numbers of steps: those in names, which go on where they begin anew. All are equal in all ways to count.
step-numbers() {
  rename() { # SQL of the name of step N
    rm -rf run
    python3 "$TESTS/tools/cluster.py" run 2 steps=6 gpu:1:2:5
    for file in run/*; do
      sql $file "UPDATE StringIds SET value = $1 WHERE value GLOB 'Train step *'"
    done
    gpuflame collapse -q --by step run/rank0.sqlite >steps.folded
    {
      echo "--- $(cut -d ';' -f 1 steps.folded | sort -uV | tr '\n' ' ')"
      gpuflame collapse -q --steps 4 --by step --only flash_fwd run/rank0.sqlite
      gpuflame stats -q -r rank_cost run | tail -n 1 | cut -c -70
      gpuflame findings -q -f json run/rank1.sqlite | grep 'outlier-steps' | grep -o '"step":[^}]*'
      gpuflame diff -q -f json run/rank0.sqlite run/rank1.sqlite | grep -o '"steps":[^]]*' | head -n 1
    } >said
    if [ -e first ]; then news first <said; else tee first <said; fi
  }
  n="CAST(substr(value, 12) AS INTEGER)"
  rename value
  rename "'Train step ' || ($n % 3)"
  rename "'Train step ' || $n || ' of 6'"
  rename "'step ' || ($n % 3 + 1) || '/3'"
  rename "'execute_new_' || $n || '_cached_7'"
}
check step-numbers 0 <<'STDOUT'
--- step 0 step 1 step 2 step 3 step 4 step 5 
step 4;Train step;forward;attention;flash_fwd 301633
rank 1 (node n0, GPU 1)  computes longer         step 5 alone  1.67 ms
"step":"Train step 5"
"steps":6,"total":14136795}
"step":"Train step 2 (step 5)"
(4 as before)
"step":"Train step 5 of 6"
(4 as before)
--- step 1 step 2 step 3 step 4 step 5 step 6 
step 4;step N/N;forward;attention;flash_fwd 293975
rank 1 (node n0, GPU 1)  computes longer         step 6 alone  1.67 ms
"step":"step 3/3 (step 6)"
(1 as before)
step 4;execute_new_N_cached_N;forward;attention;flash_fwd 301633
"step":"execute_new_5_cached_7 (step 5)"
(3 as before)
STDOUT

# --rank, --stream and --by layer; and --only, --filter-out and --root see the frames of --by.
selection-by-frames() {
  cp "$FIXTURES"/{ranks,steps}.sqlite .
  try() { tell "$*" gpuflame collapse -q --kernel-names short "$@"; }
  try --rank 1 --by rank ranks.sqlite
  try --rank 0,7 --by rank --value count ranks.sqlite
  try --rank 0 steps.sqlite
  cp steps.sqlite run_rank3.sqlite
  try --rank 3 --steps 2 run_rank3.sqlite
  try --rank 4 run_rank3.sqlite
  try --rank 5 --rank-pattern 'run_rank3%r.sqlite' steps.sqlite
  try --rank x steps.sqlite
  echo "--- of files without events, too"
  printf 'a;b 3\n' >stacks_rank1.folded
  printf 'a;b 4\n' >stacks_rank2.folded
  try --rank 2 --by rank stacks_rank1.folded stacks_rank2.folded
  try --by rank --only 'rank 1' stacks_rank1.folded stacks_rank2.folded
  try --by rank --root 'rank' --rename rank=x stacks_rank1.folded
  try --stream 1 stacks_rank1.folded
  echo "--- streams"
  try --stream 8 steps.sqlite
  try --stream 7 --device 1 steps.sqlite
  try --stream 7 --value cpu-time steps.sqlite
  echo "--- what --by puts in front"
  try --by step --only '^step 2$' steps.sqlite
  try --by step --filter-out '^step [23]$' steps.sqlite
  try --by process,step --root '^step 3$' --device 1 steps.sqlite
  try --by step --rename '^step=x' --drop-frame '^step' --device 1 steps.sqlite
  try --aggregate mean --only '^rank' run_rank3.sqlite
  echo "--- layers"
  python3 - <<'END'
import json
names = ["Layer 7", "model.layers.02.mlp", "LlamaDecoderLayer_3", "transformer.h.4", "block_5",
         "bench.100", "LayerNorm", "layer 1"]
events, at = [], 0
for i, name in enumerate(names):
    events += [
        {"ph": "X", "cat": "user_annotation", "name": name, "pid": 1, "tid": 1, "ts": at, "dur": 9},
        {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1,
         "ts": at + 1, "dur": 1, "args": {"correlation": i + 1}},
        {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": at + 3, "dur": i + 1,
         "args": {"device": 0, "stream": 7, "correlation": i + 1}}]
    at += 10
events.append({"ph": "X", "cat": "user_annotation", "name": "layers.6 outer", "pid": 1, "tid": 1,
               "ts": at - 11, "dur": 11})
json.dump({"traceEvents": events}, open("layers.json", "w"))
END
  try --by layer layers.json
  try --by layer --only '^layer 7$' layers.json
}
check selection-by-frames 0 <<'STDOUT'
--- --rank 1 --by rank ranks.sqlite: rank 1;step;gemm 10
--- --rank 0,7 --by rank --value count ranks.sqlite: rank 0;step;gemm 1
--- --rank 0 steps.sqlite: status 2: gpuflame: cannot fold 'steps.sqlite': 'steps.sqlite' does not say which rank it is of; --rank-pattern NAME says where file names have it
--- --rank 3 --steps 2 run_rank3.sqlite: relu 100 | step 2;forward;[CUDA memcpy HtoD] 20 | step 2;forward;gemm 200
--- --rank 4 run_rank3.sqlite: status 1: gpuflame: nothing is left: all operations and ranges are outside the selection
--- --rank 5 --rank-pattern run_rank3%r.sqlite steps.sqlite: status 2: gpuflame: cannot fold 'steps.sqlite': 'steps.sqlite' does not say which rank it is of; --rank-pattern NAME says where file names have it
--- --rank x steps.sqlite: status 2: gpuflame: option '--rank': takes numbers separated by commas, not 'x'
--- of files without events, too
--- --rank 2 --by rank stacks_rank1.folded stacks_rank2.folded: rank 2;a;b 4
--- --by rank --only rank 1 stacks_rank1.folded stacks_rank2.folded: rank 1;a;b 3
--- --by rank --root rank --rename rank=x stacks_rank1.folded: rank 1;a;b 3
--- --stream 1 stacks_rank1.folded: status 2: gpuflame: 'stacks_rank1.folded' holds stacks that are already folded, so --stream is not possible; it applies to reports and traces
--- streams
--- --stream 8 steps.sqlite: relu 100 | step 1;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 300
--- --stream 7 --device 1 steps.sqlite: step N;gemm 300
--- --stream 7 --value cpu-time steps.sqlite: status 2: gpuflame: --value cpu-time is measured per thread: device and stream are not available
--- what --by puts in front
--- --by step --only ^step 2$ steps.sqlite: step 2;relu 100 | step 2;step N;forward;[CUDA memcpy HtoD] 20 | step 2;step N;forward;gemm 200
--- --by step --filter-out ^step [23]$ steps.sqlite
step 1;step 1;backward;gemm 100
step 1;step 1;backward;ncclDevKernel_AllReduce_Sum_f32_RING_LL 300
step 1;step 1;forward;gemm 200
--- --by process,step --root ^step 3$ --device 1 steps.sqlite: step 3;step 3;gemm 300
--- --by step --rename ^step=x --drop-frame ^step --device 1 steps.sqlite: step 3;x N;gemm 300
--- --aggregate mean --only ^rank run_rank3.sqlite: status 1: gpuflame: no stack is left after the rules, or none has a value; --summary shows what they filter out
--- layers
--- --by layer layers.json
[no layer];LayerNorm;k 7000
[no layer];bench.100;k 6000
layer 2;model.layers.N.mlp;k 2000
layer 3;LlamaDecoderLayer_3;k 3000
layer 4;transformer.h.N;k 4000
layer 5;block_N;k 5000
layer 6;layers.N outer;layer 1;k 8000
layer 7;Layer;k 1000
--- --by layer --only ^layer 7$ layers.json: layer 7;Layer;k 1000
STDOUT

# The rank of each process of one report, by MPI or by NCCL.
by-rank() {
  cp "$FIXTURES/ranks.sqlite" report.sqlite
  try() { tell "$1" gpuflame collapse -q --by rank,device "${@:2}"; }
  # sql STATEMENT...: change the report
  sql() {
    python3 -c 'import sqlite3, sys
db = sqlite3.connect("report.sqlite")
db.executescript(sys.argv[1])' "$1"
  }
  try "MPI" report.sqlite
  cp report.sqlite job_rank9.sqlite && try "what the file's name says is of no process then" job_rank9.sqlite
  try "a pattern is of all" --rank-pattern 'job_rank%r.*' job_rank9.sqlite
  try "cpu-time" --value cpu-time --by process,rank report.sqlite
  sql 'DELETE FROM MPI_RANKS WHERE rank <> 1'
  try "one rank alone is that of the file" report.sqlite
  sql "UPDATE MPI_RANKS SET rank = 'one'"
  try "no number" job_rank9.sqlite report.sqlite
  sql 'DROP TABLE MPI_RANKS'
  try "none" report.sqlite
  echo "--- processes that call MPI, without ranks" && cp report.sqlite callers.sqlite
  python3 -c 'import sqlite3
db = sqlite3.connect("callers.sqlite")
db.execute("CREATE TABLE IF NOT EXISTS MPI_OTHER_EVENTS (start, end, globalTid, textId)")
db.executemany("INSERT INTO MPI_OTHER_EVENTS VALUES (1, 2, ?, 1)", db.execute("SELECT DISTINCT globalTid FROM CUPTI_ACTIVITY_KIND_RUNTIME").fetchall())
db.commit()'
  gpuflame collapse -q --by rank callers.sqlite | cut -d';' -f1 | uniq
  gpuflame stats -q -f csv -r rank_sum callers.sqlite | cut -d, -f1
  init() {
    echo "INSERT INTO NVTX_EVENTS VALUES (1, 2, 59, 'ncclCommInitRankConfig', $1, NULL, $2);"
  }
  sql "$(init 1677721700 "'{\"Rank\":3,\"No. of ranks\":4}', NULL")
$(init 1677721700 "'{\"Rank\":0,\"No. of ranks\":2}', NULL")
$(init 1694498917 "NULL, 2")
$(init 1711276134 "'{\"Peer rank\":7,\"No. of ranks\":4}', NULL")"
  try "NCCL: the largest communicator of each" report.sqlite
  cp report.sqlite nccl.sqlite
  sql "$(init 1711276134 "'{\"Rank\":2,\"No. of ranks\":4}', NULL")"
  try "NCCL: one rank twice, so of parts" report.sqlite
  cp nccl.sqlite report.sqlite
  sql "$(init 1711276134 "'{\"Rank\":1,\"No. of ranks\":2}', NULL")"
  try "NCCL: of several sizes, so of parts" report.sqlite
  cp "$FIXTURES/ranks.sqlite" report.sqlite
  for how in mean max min spread; do
    tell "$how over the ranks in one report" gpuflame collapse -q --aggregate $how report.sqlite
  done
  echo "--- over those of two reports, one rank in both"
  cp report.sqlite other.sqlite && printf 'step;gemm 1000\n' >rank1.folded
  gpuflame collapse -q --aggregate max --by device report.sqlite other.sqlite
  gpuflame collapse -q --aggregate max report.sqlite rank1.folded
}
check by-rank 0 <<'STDOUT'
--- MPI: [no rank];GPU 2;step;gemm 40 | rank 0;GPU 1;step;gemm 20 | rank 1;GPU 0;step;gemm 10
--- what the file's name says is of no process then: [no rank];GPU 2;step;gemm 40 | rank 0;GPU 1;step;gemm 20 | rank 1;GPU 0;step;gemm 10
--- a pattern is of all: rank 9;GPU 0;step;gemm 10 | rank 9;GPU 1;step;gemm 20 | rank 9;GPU 2;step;gemm 40
--- cpu-time: process 100;rank 1;step 890 | process 101;rank 0;step 890 | process 102;[no rank];step 890
--- one rank alone is that of the file: rank 1;GPU 0;step;gemm 10 | rank 1;GPU 1;step;gemm 20 | rank 1;GPU 2;step;gemm 40
--- no number
[no rank];GPU 2;step;gemm 40
rank 0;GPU 1;step;gemm 20
rank 1;GPU 0;step;gemm 10
report.sqlite;GPU 0;step;gemm 10
report.sqlite;GPU 1;step;gemm 20
report.sqlite;GPU 2;step;gemm 40
--- none: report.sqlite;GPU 0;step;gemm 10 | report.sqlite;GPU 1;step;gemm 20 | report.sqlite;GPU 2;step;gemm 40
--- processes that call MPI, without ranks
pid 100
pid 101
pid 102
Rank
callers.sqlite pid 100
callers.sqlite pid 101
callers.sqlite pid 102
--- NCCL: the largest communicator of each: [no rank];GPU 2;step;gemm 40 | rank 2;GPU 1;step;gemm 20 | rank 3;GPU 0;step;gemm 10
--- NCCL: one rank twice, so of parts: report.sqlite;GPU 0;step;gemm 10 | report.sqlite;GPU 1;step;gemm 20 | report.sqlite;GPU 2;step;gemm 40
--- NCCL: of several sizes, so of parts: report.sqlite;GPU 0;step;gemm 10 | report.sqlite;GPU 1;step;gemm 20 | report.sqlite;GPU 2;step;gemm 40
--- mean over the ranks in one report: step;gemm 23
--- max over the ranks in one report: step;gemm 40
--- min over the ranks in one report: step;gemm 10
--- spread over the ranks in one report: step;gemm [least rank 1, most [no rank]] 30
--- over those of two reports, one rank in both
GPU 0;step;gemm 20
GPU 1;step;gemm 40
GPU 2;step;gemm 80
step;gemm 1010
STDOUT
