# Numbers worked out by hand, of what nsys prints nothing to compare with.
numbers-by-hand() {
  cp "$FIXTURES"/stats_{small,steps,sync,nccl_binary}.sqlite .
  echo '--- what waits: of 11 operations those of 30, 50 and 10 ns; 60; 90 and 80'
  gpuflame stats -f csv -r cuda_memcpy_sync,cuda_memcpy_async,cuda_memset_sync stats_sync.sqlite | cut -d, -f1-4,10
  tell "a kernel that began within its call has not queued: 20000 to 20050, 20020 to 20120" gpuflame stats -f csv -r cuda_kern_exec_trace,cuda_kern_exec_sum stats_sync.sqlite
  echo '--- API calls and GPU: 11 + 1 calls of 20 and 50 ns, copies of 10 to 70, fills of 80 to 110'
  # cudaMemcpy: 80; cuMemcpyDtoH: 20; cudaMemcpyAsync: 40; cudaMemset: 60; cudaMemsetAsync: 20;
  # cudaLaunchKernel: 50. HtoD: 20 + 30; DtoH: 10 + 50 + 60 + 70; DtoD: 40; fills: 80 + 90 + 100 + 110;
  # gemm: 100. In all 1030.
  gpuflame stats -f csv -r cuda_api_gpu_sum stats_sync.sqlite
  echo '--- pooled: forward is 900, 900 and six times 30: the median of all is 30, that of medians 465'
  gpuflame stats -f csv -r nvtx_pushpop_sum stats_small.sqlite stats_steps.sqlite | grep forward
  echo '--- pooled quartiles: all-reduces of 1000, 1400, 2000 and 2000 ns: 1300, 1700, 2000'
  gpuflame stats -f csv -r nccl_gpu_proj_sum stats_small.sqlite stats_nccl_binary.sqlite | grep -i 'Q1\|allreduce'
  echo '--- each by itself: 1100, 1200, 1300; then 2000'
  gpuflame stats -f csv --per-rank -r nccl_gpu_proj_sum stats_small.sqlite stats_nccl_binary.sqlite | grep -i 'allreduce'
  echo '--- ranks: two compute for 550 ns, one for 6 * 500 + 4100 = 7100, 1190.9 % above the median'
  cp stats_small.sqlite again.sqlite
  gpuflame stats -f csv -r rank_sum stats_small.sqlite again.sqlite stats_steps.sqlite
  echo '--- gaps of 100 ns and more between 1150-1250, 1300-1500, 1700-1750, 3300-4300, 6120-6130, 6300-7900, 8100-8300, 8505'
  gpuflame stats -f csv -r gpu_gaps:gap=100ns stats_small.sqlite | cut -d, -f1,2
  echo '--- five parts of 1473 ns from 1150 on: 350, 796, 204, 852 (752 without the overlap), 1068 in use'
  gpuflame stats -f csv -r gpu_time_util:chunks=5 stats_small.sqlite | cut -d, -f1-3
  echo '--- of 1400 ns of all-reduce a gemm runs for 100'
  gpuflame stats -f csv -r nccl_gpu_overlap_trace stats_small.sqlite | cut -d, -f2,3,6,7
}
check numbers-by-hand 0 <<'STDOUT'
--- what waits: of 11 operations those of 30, 50 and 10 ns; 60; 90 and 80
Duration (ns),Start (ns),Src Kind,Dst Kind,API Name
50,5100,Device,Pinned,cuMemcpyDtoH_v2
30,3100,Pageable,Device,cudaMemcpy
10,1100,Device,Pageable,cudaMemcpy
Duration (ns),Start (ns),Src Kind,Dst Kind,API Name
60,6100,Device,Pageable,cudaMemcpyAsync
Duration (ns),Start (ns),Memory Kind,Bytes (MB)
90,9100,Managed,0.001
80,8100,Pinned,0.001
--- a kernel that began within its call has not queued: 20000 to 20050, 20020 to 20120
API Start (ns),API Dur (ns),Queue Start (ns),Queue Dur (ns),Kernel Start (ns),Kernel Dur (ns),Total Dur (ns),PID,TID,DevId,API Function,GridXYZ,BlockXYZ,Kernel Name
20000,50,,,20020,100,120,5,6,0,cudaLaunchKernel,   2    1    1,  32    1    1,gemm
PID,TID,DevId,Count,QCount,TAvg (ns),TMed (ns),TMin (ns),TMax (ns),TStdDev (ns),AAvg (ns),AMed (ns),AMin (ns),AMax (ns),AStdDev (ns),QAvg (ns),QMed (ns),QMin (ns),QMax (ns),QStdDev (ns),KAvg (ns),KMed (ns),KMin (ns),KMax (ns),KStdDev (ns),API Name,Kernel Name
5,6,0,1,0,120.0,120.0,120,120,0.0,50.0,50.0,50,50,0.0,,,,,0.0,100.0,100.0,100,100,0.0,cudaLaunchKernel,gemm
--- API calls and GPU: 11 + 1 calls of 20 and 50 ns, copies of 10 to 70, fills of 80 to 110
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Category,Operation
36.9,380,4,95.0,95.0,80,110,12.9,MEMORY_OPER,[CUDA memset]
18.4,190,4,47.5,55.0,10,70,26.3,MEMORY_OPER,[CUDA memcpy Device-to-Host]
9.7,100,1,100.0,100.0,100,100,0.0,CUDA_KERNEL,gemm
7.8,80,4,20.0,20.0,20,20,0.0,CUDA_API,cudaMemcpy
5.8,60,3,20.0,20.0,20,20,0.0,CUDA_API,cudaMemset
4.9,50,1,50.0,50.0,50,50,0.0,CUDA_API,cudaLaunchKernel
4.9,50,2,25.0,25.0,20,30,7.1,MEMORY_OPER,[CUDA memcpy Host-to-Device]
3.9,40,2,20.0,20.0,20,20,0.0,CUDA_API,cudaMemcpyAsync
3.9,40,1,40.0,40.0,40,40,0.0,MEMORY_OPER,[CUDA memcpy Device-to-Device]
1.9,20,1,20.0,20.0,20,20,0.0,CUDA_API,cuMemcpyDtoH_v2
1.9,20,1,20.0,20.0,20,20,0.0,CUDA_API,cudaMemsetAsync
--- pooled: forward is 900, 900 and six times 30: the median of all is 30, that of medians 465
19.3,1980,8,247.5,30.0,30,900,402.7,forward
--- pooled quartiles: all-reduces of 1000, 1400, 2000 and 2000 ns: 1300, 1700, 2000
Name,Count,Mean (ns),Std (ns),Min (ns),Q1 (ns),Median (ns),Q3 (ns),Max (ns),Sum (ns)
NCCL:ncclAllReduce,4,1600.0,489.9,1000,1300.0,1700.0,2000.0,2000,6400
--- each by itself: 1100, 1200, 1300; then 2000
NCCL:ncclAllReduce,2,1200.0,282.8,1000,1100.0,1200.0,1300.0,1400,2400,stats_small.sqlite
NCCL:ncclAllReduce,2,2000.0,0.0,2000,2000.0,2000.0,2000.0,2000,4000,stats_nccl_binary.sqlite
--- ranks: two compute for 550 ns, one for 6 * 500 + 4100 = 7100, 1190.9 % above the median
Rank,Node,GPU,UUID,Devices,GPU Ops,Span (ns),Compute (ns),vs Median (%),Comm (ns),Exposed Comm (ns),Idle (ns),Wait (ns),Avg Wait (ns),Last,Last Share (%),First,File
again.sqlite,,0,,1,9,7365,550,0.0,2400,2300,4195,0,0.0,0,0.0,0,again.sqlite
stats_small.sqlite,,0,,1,9,7365,550,0.0,2400,2300,4195,0,0.0,0,0.0,0,stats_small.sqlite
stats_steps.sqlite,,0,,1,12,7100,7100,1190.9,0,0,0,,,,,,stats_steps.sqlite
--- gaps of 100 ns and more between 1150-1250, 1300-1500, 1700-1750, 3300-4300, 6120-6130, 6300-7900, 8100-8300, 8505
Duration (ns),Start (ns)
1820,4300
1550,1750
205,8300
200,1500
200,7900
170,6130
--- five parts of 1473 ns from 1150 on: 350, 796, 204, 852 (752 without the overlap), 1068 in use
In-Use (%),Busy (%),Duration (ns)
23.8,23.8,1473
54.0,54.0,1473
13.8,13.8,1473
57.8,51.1,1473
72.5,72.5,1473
--- of 1400 ns of all-reduce a gemm runs for 100
Start (ns),End (ns),Communication (%),Compute (%)
3300,4300,0.0,0.0
6500,7900,0.0,7.1
STDOUT

# A capture of sums by hand: gemm is 900 + 50 + 70 ns of 6, on two devices, 30 to 400; two all-reduces
# of 100; three copies of 30. What has no launch record is in no range.
sums-by-hand() {
  cp "$FIXTURES/stats_sums.sqlite" sums.sqlite
  for naming in "" :base :mangled; do gpuflame stats -f csv -r "cuda_gpu_kern_sum$naming" sums.sqlite; done
  gpuflame stats -q -f csv -r cuda_gpu_mem_time_sum,cuda_gpu_sum sums.sqlite
  gpuflame stats -q -f csv -r nvtx_kern_sum:base sums.sqlite
  gpuflame stats -q sums.sqlite
  # Two files: every sum of one file is doubled.
  cp sums.sqlite more.sqlite
  gpuflame stats -q -f csv -r cuda_gpu_kern_sum:base sums.sqlite more.sqlite
}
check sums-by-hand 0 <<'STDOUT' 3<<'STDERR'
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
91.1,1020,6,170.0,,30,400,,gemm(float*)
8.9,100,2,50.0,,40,60,,ncclKernel(int)
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
91.1,1020,6,170.0,,30,400,,gemm
8.9,100,2,50.0,,40,60,,ncclKernel
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
91.1,1020,6,170.0,,30,400,,_Z4gemmPf
8.9,100,2,50.0,,40,60,,_Z10ncclKerneli
Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Operation
78.9,30,3,10.0,,5,15,,[CUDA memcpy Unified Host-to-Device]
21.1,8,1,8.0,8.0,8,8,0.0,[CUDA memset]
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Category,Operation
88.1,1020,6,170.0,,30,400,,CUDA_KERNEL,gemm(float*)
8.6,100,2,50.0,,40,60,,CUDA_KERNEL,ncclKernel(int)
2.6,30,3,10.0,,5,15,,MEMORY_OPER,[CUDA memcpy Unified Host-to-Device]
0.7,8,1,8.0,8.0,8,8,0.0,MEMORY_OPER,[CUDA memset]
NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
,,,,,2,70,35.0,,30,40,,gemm
NCCL:ncclAllReduce,,321,,,2,100,50.0,,40,60,,ncclKernel
step,,321,,,4,950,237.5,,50,400,,gemm
step,,321,,,2,100,50.0,,40,60,,ncclKernel
sums.sqlite: capture of gpuflame 0.1.0
2 devices; totals only: record with --mode trace for idle time
Start here (more: gpuflame findings)
  1. Kernels are so small that starting them counts: at most 31.6 % of the GPU's work in steps, 250 ns
  2. Communication, of which a trace shows what computation hides: at most 6.3 % of the GPU's work in steps, 50 ns
What ran, by kind (total time; concurrent ones both count)
   61.5%  ███████▍       1.02 us          6 x  matmul
   30.2%  ███▋            500 ns          1 x  other
    6.0%  ▊               100 ns          2 x  communication
    2.3%  ▎                38 ns          4 x  copy and fill
Top kernels, copies and fills
   61.5%  ███████▍       1.02 us          6 x  gemm
   30.2%  ███▋            500 ns          1 x  [CUDA graph]
    6.0%  ▊               100 ns          2 x  ncclKernel
    1.8%  ▎                30 ns          3 x  [CUDA memcpy UVM HtoD]
    0.5%  ▏                 8 ns          1 x  [CUDA memset]
Top ranges (time, number of all launched in them)
   95.3%  ███████████▍   1.58 us         10 x  step
   30.2%  ███▋            500 ns          1 x  [unnamed]
    6.0%  ▊               100 ns          2 x  NCCL:ncclAllReduce
    4.7%  ▋                78 ns               in no range
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
91.1,2040,12,170.0,,30,400,,gemm
8.9,200,4,50.0,,40,60,,ncclKernel
STDOUT
gpuflame: note: 3 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: warning: the report says: Some events (5) were lost: dropped
gpuflame: note: 3 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: warning: the report says: Some events (5) were lost: dropped
gpuflame: note: 3 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: warning: the report says: Some events (5) were lost: dropped
STDERR

# A field of each type of NVTX, 0 to 22, and of others, of the same bytes: in those that are numbers, their size and sign.
payload-types() {
  cp "$FIXTURES/stats_nccl_binary.sqlite" types.sqlite
  sql types.sqlite <<'END'
DELETE FROM NVTX_PAYLOAD_SCHEMA_ENTRIES;
DELETE FROM NVTX_EVENTS WHERE eventType = 59;
WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES SELECT 1, 5, i, NULL, i - 9, i - 9, NULL, NULL, 0 FROM n;
INSERT INTO NVTX_EVENTS VALUES (2, 3, 59, 'x', (100 << 24) + 100, 1,
  X'01000000000000000500000000000000080000000000000020000000000000008081828384858687');
END
  echo 'SELECT json AS "JSON:text" FROM range' >json.sql
  gpuflame stats -q -f json -r ./json.sql types.sqlite | jq -r '.reports[0].rows[0].JSON'
  cp "$FIXTURES/demo.sqlite" .
  for column in uint64 uint32 int64 double; do
    sql demo.sqlite "UPDATE NVTX_EVENTS SET uint64Value = NULL, uint32Value = NULL, int64Value = NULL; UPDATE NVTX_EVENTS SET ${column}Value = -1"
    echo 'SELECT DISTINCT payload AS "Payload:text" FROM range' >payload.sql
    tell $column gpuflame stats -q -f csv -r ./payload.sql demo.sqlite
  done
}
check payload-types 0 <<'STDOUT'
{"22":9765639646188044672,"18":9765639646188044672,"17":-8681104427521506944,"16":2206368128,"15":-2088599168,"14":33152,"13":-32384,"12":128,"11":-128,"10":9765639646188044672,"9":-8681104427521506944,"6":2206368128,"5":-2088599168,"4":33152,"3":-32384}
--- uint64: Payload | 18446744073709551615
--- uint32: Payload | 18446744073709551615
--- int64: Payload | -1
--- double: Payload | -1
STDOUT

# Collectives by size, whose payloads are bytes. All take 2000 ns: 1 MB is 500 GB/s; of 8 ranks
# an all-reduce has 2 * 7/8 of that on the bus, of 2 ranks 2 * 1/2. An all-gather of 8 ranks that
# give 1 MB each gathers 8 MB: 4000 GB/s, 7/8 of it on the bus; unknown where the
# number of ranks is unknown. What cannot be read is left out.
collective-sizes() {
  gpuflame stats -f csv -r nccl_size_sum "$FIXTURES/stats_nccl_binary.sqlite"
  gpuflame stats -f csv -r nccl_sum "$FIXTURES/stats_nccl_binary.sqlite" | cut -d, -f1,2
  # The rank of the process is in the payload too: 3 of the larger communicator's 8.
  gpuflame collapse -q --by rank "$FIXTURES/stats_nccl_binary.sqlite"
  # What takes no time has no bandwidth.
  cp "$FIXTURES/stats_nccl_binary.sqlite" none.sqlite
  sql none.sqlite "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = start"
  gpuflame stats -q -f csv -r nccl_size_sum none.sqlite | tail -n 1
}
check collective-sizes 0 <<'STDOUT'
Name,Bytes,Ranks,Count,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Alg BW (GB/s),Bus BW (GB/s)
NCCL:ncclAllGather,4000,,1,2000,2000.0,2000.0,2000,2000,0.0,,
NCCL:ncclAllGather,1000000,8,1,2000,2000.0,2000.0,2000,2000,0.0,4000.000,3500.000
NCCL:ncclAllReduce,1000000,2,1,2000,2000.0,2000.0,2000,2000,0.0,500.000,500.000
NCCL:ncclAllReduce,1000000,8,1,2000,2000.0,2000.0,2000,2000,0.0,500.000,875.000
NCCL:ncclBroadcast,4000,2,1,2000,2000.0,2000.0,2000,2000,0.0,2.000,2.000
Name,Count
NCCL:ncclReduce,8
NCCL:ncclAllGather,2
NCCL:ncclAllReduce,2
NCCL:ncclBroadcast,1
NCCL:ncclCommInitRank,2
rank 3;NCCL:ncclAllGather;ncclDevKernel_AllReduce_Sum_f32_RING_LL 4000
rank 3;NCCL:ncclAllReduce;ncclDevKernel_AllReduce_Sum_f32_RING_LL 4000
rank 3;NCCL:ncclBroadcast;ncclDevKernel_AllReduce_Sum_f32_RING_LL 2000
rank 3;NCCL:ncclReduce;ncclDevKernel_AllReduce_Sum_f32_RING_LL 16000
NCCL:ncclBroadcast,4000,2,1,0,0.0,0.0,0,0,0.0,,
STDOUT

# Reports of more operations than one thread takes: nvtx_kern_sum as Python counts it, and the first
# screen and the findings, which several threads gather.
many-operations() {
  python3 - <<'END'
import collections, sqlite3, statistics
db = sqlite3.connect("many.sqlite")
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value);
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start, end, deviceId, contextId, streamId, correlationId, globalPid, copyKind, bytes);
""")
names = ["gemm", "gemm, larger", "softmax", "ncclDevKernel_AllReduce", "unused"]
db.executemany("INSERT INTO StringIds VALUES (?, ?)", enumerate(names, 1))
steps, layers, each = 500, 12, 8
tid, pid = (5 << 24) + 1, 5 << 24
calls, kernels, copies, ranges = [], [], [], []
pairs = collections.defaultdict(list)
at, done, correlation = 1000, 0, 0
for step in range(steps):
    begun = at
    for layer in range(layers):
        inner = at
        for i in range(each):
            correlation += 1
            calls.append((at, at + 5, tid, correlation))
            kind, ns = (i + layer) % 4, 900 + (step * 31 + layer * 7 + i * 113) % 1009
            done = max(done, at + 20)
            kernels.append((done, done + ns, 7, correlation, pid, 1 + kind))
            done += ns
            for name in (f"layer {layer}", "forward" if layer % 3 else f"layer {layer}", f"step {step}"):
                pairs[name, names[kind]].append(ns)
            at += 200 + 700 * (i % 2)
        # the range of every third layer is in another of the same name, as one that calls itself
        ranges += [(inner, at, f"layer {layer}"), (inner, at, "forward" if layer % 3 else f"layer {layer}")]
    correlation += 1
    calls.append((at, at + 5, tid, correlation))
    done = max(done, at + 10)
    copies.append((done, done + 500 + step % 7, 7, correlation, pid, 1, 4096))
    done += 507
    at += 3000
    ranges.append((begun, at, f"step {step}"))
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?)", calls)
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, ?, ?, ?, ?)", kernels)
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (?, ?, 0, 1, ?, ?, ?, ?, ?)", copies)
db.executemany("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, %d)" % tid, ranges)
db.commit()
with open("expected", "w") as out:
    for (name, kernel), ns in sorted(pairs.items()):
        print(name, kernel, sum(ns), f"{statistics.median(ns):.1f}", min(ns), max(ns), sep="|", file=out)
END
  gpuflame stats -q -r nvtx_kern_sum -f json many.sqlite >report
  python3 - <<'END'
import json
rows = json.load(open("report"))["reports"][0]["rows"]
lines = sorted((r["NVTX Range"], r["Kernel Name"], r["Total Time (ns)"], f'{r["Med (ns)"]:.1f}', r["Min (ns)"], r["Max (ns)"]) for r in rows)
expected = open("expected").read().splitlines()
print(len(lines), "rows, as Python has them" if ["|".join(map(str, l)) for l in lines] == expected else "rows, which differ")
END
  gpuflame stats -q many.sqlite
  gpuflame findings -q many.sqlite
}
check many-operations 0 <<'STDOUT'
2052 rows, as Python has them
many.sqlite: nsys export, before 2022
1 device, 67.7 ms, 12,500 NVTX ranges
Start here (more: gpuflame findings)
  1. Kernels are so small that starting them counts: at most 73.3 % of the step, 99.2 us
  2. Exposed all-reduce: at most 24.9 % of the step, 33.7 us
The devices' time in 500 steps (67.7 ms)
   99.6%  ████████████   67.4 ms               kernels ran
    0.4%  ▏               251 us               only copies, fills, graphs
    0.0%  ▏              2.02 us               idle
What ran, by kind (total time; concurrent ones both count)
   49.8%  ██████         33.7 ms     24,000 x  matmul
   24.9%  ███            16.9 ms     12,000 x  communication
   24.9%  ███            16.9 ms     12,000 x  softmax
    0.4%  ▏               251 us        500 x  copy and fill
Top kernels, copies and fills
   24.9%  ███            16.9 ms     12,000 x  nccl AllReduce
   24.9%  ███            16.9 ms     12,000 x  gemm
   24.9%  ███            16.9 ms     12,000 x  softmax
   24.9%  ███            16.9 ms     12,000 x  gemm, larger
    0.4%  ▏               251 us        500 x  [CUDA memcpy HtoD]
Top ranges (time, number of all launched in them)
  100.0%  ████████████   67.7 ms     48,500 x  step N
   99.6%  ████████████   67.4 ms     48,000 x  layer N
   66.4%  ████████       44.9 ms     32,000 x  forward
many.sqlite: 1 device, 500 steps of 135 us: 2 findings, 98.2 % of the step in all at most
1. Kernels are so small that starting them counts
   at most  73.3 % of the step, 99.2 us
   where    range 'forward' (66 %), kernel gemm, most in 'step 330'
   evidence 36,000 kernels below 10 us, mean kernel 1.40 us, share of all kernels 100.0 %
   see      gpuflame stats --report cuda_gpu_kern_sum many.sqlite
   try      fuse them, do more in each; where they are in none, CUDA graphs for the gaps
   rule     small-kernels: Alan Gray, "Getting Started with CUDA Graphs", NVIDIA 2019: kernels of a
            few microseconds cost as much to start as to run
2. Exposed all-reduce
   at most  24.9 % of the step, 33.7 us
   where    range 'forward' (67 %), kernel nccl AllReduce, most in 'step 233'
   evidence 12,000 pieces, mean 1.40 us, longest 1.91 us
   see      gpuflame collapse --value exposed many.sqlite
   try      overlap it with the backward pass (DDP's buckets: bucket_cap_mb, static_graph,
            gradient_as_bucket_view), no_sync() while gradients accumulate, gradients in bf16; check
            the bus bandwidth (nccl_size_sum, of NCCL's own ranges)
   rule     exposed-all-reduce: docs/VALUES.md, "Values", exposed; PyTorch DDP notes
STDOUT
