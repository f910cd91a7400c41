# Without a report: one screen; as wide as it may be; with block characters or without.
overview() {
  cp "$FIXTURES"/{stats_small,demo}.sqlite .
  gpuflame stats stats_small.sqlite
  COLUMNS=60 LC_ALL=C gpuflame stats stats_small.sqlite demo.sqlite >screen
  awk 'length > 60 { print "too long: " $0 }' screen
  cat screen
  gpuflame stats --per-rank stats_small.sqlite demo.sqlite | grep -c "Top kernels"
  gpuflame stats --per-rank -o screens stats_small.sqlite demo.sqlite
  grep -c "Top kernels" screens
  gpuflame stats --per-rank -o demo.sqlite stats_small.sqlite demo.sqlite
  cmp demo.sqlite "$FIXTURES/demo.sqlite"
  echo '--- ranges alone say nothing of a GPU'
  cp stats_small.sqlite ranges.sqlite
  python3 - <<'END'
import sqlite3
db = sqlite3.connect("ranges.sqlite")
for table in "KERNEL", "MEMCPY", "MEMSET":
    db.execute("DROP TABLE CUPTI_ACTIVITY_KIND_" + table)
db.commit()
END
  gpuflame stats ranges.sqlite
  echo '--- names that begin alike are cut so that they differ'
  cat >alike.json <<'END'
{"traceEvents": [
 {"ph": "X", "cat": "kernel", "name": "void cudnn::bn_bw_1C11_kernel_new<float, float, float2, 128, true, 1>(float, float)", "pid": 0, "tid": 7, "ts": 10, "dur": 6, "args": {"device": 0, "stream": 7, "correlation": 1}},
 {"ph": "X", "cat": "kernel", "name": "void cudnn::bn_bw_1C11_kernel_new<float, float, float2, 32, true, 1>(float, float)", "pid": 0, "tid": 7, "ts": 20, "dur": 5, "args": {"device": 0, "stream": 7, "correlation": 2}},
 {"ph": "X", "cat": "kernel", "name": "generated_by_our_own_compiler_stage_four_of_layer_norm_part_one_of_two", "pid": 0, "tid": 7, "ts": 30, "dur": 4, "args": {"device": 0, "stream": 7, "correlation": 3}},
 {"ph": "X", "cat": "kernel", "name": "generated_by_our_own_compiler_stage_four_of_layer_norm_part_two_of_two", "pid": 0, "tid": 7, "ts": 40, "dur": 3, "args": {"device": 0, "stream": 7, "correlation": 4}}
]}
END
  COLUMNS=80 gpuflame stats alike.json | sed -n '/Top/,$p'
  COLUMNS=60 gpuflame stats alike.json | sed -n '/Top/,$p'
  echo '--- the first findings, as gpuflame findings has them; none where part of the work is left out'
  for options in '' '--steps 1' '--stream 7' '--range forward' '--only gemm' '--filter-out nothing'; do
    # shellcheck disable=SC2086 # words
    gpuflame stats $options stats_small.sqlite | grep -c '^  [123]\. '
  done
  gpuflame findings stats_small.sqlite | grep -A1 '^[1-3]\.'
}
check overview 0 <<'STDOUT' 3<<'STDERR'
stats_small.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
1 device, 7.37 us, 10 NVTX ranges
Start here (more: gpuflame findings)
  1. The GPU is idle while the CPU launches: at most 42.4 % of the step, 1.59 us
  2. Exposed all-reduce: at most 30.6 % of the step, 1.15 us
  3. The CPU waits for the GPU, which then runs dry: at most 13.3 % of the step, 499 ns
The devices' time in 2 steps (7.51 us)
   37.9%  ████▌          2.85 us               kernels ran
    4.3%  ▌               320 ns               only copies, fills, graphs
   57.8%  ███████        4.34 us               idle
What ran, by kind (total time; concurrent ones both count)
   73.4%  ████████▊      2.40 us          2 x  communication
   15.3%  █▉              500 ns          2 x  matmul
    9.8%  █▏              320 ns          4 x  copy and fill
    1.5%  ▏                50 ns          1 x  elementwise
Top kernels, copies and fills
   73.4%  ████████▊      2.40 us          2 x  all-reduce bf16 ring LL
   15.3%  █▉              500 ns          2 x  gemm
    6.1%  ▊               200 ns          1 x  [CUDA memcpy DtoH]
    3.1%  ▍               100 ns          1 x  [CUDA memcpy HtoD]
    1.5%  ▏                50 ns          1 x  relu
    0.6%  ▏                20 ns          2 x  [CUDA memset]
Top ranges (all that was launched in them)
   84.4%  ██████████▏    2.76 us          5 x  prefetch
   73.4%  ████████▊      2.40 us          2 x  NCCL:ncclAllReduce
   63.0%  ███████▌       2.06 us          6 x  forward
   58.7%  ███████        1.92 us          5 x  step 1
   41.3%  █████          1.35 us          4 x  step 0
2 files: nsys 2024.2.3.38 export, schema 3.11.1
2 devices, 25.9 ms, 277 NVTX ranges
Start here (more: gpuflame findings)
  1. FlashAttention 2 on a Hopper GPU:...f the step, 1.12 ms
  2. Exposed all-reduce: at most 5.4 % of the step, 558 us
The devices' time in 5 steps (25.9 ms)
   98.9%   51.2 ms               kernels ran
    0.2%   97.6 us               only copies, fills, graphs
    0.9%    460 us               idle
What ran, by kind (total time; concurrent ones both count)
   57.4%   30.1 ms        202 x  matmul
   21.4%   11.2 ms         48 x  attention
    7.9%   4.14 ms         87 x  elementwise
    5.3%   2.79 ms          5 x  communication
    3.4%   1.77 ms         48 x  normalisation
    2.2%   1.14 ms         10 x  copy and fill
    1.9%    976 us          6 x  softmax
    0.5%    285 us          3 x  reduction
Top kernels, copies and fills
   15.8%   8.25 ms         36 x  gemm bf16 128x128x64 nt
   15.2%   7.95 ms         60 x  gemm bf16 128x256x64 tn
   13.0%   6.80 ms         18 x  flash attention bwd hdim64
    9.2%   4.83 ms         18 x  gemm bf16 128x256x64 nn
    8.4%   4.41 ms         30 x  flash attention ...hdim128
    7.7%   4.01 ms         60 x  gemm bf16 128x128x64 tn
Top ranges (all that was launched in them)
   97.8%   51.2 ms        394 x  Train step
   78.9%   41.3 ms        366 x  Layer
   47.3%   24.8 ms        129 x  backward
   42.2%   22.1 ms        261 x  forward
   38.2%   20.0 ms        162 x  mlp
   35.8%   18.8 ms        126 x  attention
2
2
--- ranges alone say nothing of a GPU
ranges.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
0 devices, 0 ns, 10 NVTX ranges
no kernel, copy or fill ran, or none was recorded (record with 'nsys profile -t cuda,nvtx ...')
--report nvtx_sum: the ranges' time on the CPU
--- names that begin alike are cut so that they differ
Top kernels, copies and fills
   33.3%  ████           6.00 us          1 x  batch norm bwd ...float2, 128, t... float)
   27.8%  ███▍           5.00 us          1 x  batch norm bwd ...float2, 32, tr... float)
   22.2%  ██▋            4.00 us          1 x  generated_by_our_own...ne_of_two
   16.7%  ██             3.00 us          1 x  generated_by_our_own...wo_of_two
Top kernels, copies and fills
   33.3%   6.00 us          1 x  batch norm bwd ...float2, 128, t... float)
   27.8%   5.00 us          1 x  batch norm bwd ...float2, 32, tr... float)
   22.2%   4.00 us          1 x  generated_by_our_own_compiler_stage_four_of_layer_norm_part_one_of_two
   16.7%   3.00 us          1 x  generated_by_our_own_compiler_stage_four_of_layer_norm_part_two_of_two
--- the first findings, as gpuflame findings has them; none where part of the work is left out
3
3
0
0
0
0
1. The GPU is idle while the CPU launches
   at most  42.4 % of the step, 1.59 us
--
2. Exposed all-reduce
   at most  30.6 % of the step, 1.15 us
--
3. The CPU waits for the GPU, which then runs dry
   at most  13.3 % of the step, 499 ns
STDOUT
gpuflame: 'demo.sqlite' has an ending that no format has; gpuflame stats writes .txt .csv .tsv .json .md .markdown .svg .trace.json
gpuflame: note: 4 GPU operations were launched before the profiler began, or have no launch record for another reason
gpuflame: note: 4 GPU operations were launched before the profiler began, or have no launch record for another reason
STDERR

# What determines how long a step takes: as a report, the same that collapse folds, with every cut.
critical-path() {
  cp "$FIXTURES/critical.sqlite" report.sqlite
  gpuflame stats -r critical_path_sum --strip-numbers none report.sqlite
  tell "under its ranges" gpuflame collapse --value critical --no-strip-train-iter-number report.sqlite
  echo "--- of what is selected: report, stacks"
  for cut in "--steps 1" "--skip-steps 1" "--time 90ns-250ns" "--range forward" "--device 0" "--stream 7" \
    "--process 100" "--only gemm" "--filter-out gemm" "--rename gemm=mm" "--kernel-names short"; do
    # shellcheck disable=SC2086 # an option and its value
    gpuflame stats -q -f csv -r critical_path_sum $cut report.sqlite >cut.csv
    # shellcheck disable=SC2086
    gpuflame collapse -q --value critical $cut report.sqlite >cut.folded
    echo "$cut: $(awk -F, 'NR > 1 { sum += $2 } END { print sum + 0 }' cut.csv)" \
      "$(awk '{ sum += $NF } END { print sum + 0 }' cut.folded)"
  done
  echo "--- by what --by adds"
  gpuflame collapse --value critical --by device,stream,step report.sqlite |
    awk -F'[; ]' '{ sum[$4, $6] += $NF } END { for (by in sum) print by, sum[by] }' SUBSEP=' ' | sort
  gpuflame collapse --value critical --normalize steps --summary report.sqlite >per-step.folded
  gpuflame report.sqlite --value critical -o flame.svg && grep -o '<title>[^<]*' flame.svg | head -2
  echo "--- a time in which nothing runs on the GPU"
  cp "$FIXTURES/oddities.sqlite" odd.sqlite
  gpuflame stats -q -f csv -r critical_path_sum --time 3us-20us odd.sqlite
  gpuflame collapse -q --value critical --time 3us-20us odd.sqlite
  echo "--- captures of sums, and nothing at all"
  cp "$FIXTURES/stats_sums.sqlite" run.gpuflame
  tell "" gpuflame stats -r critical_path_sum run.gpuflame
  tell "" gpuflame collapse --value critical run.gpuflame
  cp "$FIXTURES/no_kernels.sqlite" none.sqlite
  tell "" gpuflame collapse --value critical none.sqlite
  echo "--- a PyTorch trace that says what streams and calls waited for, and the same without that"
  cat >sync.json <<'END'
{"traceEvents": [
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 0, "dur": 1.5, "args": {"correlation": 1}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaEventRecord", "pid": 1, "tid": 1, "ts": 2, "dur": 1, "args": {"correlation": 2}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaStreamWaitEvent", "pid": 1, "tid": 1, "ts": 4, "dur": 1, "args": {"correlation": 3}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 6, "dur": 1, "args": {"correlation": 4}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaEventSynchronize", "pid": 1, "tid": 1, "ts": 8, "dur": 24, "args": {"correlation": 5}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 40, "dur": 1, "args": {"correlation": 6}},
{"ph": "X", "cat": "kernel", "name": "first", "pid": 0, "tid": 7, "ts": 3, "dur": 27, "args": {"correlation": 1, "device": 0, "stream": 7}},
{"ph": "X", "cat": "kernel", "name": "waits", "pid": 0, "tid": 20, "ts": 33, "dur": 30, "args": {"correlation": 4, "device": 0, "stream": 20}},
{"ph": "X", "cat": "kernel", "name": "last", "pid": 0, "tid": 20, "ts": 64, "dur": 16, "args": {"correlation": 6, "device": 0, "stream": 20}},
{"ph": "X", "cat": "cuda_sync", "name": "Event Sync", "pid": 0, "tid": -1, "ts": 8, "dur": 24, "args": {"correlation": 5, "device": 0, "stream": -1,
  "wait_on_stream": 7, "wait_on_cuda_event_record_corr_id": 2, "wait_on_cuda_event_id": 9}},
{"ph": "X", "cat": "cuda_sync", "name": "Context Sync", "pid": 0, "tid": -1, "ts": 8, "dur": 24, "args": {"correlation": 5}},
{"ph": "X", "cat": "cuda_sync", "name": "Stream Wait Event", "pid": 0, "tid": 20, "ts": 4, "dur": 1, "args": {"correlation": 3, "device": 0, "stream": 20,
  "wait_on_stream": 7, "wait_on_cuda_event_record_corr_id": 2, "wait_on_cuda_event_id": 9}}]}
END
  grep -v '"cat": "cuda_sync"\|^  "wait' sync.json | sed 's/"stream": 20}},$/&/; $s/$//' >none.json
  sed -i '/"name": "last"/s/,$/]}/' none.json
  for trace in sync none; do
    gpuflame stats -f csv -r critical_path_sum $trace.json | tail -n +2
    gpuflame collapse -q --value critical $trace.json
  done
}
check critical-path 0 <<'STDOUT' 3<<'STDERR'
Critical path (critical_path_sum)
Share  On Path  Pieces  Off Path  Kind            Name
34.4%   172 ns       3     70 ns  kernel          gemm(float *)
18.0%    90 ns       4            CPU             forward
11.0%    55 ns       1      0 ns  copy            [CUDA memcpy DtoH]
10.0%    50 ns       1      0 ns  copy            [CUDA memcpy HtoD]
 8.2%    41 ns       3            CPU             step 2
 4.0%    20 ns       1    100 ns  call            cudaStreamSynchronize
 3.0%    15 ns       2     55 ns  call            cudaMemcpy
 3.0%    15 ns       1            launch latency  gemm(float *)
 2.0%    10 ns       2     12 ns  call            cudaLaunchKernel
 2.0%    10 ns       1            CPU             step 1
 1.6%     8 ns       2            GPU wait        gemm(float *)
 1.4%     7 ns       1            launch latency  [CUDA memcpy HtoD]
 1.0%     5 ns       1      0 ns  call            cudaGetDevice
 0.4%     2 ns       1      0 ns  call            cudaMemcpyAsync
 0.0%     0 ns       0    100 ns  kernel          ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)
 0.0%     0 ns       0      2 ns  call            cudaEventRecord
 0.0%     0 ns       0      2 ns  call            cudaStreamWaitEvent
--- under its ranges
step 1;[CPU] 10
step 1;backward;[GPU wait] 5
step 1;backward;gemm(float *) 75
step 1;cudaStreamSynchronize 20
step 1;forward;[CPU] 10
step 1;forward;[launch latency] 15
step 1;forward;cudaLaunchKernel 5
step 1;forward;gemm(float *) 60
step 2;[CPU] 41
step 2;[CUDA memcpy DtoH] 55
step 2;[CUDA memcpy HtoD] 50
step 2;[GPU wait] 3
step 2;[launch latency] 7
step 2;cudaMemcpy 15
step 2;cudaMemcpyAsync 2
step 2;forward;[CPU] 80
step 2;forward;cudaGetDevice 5
step 2;forward;cudaLaunchKernel 5
step 2;gemm(float *) 37
--- of what is selected: report, stacks
--steps 1: 200 200
--skip-steps 1: 300 300
--time 90ns-250ns: 160 160
--range forward: 180 180
--device 0: 500 500
--stream 7: 390 390
--process 100: 500 500
--only gemm: 172 172
--filter-out gemm: 328 328
--rename gemm=mm: 500 500
--kernel-names short: 500 500
--- by what --by adds
7 1 200
7 2 190
8 2 40
9 2 70
<title>all (500 ns, 100%)
<title>step 2 (300 ns, 60.00%)
--- a time in which nothing runs on the GPU
Share (%),On Path (ns),Pieces,Off Path (ns),Kind,Name
100.0,34000,2,,launch latency,gemm(float*)
0.0,0,0,960,call,gemm(float*)
Train step;Layer;[launch latency] 17000
other process;[launch latency] 17000
--- captures of sums, and nothing at all
status 1: gpuflame: note: 3 GPU operations were launched before the profiler began, or have no launch record for another reason
gpuflame: warning: the report says: Some events (5) were lost: dropped
gpuflame: 'run.gpuflame' has no data for critical_path_sum: no single operations, only sums (gpuflame record --mode trace has both)
status 2: gpuflame: 'run.gpuflame' holds sums, not events, so --value (other than count) is not possible; 'gpuflame record --mode trace' keeps events
status 1: gpuflame: 'none.sqlite' holds ranges but no GPU operations: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with 'nsys profile -t cuda,nvtx ...' (nsys 2022.4.2.1 export, schema 3.0.0)
--- a PyTorch trace that says what streams and calls waited for, and the same without that
37.5,30000,1,0,kernel,waits
33.8,27000,1,0,kernel,first
20.0,16000,1,0,kernel,last
3.8,3000,1,,GPU wait,waits
1.9,1500,1,2000,call,cudaLaunchKernel
1.9,1500,1,,launch latency,first
1.3,1000,1,,GPU wait,last
0.0,0,0,24000,call,cudaEventSynchronize
0.0,0,0,1000,call,cudaEventRecord
0.0,0,0,1000,call,cudaStreamWaitEvent
[GPU wait] 4000
[launch latency] 1500
cudaLaunchKernel 1500
first 27000
last 16000
waits 30000
37.5,30000,1,0,kernel,waits
32.5,26000,1,,launch latency,waits
20.0,16000,1,0,kernel,last
3.1,2500,2,1000,call,cudaLaunchKernel
3.1,2500,3,,CPU,
1.3,1000,1,0,call,cudaEventRecord
1.3,1000,1,0,call,cudaStreamWaitEvent
1.3,1000,1,,GPU wait,last
0.0,0,0,27000,kernel,first
0.0,0,0,24000,call,cudaEventSynchronize
[CPU] 2500
[GPU wait] 1000
[launch latency] 26000
cudaEventRecord 1000
cudaLaunchKernel 2500
cudaStreamWaitEvent 1000
last 16000
waits 30000
STDOUT
report.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
  ranges                        5
  filtered out                  0
  included 500 ns + filtered 0 ns = 500 ns in the tables
  written 256 ns: divided by 2 training steps
  exports by nsys before 2024.4 do not report lost events
STDERR
