# Which rank is slow, where and by how much: in one sentence above rank_sum and the overview, by
# range, by step, and as maps.
# Each rank runs two steps: forward 100 us, backward 200 us, an all-reduce that ends for all at
# once, 50 us after the last one came. Rank 2 takes 60 us longer in backward, so the others wait
# 60 us, and in step 1 rank 1 is another 10 us late.
slow-rank() {
  python3 - <<'END'
import json
for rank in range(4):
    events, time = [], 0
    def add(name, category, start, duration, **args):
        events.append({"ph": "X", "name": name, "cat": category, "pid": 1, "tid": 1,
                       "ts": start, "dur": duration, "args": args})
    for step in range(2):
        begin, launch = time, time
        late = 10 if (rank, step) == (1, 1) else 0
        parts = [("forward", "gemm", 100 + late), ("backward", "dgemm", 260 if rank == 2 else 200)]
        for name, kernel, us in parts:
            add(name, "user_annotation", launch, 10)
            add("cudaLaunchKernel", "cuda_runtime", launch + 1, 2, correlation=len(events))
            add(kernel, "kernel", time, us, correlation=len(events) - 1, device=rank, stream=7)
            launch += 10
            time += us
        mine = 300 + late + (60 if rank == 2 else 0)
        us = 360 - mine + 50
        add("cudaLaunchKernel", "cuda_runtime", launch + 1, 2, correlation=len(events))
        add("ncclDevKernel_AllReduce_Sum_f32_RING_LL(args)", "kernel", time, us,
            correlation=len(events) - 1, device=rank, stream=20)
        time += us
        add(f"ProfilerStep#{step}", "user_annotation", begin, launch + 5 - begin)
    with open(f"rank{rank}.json", "w") as out:
        json.dump({"traceEvents": events}, out)
END
  gpuflame stats -r rank_sum,rank_range_sum,rank_step_map -f csv rank?.json
  gpuflame stats -r rank_range_sum rank?.json
  gpuflame stats -r rank_sum,rank_step_map,cuda_gpu_kern_sum -f json rank?.json | python3 -c '
import json, sys
for report in json.load(sys.stdin)["reports"]:
    print(list(report), report.get("note"), len(report["rows"]))'
  gpuflame stats rank?.json | sed -n 1,4p
  COLUMNS=60 gpuflame stats rank?.json | sed -n 3,6p
  gpuflame stats -q -r rank_range_map -f csv rank?.json | head -n 3
  echo '--- steps inside of a range'
  mkdir inside
  for rank in 0 1 2 3; do
    python3 - "rank$rank.json" "inside/rank$rank.json" <<'END'
import json, sys
trace = json.load(open(sys.argv[1]))
trace["traceEvents"].append({"ph": "X", "name": "train", "cat": "user_annotation", "pid": 1,
                             "tid": 1, "ts": 0, "dur": 5000})
json.dump(trace, open(sys.argv[2], "w"))
END
  done
  gpuflame stats -r rank_step_map -f csv inside | cmp - <(gpuflame stats -r rank_step_map -f csv rank?.json) &&
    echo equal
  echo '--- one that computes no longer, but begins late; none; nothing about one rank'
  sed 's/"dur": 260/"dur": 200/g; s/"dur": 310/"dur": 300/g' rank2.json >late.json
  mkdir late none
  cp rank0.json rank3.json late
  cp late.json late/rank2.json
  cp rank0.json none/rank0.json
  cp rank3.json none/rank3.json
  gpuflame stats late | sed -n 3p
  gpuflame stats none | sed -n 3p
  gpuflame stats rank2.json | sed -n 3p
  echo "--- PyTorch says how many there are"
  mkdir some
  for rank in 1 2; do
    sed "s/^{/{\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": $rank, \"world_size\": 4}, /" rank$rank.json >some/r$rank.json
  done
  gpuflame stats some | sed -n 3p
}
check slow-rank 0 <<'STDOUT' 3<<'STDERR'
Rank,Node,GPU,UUID,Devices,GPU Ops,Span (ns),Compute (ns),vs Median (%),Comm (ns),Exposed Comm (ns),Idle (ns),Wait (ns),Avg Wait (ns),Last,Last Share (%),First,File
0,,0,,1,6,820000,600000,-0.8,220000,220000,0,120000,60000.0,0,0.0,2,rank0.json
1,,1,,1,6,820000,610000,0.8,210000,210000,0,110000,55000.0,0,0.0,0,rank1.json
2,,2,,1,6,820000,720000,19.0,100000,100000,0,0,0.0,2,100.0,0,rank2.json
3,,3,,1,6,820000,600000,-0.8,220000,220000,0,120000,60000.0,0,0.0,0,rank3.json
Range,Kind,Ranks,Mean (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Over Med (ns),Least,Most
backward,range,4,430000.0,400000.0,400000,520000,60000.0,120000.0,rank 0,rank 2
ProfilerStep#N,range,4,632500.0,605000.0,600000,720000,58523.5,115000.0,rank 0,rank 2
forward,range,4,202500.0,200000.0,200000,210000,5000.0,10000.0,rank 0,rank 1
ncclDevKernel_AllReduce_Sum_f32_RING_LL,collective,4,187500.0,215000.0,100000,220000,58523.5,5000.0,rank 2,rank 0
Rank,Node,Range,Time (ns),vs Median (%)
0,,step 0,300000,0.0
0,,step 1,300000,-1.6
1,,step 0,300000,0.0
1,,step 1,310000,1.6
2,,step 0,360000,20.0
2,,step 1,360000,18.0
3,,step 0,300000,0.0
3,,step 1,300000,-1.6
Ranges across ranks (rank_range_sum)
rank 2 (GPU 2) computes 20.0 % longer, most of it in 'backward': 60.0 us a step, fixing it saves 55.0 us of 410 us
Range                                    Kind        Ranks    Mean     Med     Min     Max   StdDev  Over Med  Least   Most
backward                                 range           4  430 us  400 us  400 us  520 us  60.0 us    120 us  rank 0  rank 2
ProfilerStep#N                           range           4  632 us  605 us  600 us  720 us  58.5 us    115 us  rank 0  rank 2
forward                                  range           4  202 us  200 us  200 us  210 us  5.00 us   10.0 us  rank 0  rank 1
ncclDevKernel_AllReduce_Sum_f32_RING_LL  collective      4  188 us  215 us  100 us  220 us  58.5 us   5.00 us  rank 2  rank 0
['report', 'note', 'rows'] rank 2 (GPU 2) computes 20.0 % longer, most of it in 'backward': 60.0 us a step, fixing it saves 55.0 us of 410 us 4
['report', 'note', 'rows'] rank 2 (GPU 2) computes 20.0 % longer, most of it in 'backward': 60.0 us a step, fixing it saves 55.0 us of 410 us 8
['report', 'rows'] None 3
4 files: PyTorch profiler trace
4 devices, 820 us, 24 ranges
rank 2 (GPU 2) computes 20.0 % longer, most of it in 'backward': 60.0 us a step, fixing it saves 55.0 us of 410 us
rank 2 (GPU 2) computes 20.0 % longer, most of it in
'backward': 60.0 us a step, fixing it saves 55.0 us of 410
us
Rank,Node,Range,Kind,Time (ns),vs Median (%)
0,,ProfilerStep#N,range,600000,-0.8
0,,backward,range,400000,0.0
--- steps inside of a range
equal
--- one that computes no longer, but begins late; none; nothing about one rank
rank 2 (GPU 2) is idle longer: 60.0 us a step, fixing it saves 60.0 us of 410 us; rank 1 is missing
no rank is slow: none takes more than 0.0 % of a step longer than the median rank
--- PyTorch says how many there are
rank 2 (GPU 2) computes 18.0 % longer, most of it in 'backward': 55.0 us a step, fixing it saves 55.0 us of 410 us; ranks 0, 3 are missing
STDOUT
gpuflame: warning: 3 of 4 ranks: rank 1 is missing
gpuflame: warning: 2 of 4 ranks: ranks 0, 3 are missing
STDERR

# Two files that claim one rank: they add up, whatever their order, on the device that computes
# longest in all, and a warning says so.
ranks-twice() {
  capture() { # FILE RANK JOB NODE DEVICE:NS...
    local file=$1 device
    {
      echo "INSERT INTO GPUFLAME_META VALUES ('world_size', '2'), ('rank', '$2'), ('job', '$3'), ('${KEY:-node}', '$4'), ('host${KEY:+s}', 'x'),
      ('uuid.0', 'GPU-$3');"
      echo "INSERT INTO GPUFLAME_STACK (id, parent, name, kind) VALUES (1, 0, 'gemm', 1);"
      for device in "${@:5}"; do
        echo "INSERT INTO GPUFLAME_VALUE VALUES (1, ${device%:*}, ${device#*:}, 1, ${device#*:}, ${device#*:});"
      done
    } >capture.sql
    "${FIXTURES%/fixtures}/mkdb" "$file" "$TESTS/tools/capture_tables.sql" capture.sql
  }
  capture a.gpuflame 0 7 n1 1:500 0:400
  capture b.gpuflame 0 7 n1 0:400
  capture c.gpuflame 0 8 n2 2:700
  # of which only the host is known, and whose name has another rank
  KEY=host capture rank5.gpuflame 1 7 n1 1:500
  capture e.gpuflame 1 8 n1 3:500
  both() { # FILE...: forwards, backwards, and by way of partial results
    local file back=() parts=()
    gpuflame stats -q -r rank_sum "$@" >whole
    for file; do
      gpuflame stats -q --partial "$file" -o "$file.part"
      back=("$file" "${back[@]}")
      parts=("$file.part" "${parts[@]}")
    done
    gpuflame stats -q -r rank_sum "${back[@]}" | cmp - whole
    gpuflame stats -q -r rank_sum "${parts[@]}" | cmp - whole
    gpuflame stats -q -r rank_sum -f csv "$@" | cut -d , -f 1-6,8,18
    sed -n '/^Ranks/n;/^rank/p' whole
    gpuflame stats --strict -r rank_sum "$@" 2>&1 >/dev/null | head -n 1
  }
  echo "--- two processes of a rank"
  both a.gpuflame b.gpuflame rank5.gpuflame
  echo "--- two jobs"
  both a.gpuflame c.gpuflame rank5.gpuflame e.gpuflame
  echo "--- one rank alone"
  both c.gpuflame b.gpuflame
  echo "--- a copy of a recording is left out"
  python3 - <<'END'
import sqlite3
db = sqlite3.connect("a.gpuflame")
db.executemany("INSERT INTO GPUFLAME_META VALUES (?, ?)",
               (("start_ns", "1795741819767537209"), ("operations_ns", "900")))
db.commit()
END
  cp a.gpuflame copy.gpuflame
  gpuflame collapse --by rank a.gpuflame copy.gpuflame
  gpuflame stats -q -r rank_sum a.gpuflame copy.gpuflame | cmp - <(gpuflame stats -q -r rank_sum a.gpuflame)
  gpuflame stats -q --strict -r rank_sum a.gpuflame copy.gpuflame >/dev/null
  echo $?
}
check ranks-twice 0 <<'STDOUT' 3<<'STDERR'
--- two processes of a rank
Rank,Node,GPU,UUID,Devices,GPU Ops,Compute (ns),File
0,n1,0,,2,3,1300,a.gpuflame
1,n1,1,GPU-7,1,1,500,rank5.gpuflame
rank 0 (node n1, GPU 0) computes 80.0 % longer: 400 ns in all, but nobody waits for it
gpuflame: warning: rank 0 is stated by several processes, in 'a.gpuflame' and 'b.gpuflame': they are added up
--- two jobs
Rank,Node,GPU,UUID,Devices,GPU Ops,Compute (ns),File
0,n1,2,,3,3,1600,a.gpuflame
1,n1,1,,2,2,1000,e.gpuflame
rank 0 (node n2, GPU 2) computes 40.0 % longer: 200 ns in all, but nobody waits for it
gpuflame: warning: rank 0 and 1 more are each stated by several processes, as in 'a.gpuflame' and 'c.gpuflame': they are added up
--- one rank alone
Rank,Node,GPU,UUID,Devices,GPU Ops,Compute (ns),File
0,n1,2,,2,2,1100,b.gpuflame
gpuflame: warning: rank 0 is stated by several processes, in 'b.gpuflame' and 'c.gpuflame': they are added up
--- a copy of a recording is left out
rank 0;gemm 900
1
STDOUT
gpuflame: warning: 'copy.gpuflame' holds the same recording as 'a.gpuflame': it is left out
gpuflame: warning: 1 of 2 ranks: rank 1 is missing from job 7
gpuflame: the input has anomalies or reports lost events, and --strict is on
STDERR
