# The reports that nsys's recipes have and its `stats` lacks, of the small trace.
recipe-reports() {
  cp "$FIXTURES/stats_small.sqlite" small.sqlite
  cp small.sqlite other.sqlite
  gpuflame stats -f csv small.sqlite -r gpu_gaps:gap=100ns
  gpuflame stats -f csv small.sqlite -r cuda_gpu_kern_pace:base:name=gemm
  gpuflame stats -f csv small.sqlite -r nvtx_pace:name=forward
  gpuflame stats -f csv small.sqlite -r gpu_gaps
  gpuflame stats -f csv small.sqlite other.sqlite -r rank_sum,nccl_sum
  mkdir rank0 rank1 && cp small.sqlite rank0/r.sqlite && cp small.sqlite rank1/r.sqlite
  gpuflame stats -f csv -r rank_sum rank0/r.sqlite small.sqlite rank1/r.sqlite | cut -d, -f1
  COLUMNS=80 gpuflame stats small.sqlite -r step_sum,rank_sum,nccl_size_sum
  gpuflame stats --list | grep -c '^[a-z]'
  COLUMNS=80 gpuflame stats --list >list
  awk 'length > 80 { print "too long: " $0 }' list
  sed -n '/^rank_sum/,/^[a-z]/p' list
  COLUMNS=80 gpuflame stats --list | tr -d '\n ' | cmp - <(gpuflame stats --list | tr -d '\n ')
  echo '--- rows of one file each say which, where there are several'
  sql other.sqlite "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + 7000000 WHERE rowid = 1"
  gpuflame stats -q -f csv -r gpu_gaps:gap=100ns,step_sum,gpu_time_util:chunks=1 \
    other.sqlite small.sqlite
  COLUMNS=80 gpuflame stats -q -r step_sum other.sqlite small.sqlite
  gpuflame stats -q -f json -r step_sum --per-rank other.sqlite small.sqlite | grep -c File
  echo '--- the pace is that of one kernel in all of them'
  for files in small.sqlite other.sqlite 'small.sqlite other.sqlite'; do
    # shellcheck disable=SC2086 # words
    gpuflame stats -q -f tsv -r cuda_gpu_kern_pace:base $files | cut -f1,7- | uniq -c
  done
}
check recipe-reports 0 <<'STDOUT'
Duration (ns),Start (ns),PID,Device ID,Context ID
1820,4300,100,0,1
1550,1750,100,0,1
205,8300,100,0,1
200,1500,100,0,1
200,7900,100,0,1
170,6130,100,0,1
Name,Start (ns),Duration (ns),Delta (ns),Accumulated (ns),PID
gemm,1300,200,,0,100
gemm,6300,300,5000,5000,100
Name,Start (ns),Duration (ns),Delta (ns),Accumulated (ns),PID
forward,1150,600,,0,100
forward,6120,1780,4970,4970,100
Duration (ns),Start (ns),PID,Device ID,Context ID
Rank,Node,GPU,UUID,Devices,GPU Ops,Span (ns),Compute (ns),vs Median (%),Comm (ns),Exposed Comm (ns),Idle (ns),Wait (ns),Avg Wait (ns),Last,Last Share (%),First,File
other.sqlite,,0,,1,9,7365,550,0.0,2400,2300,4195,0,0.0,0,0.0,0,other.sqlite
small.sqlite,,0,,1,9,7365,550,0.0,2400,2300,4195,0,0.0,0,0.0,0,small.sqlite
Name,Count,Mean (ns),Std (ns),Min (ns),Q1 (ns),Median (ns),Q3 (ns),Max (ns),Sum (ns)
NCCL:ncclAllReduce,4,200.0,0.0,200,200.0,200.0,200.0,200,800
NCCL:ncclCommInitRank,2,100.0,0.0,100,100.0,100.0,100.0,100,200
Rank
rank0/r.sqlite
rank1/r.sqlite
small.sqlite
Training steps (step_sum)
Step       Wall  GPU Busy     Idle  Exposed Comm  Phase Time  Outlier
step 0  3.30 us   1.35 us  1.95 us       1.00 us     1.00 us
step 1  4.21 us   1.82 us  2.40 us       1.30 us     1.78 us
(not shown: PID, Start, Launches, Longest Phase)
Ranks side by side (rank_sum)
        Rank  Node  GPU  Compute  vs Median     Comm     Idle  Wait  Last
small.sqlite          0   550 ns       0.0%  2.40 us  4.20 us
(not shown: UUID, Devices, GPU Ops, Span, Exposed Comm, Avg Wait, Last Share,
 First, File)
NCCL calls by message size (nccl_size_sum)
Name                    Bytes  Count  Total Time      Avg     Alg BW     Bus BW
NCCL:ncclAllReduce  1,048,576      1     1.00 us  1.00 us  1,048.576  1,835.008
NCCL:ncclAllReduce  2,097,152      1     1.40 us  1.40 us  1,497.966  2,621.440
(not shown: Ranks, Med, Min, Max, StdDev)
59
rank_sum
    One row per rank: from its first operation to its last (Span), how long its
    devices ran compute kernels (Compute), NCCL's (Comm), only NCCL's (Exposed
    Comm), or nothing (Idle); overlaps count once except in Comm, or twice in
    Compute where the files hold sums. The rank whose kernel of a collective is
    the shortest came last (Last); the others waited (Wait) for the difference.
    GPU is the device that computes longest. All are sums: a rank that lacks
    steps has less. Who is slow, rank_cost says.
rank_range_sum
--- rows of one file each say which, where there are several
Duration (ns),Start (ns),PID,Device ID,Context ID,File
1820,4300,100,0,1,small.sqlite
1550,1750,100,0,1,small.sqlite
205,8300,100,0,1,small.sqlite
200,1500,100,0,1,small.sqlite
200,7900,100,0,1,small.sqlite
170,6130,100,0,1,small.sqlite
Step,PID,Start (ns),Wall (ns),GPU Busy (ns),Idle (ns),Exposed Comm (ns),Launches,Longest Phase,Phase Time (ns),Outlier,File
step 0,100,1000,5120,4920,200,0,4,forward,7000350,,other.sqlite
step 1,100,6120,2395,2395,0,0,5,forward,1780,,other.sqlite
step 0,100,1000,3300,1350,1950,1000,4,NCCL:ncclAllReduce,1000,,small.sqlite
step 1,100,4300,4215,1820,2395,1300,5,forward,1780,,small.sqlite
In-Use (%),Busy (%),Duration (ns),Start (ns),PID,Device ID,File
100.0,100.0,7000350,1150,100,0,other.sqlite
44.4,43.0,7365,1150,100,0,small.sqlite
Training steps (step_sum)
Step       Wall  GPU Busy     Idle  Exposed Comm  Outlier  File
step 0  5.12 us   4.92 us   200 ns          0 ns           other.sqlite
step 1  2.40 us   2.40 us     0 ns          0 ns           other.sqlite
step 0  3.30 us   1.35 us  1.95 us       1.00 us           small.sqlite
step 1  4.21 us   1.82 us  2.40 us       1.30 us           small.sqlite
(not shown: PID, Start, Launches, Longest Phase, Phase Time)
0
--- the pace is that of one kernel in all of them
      1 Name
      2 ncclDevKernel_AllReduce_Sum_bf16_RING_LL
      1 Name
      2 gemm
      1 Name	File
      2 gemm	small.sqlite
      2 gemm	other.sqlite
STDOUT
