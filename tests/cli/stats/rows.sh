# --limit, --sort and --filter choose rows of a report.
rows() {
  cp "$FIXTURES"/{stats_small,demo,stats_pace}.sqlite .
  try() { tell "$*" gpuflame stats -q "$@"; }
  names() { cut -d, -f 2,3,9-; }
  try -r nvtx_sum -f csv --limit 2 demo.sqlite | names
  try -r nvtx_sum -f csv --sort instances --limit 3 demo.sqlite | names
  try -r nvtx_sum -f csv --sort 'Range' --limit 3 demo.sqlite | names
  try -r nvtx_sum -f csv --sort 'range:desc' --limit 3 demo.sqlite | names
  try -r nvtx_sum -f csv --sort 'total time (ns):asc' --limit 3 demo.sqlite | names
  try -r nvtx_sum -f csv --filter '^Train|soft' demo.sqlite | names
  try -r nvtx_sum -f csv --filter nothing demo.sqlite
  try -r nvtx_sum --limit 2 demo.sqlite
  try -r nvtx_sum -f json --filter soft demo.sqlite | tail -n 3
  try -r cuda_gpu_kern_sum,nvtx_sum -f csv --sort style --limit 1 stats_small.sqlite | cut -c-60
  try -r nvtx_pace:name=forward --filter 'no row has this' --sort start -f csv demo.sqlite
  try --limit 1 stats_small.sqlite | tail -n 6
  echo "--- what cannot be done is refused"
  try -r nvtx_sum --sort colour demo.sqlite
  try -r nvtx_sum --sort M demo.sqlite
  try -r nvtx_sum --filter '(' demo.sqlite
  try --sort Time demo.sqlite
  try --partial -r nvtx_sum --filter x demo.sqlite
  echo "--- why there is none"
  try -r gpu_gaps demo.sqlite
  try -r gpu_gaps:gap=soon demo.sqlite
  try -r gpu_gaps -f csv demo.sqlite
}
check rows 0 <<'STDOUT'
--- -r nvtx_sum -f csv --limit 2 demo.sqlite
Total Time (ns),Instances,Style,Range
5028000,5,PushPop,forward
2966000,1,PushPop,Train step 2
--- -r nvtx_sum -f csv --sort instances --limit 3 demo.sqlite
Total Time (ns),Instances,Style,Range
2529600,48,PushPop,mlp
1809600,48,PushPop,attention
249600,48,PushPop,layernorm
--- -r nvtx_sum -f csv --sort Range --limit 3 demo.sqlite
Total Time (ns),Instances,Style,Range
1025800,1,PushPop,Generation step 0
1103200,8,PushPop,Layer 0
1103200,8,PushPop,Layer 1
--- -r nvtx_sum -f csv --sort range:desc --limit 3 demo.sqlite
Total Time (ns),Instances,Style,Range
1005800,1,PushPop,validation
15600,3,PushPop,update
5200,1,PushPop,softmax
--- -r nvtx_sum -f csv --sort total time (ns):asc --limit 3 demo.sqlite
Total Time (ns),Instances,Style,Range
5200,1,PushPop,softmax
15600,3,PushPop,NCCL:ncclAllReduce
15600,3,PushPop,grad norm
--- -r nvtx_sum -f csv --filter ^Train|soft demo.sqlite
Total Time (ns),Instances,Style,Range
2966000,1,PushPop,Train step 2
2946000,1,PushPop,Train step 0
1926000,1,PushPop,Train step 1
5200,1,PushPop,softmax
--- -r nvtx_sum -f csv --filter nothing demo.sqlite: Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Style,Range
--- -r nvtx_sum --limit 2 demo.sqlite
NVTX range summary (nvtx_sum)
 Time  Total Time  Instances      Avg      Med      Min      Max  StdDev  Style    Range
17.2%     5.03 ms          5  1.01 ms  1.01 ms  1.01 ms  1.01 ms    0 ns  PushPop  forward
10.2%     2.97 ms          1  2.97 ms  2.97 ms  2.97 ms  2.97 ms    0 ns  PushPop  Train step 2
(24 more rows)
"reports":[{"report":"nvtx_sum","rows":[
  {"Time (%)":0.0,"Total Time (ns)":5200,"Instances":1,"Avg (ns)":5200.0,"Med (ns)":5200.0,"Min (ns)":5200,"Max (ns)":5200,"StdDev (ns)":0.0,"Style":"PushPop","Range":"softmax"}
]}]}
--- -r cuda_gpu_kern_sum,nvtx_sum -f csv --sort style --limi
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns
81.4,2400,2,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllR
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns
26.8,4000,1,4000.0,4000.0,4000,4000,0.0,PushPop,step 0
--- -r nvtx_pace:name=forward --filter no row has this --sort start -f csv demo.sqlite: Name,Start (ns),Duration (ns),Delta (ns),Accumulated (ns),PID
Top kernels, copies and fills
   73.4%  ████████▊      2.40 us          2 x  all-reduce bf16 ring LL
Top ranges (time, number of all launched in them)
   84.4%  ██████████▏    2.76 us          5 x  prefetch
--- what cannot be done is refused
--- -r nvtx_sum --sort colour demo.sqlite: status 2: gpuflame: --sort: nvtx_sum has no column 'colour'; it has Time, Total Time, Instances, Avg, Med, Min, Max, StdDev, Style, Range
--- -r nvtx_sum --sort M demo.sqlite: status 2: gpuflame: --sort: nvtx_sum has no column 'M'; it has Time, Total Time, Instances, Avg, Med, Min, Max, StdDev, Style, Range
--- -r nvtx_sum --filter ( demo.sqlite: status 2: gpuflame: option '--filter': pattern '(', column 2: missing closing parenthesis
--- --sort Time demo.sqlite: status 2: gpuflame: --sort and --filter need a report: --report NAME; --list shows them
--- --partial -r nvtx_sum --filter x demo.sqlite: status 2: gpuflame: --sort and --filter need a report: --report NAME; partial results have all rows
--- why there is none
--- -r gpu_gaps demo.sqlite: GPU gaps (gpu_gaps) |  | no gap is over 500 ms; the longest is 1.20 us: -r gpu_gaps:gap=1us has more |  | (nothing)
--- -r gpu_gaps:gap=soon demo.sqlite: status 2: gpuflame: option '-r': 'gap=soon': expected a number, or a time such as 1ms
--- -r gpu_gaps -f csv demo.sqlite: Duration (ns),Start (ns),PID,Device ID,Context ID
STDOUT

# A table of more rows than are kept in memory: all of them, in order, as wide as the widest.
many-rows() {
  python3 - <<'END'
import sqlite3
db = sqlite3.connect("many.sqlite")
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value); INSERT INTO StringIds VALUES (1, 'gemm'), (2, 'the last and wider');
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName);
""")
count, tid, pid = 60000, (5 << 24) + 1, 5 << 24
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?)",
               ((100 * i, 100 * i + 5, tid, i + 1) for i in range(count)))
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, 7, ?, ?, ?)",
               ((100 * i + 10, 100 * i + 20 + i % 7, i + 1, pid, 1 + (i == count - 1)) for i in range(count)))
db.commit()
END
  gpuflame stats -q -r cuda_gpu_trace many.sqlite >table
  sed -n '1,5p' table
  tail -n 1 table
  gpuflame stats -q -r cuda_gpu_trace -f csv many.sqlite >csv
  diff <(sed 1,3d table | awk '{ print $1, $5, $NF }') <(sed 1d csv | awk -F, '{ n = split($NF, words, " "); printf "%.6f %d %s\n", $1 / 1e9, $3, words[n] }') | head -n 5
  wc -l <table
  echo '--- and after it another report'
  gpuflame stats -q -r cuda_gpu_trace,cuda_gpu_kern_sum many.sqlite | tail -n 5
  echo '--- and after one that is left out: no more memory'
  python3 - <<'END'
import os, subprocess


def peak(reports):
    process = subprocess.Popen(["gpuflame", "stats", "-q", "-f", "json", "-r", reports, "many.sqlite"],
                               stdout=subprocess.DEVNULL)
    return os.wait4(process.pid, 0)[2].ru_maxrss


print(peak("nvtx_sum,cuda_gpu_trace") - peak("cuda_gpu_trace") < 8000)
END
}
check many-rows 0 <<'STDOUT'
CUDA GPU trace (cuda_gpu_trace)
     Start  Duration  CorrId  GrdX  GrdY  GrdZ  BlkX  BlkY  BlkZ  Reg/Trd  StcSMem  DymSMem  Bytes  Throughput  SrcMemKd  DstMemKd  Device  Ctx  GreenCtx  Strm  Name
0.000000 s     10 ns       1     0     0     0     0     0     0        0    0.000    0.000                                         (0)       1               7  gemm
0.000000 s     11 ns       2     0     0     0     0     0     0        0    0.000    0.000                                         (0)       1               7  gemm
0.006000 s     12 ns   60000     0     0     0     0     0     0        0    0.000    0.000                                         (0)       1               7  the last and wider
60003
--- and after it another report
CUDA GPU kernel summary (cuda_gpu_kern_sum)
  Time  Total Time  Instances    Avg    Med    Min    Max  StdDev  Name
100.0%      780 us     59,999  13 ns  13 ns  10 ns  16 ns    2 ns  gemm
  0.0%       12 ns          1  12 ns  12 ns  12 ns  12 ns    0 ns  the last and wider
--- and after one that is left out: no more memory
True
STDOUT

# What is read does not depend on the order of a table's rows: reports and stacks of fixtures are
# those of the same fixtures with the rows of each table reversed. Reports of single rows are left
# out: ranges are numbered by their rows, which also order those of equal times.
rows-in-any-order() {
  set -u
  sums=cuda_api_sum,cuda_gpu_kern_gb_sum,cuda_gpu_kern_sum,cuda_gpu_mem_size_sum,cuda_gpu_mem_time_sum
  sums=$sums,cuda_gpu_sum,cuda_kern_exec_sum,gpu_gaps,nvtx_gpu_proj_sum,nvtx_kern_sum
  sums=$sums,nvtx_pushpop_sum,nvtx_startend_sum,nvtx_sum,rank_sum,step_phase_sum
  python3 - "$FIXTURES" <<'END'
import shutil, sqlite3, sys
for name in ["stats_small", "ranks", "graph_capture", "stats_steps", "adopt"]:
    path = f"{sys.argv[1]}/{name}.sqlite"
    shutil.copy(path, f"{name}.as-is.sqlite")
    if name == "graph_capture":
        # a copied node is reported as created, too
        db = sqlite3.connect(f"{name}.as-is.sqlite")
        db.execute("INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES (1005, 1006, 1677721700, 21, NULL)")
        db.commit()
        db.close()
    shutil.copy(f"{name}.as-is.sqlite", f"{name}.reversed.sqlite")
    db = sqlite3.connect(f"{name}.reversed.sqlite")
    for table, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        rows = db.execute(f'SELECT * FROM "{table}" ORDER BY rowid DESC').fetchall()
        db.execute(f'DELETE FROM "{table}"')
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            db.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)
    db.commit()
    db.close()
END
  for report in *.as-is.sqlite; do
    name=${report%.as-is.sqlite}
    for order in as-is reversed; do
      {
        gpuflame stats -q -f csv -r "$sums" "$name.$order.sqlite"
        gpuflame stats -q "$name.$order.sqlite"
        # without the longest phase, of which there may be two
        gpuflame stats -q -f csv -r step_sum "$name.$order.sqlite" | cut -d, -f-8
        gpuflame collapse -q "$name.$order.sqlite"
        gpuflame collapse -q --by step,phase "$name.$order.sqlite"
        gpuflame collapse -q --value exposed --with-idle --by rank "$name.$order.sqlite"
      } 2>&1 | sed "s/$name\.$order/$name/g" >"$name.$order"
    done
    diff "$name.as-is" "$name.reversed" >differences && echo "$name: the same" && continue
    echo "$name: differs"
    head -20 differences
  done
}
check rows-in-any-order 0 <<'STDOUT'
adopt: the same
graph_capture: the same
ranks: the same
stats_small: the same
stats_steps: the same
STDOUT
