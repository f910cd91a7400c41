# Without a report: one screen; as wide as it may be; with block characters or without.
overview() {
  cp "$FIXTURES"/{stats_small,demo}.sqlite .
  gpuflame stats stats_small.sqlite
  COLUMNS=60 LC_ALL=C gpuflame stats stats_small.sqlite demo.sqlite >screen
  awk 'length > 60 { print "too long: " $0 }' screen
  head -n 16 screen
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
1 device, 7.51 us, 10 NVTX ranges
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
Top ranges (time, number of all launched in them)
   84.4%  ██████████▏    2.76 us          5 x  prefetch
   73.4%  ████████▊      2.40 us          2 x  NCCL:ncclAllReduce
   63.0%  ███████▌       2.06 us          6 x  forward
   58.7%  ███████        1.92 us          5 x  step 1
   41.3%  █████          1.35 us          4 x  step 0
too long: Below, validation is left out: 4.41 ms, 8.4 % (--no-default-rules has it)
2 files: nsys 2024.2.3.38 export, schema 3.11.1
2 devices, 25.9 ms, 277 NVTX ranges
Start here (more: gpuflame findings)
  1. FlashAttention 2 on a Hopper GPU:...f the step, 1.12 ms
  2. Exposed all-reduce: at most 5.4 % of the step, 558 us
The devices' time in 5 steps (25.9 ms a device)
   98.9%   51.2 ms               kernels ran
    0.2%   97.6 us               only copies, fills, graphs
    0.9%    460 us               idle
Below, validation is left out: 4.41 ms, 8.4 % (--no-default-rules has it)
What ran, by kind (total time; concurrent ones both count)
   56.8%   27.3 ms        177 x  matmul
2 [2 times]
--- ranges alone say nothing of a GPU
ranges.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
0 devices, 0 ns, 10 NVTX ranges
no kernel, copy or fill ran, or none was recorded (record with 'nsys profile -t cuda,nvtx ...')
--report nvtx_sum: the ranges' time on the CPU
--- names that begin alike are cut so that they differ
Top kernels, copies and fills
   33.3%  ████           6.00 us          1 x  batch norm bwd 128
   27.8%  ███▍           5.00 us          1 x  batch norm bwd 32
   22.2%  ██▋            4.00 us          1 x  generated_by_our_own...ne_of_two
   16.7%  ██             3.00 us          1 x  generated_by_our_own...wo_of_two
Top kernels, copies and fills
   33.3%   6.00 us          1 x  batch norm bwd 128
   27.8%   5.00 us          1 x  batch norm bwd 32
   22.2%   4.00 us          1 x  generated_by_our_own_compiler_stage_four_of_layer_norm_part_one_of_two
   16.7%   3.00 us          1 x  generated_by_our_own_compiler_stage_four_of_layer_norm_part_two_of_two
--- the first findings, as gpuflame findings has them; none where part of the work is left out
3 [2 times]
0 [4 times]
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
gpuflame: note: 4 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost [2 times]
STDERR

# The screen as JSON is what stacks add up to; validation is left out of both, and said.
screen-json() {
  cp "$FIXTURES"/{stats_small,demo,adopt}.sqlite .
  gpuflame stats -f json --limit 2 demo.sqlite
  gpuflame stats demo.sqlite | grep validation
  gpuflame collapse demo.sqlite | awk '{ sum += $NF } END { print sum }'
  gpuflame -q demo.sqlite -o p.svg
  grep -o 'without validation[^<]*' p.svg
  cat >check.py <<'END'
import json, subprocess, sys

def run(*args):
    return subprocess.run(["gpuflame", *args], capture_output=True, text=True, check=True).stdout

for file in sys.argv[1:]:
    for rules in [], ["--no-default-rules"]:
        screen = json.loads(run("stats", "-q", "-f", "json", "--limit", "99999", *rules, file))["screen"]
        folded = sum(int(line.rpartition(" ")[2]) for line in run("collapse", "-q", *rules, file).splitlines())
        for table in "kinds", "operations":
            assert sum(row["ns"] for row in screen[table]) == screen["operations_ns"] == folded, (file, rules, table)
        assert "rows_cut" not in screen and len({row["name"] for row in screen["operations"]}) == len(screen["operations"])
    for args in [], ["-r", "all"], ["-r", "cuda_gpu_trace"], ["--per-rank", "-r", "nvtx_sum", file]:
        whole = run("stats", *args, "-q", "-f", "json", "--limit", "99999", file)
        for budget in 2048, 4096, 8192, 100000:
            text = run("stats", *args, "-q", "-f", "json", "--limit", "99999", "--budget", str(budget), file)
            value = json.loads(text)
            assert len(text.encode()) <= budget, (file, args, budget, len(text))
            assert text == whole or "_cut" in text, (file, args, budget)
            if args == ["-r", "cuda_gpu_trace"]:
                rows, all_rows = value["reports"][0]["rows"], json.loads(whole)["reports"][0]["rows"]
                assert rows == all_rows[:len(rows)] and len(rows) + value["reports"][0].get("rows_cut", 0) == len(all_rows)
            elif args == ["-r", "all"]:
                assert len(value["reports"]) + value.get("reports_cut", 0) == len(json.loads(whole)["reports"])
print("as stacks, within budgets")
END
  python3 check.py demo.sqlite stats_small.sqlite adopt.sqlite
  gpuflame stats -f json --budget 2k demo.sqlite | python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json"
  gpuflame stats -q -f json --budget 4k -r all demo.sqlite | python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json"
  tell 'too small' gpuflame stats -f json --budget 1k demo.sqlite
  tell 'not JSON' gpuflame stats --budget 8k demo.sqlite
}
check screen-json 2 <<'STDOUT' 3<<'STDERR'
{"schema":1,"command":"stats","files":["demo.sqlite"],
"screen":{"format":"nsys 2024.2.3.38 export, schema 3.11.1","devices":1,"ranges":267,"device_time":{"ns":51771887,"kernels_ns":51218587,"other_ns":97300,"idle_ns":456000,"steps":3},"operations_ns":47947784,"no_range_ns":0,"validation_left_out_ns":4407803,
"findings":[
  {"rule":"older-attention","percent":10.83,"step_ns":1868598,"title":"FlashAttention 2 on a Hopper GPU","where":{"range":"attention","operation":"void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<64, 128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_bwd_params)","rank":null,"step":"Train step 2"},"try":"on Hopper, FlashAttention 3 or cuDNN's attention: up to twice as fast"},
  {"rule":"exposed-all-reduce","percent":5.38,"step_ns":928655,"title":"Exposed all-reduce","where":{"range":"NCCL:ncclAllReduce","operation":"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)","rank":null,"step":"Train step 2"},"try":"overlap it with the backward pass (DDP's buckets: bucket_cap_mb, static_graph, gradient_as_bucket_view), no_sync() while gradients accumulate, gradients in bf16; check the bus bandwidth (nccl_size_sum, of NCCL's own ranges)"}],
"kinds":[
  {"name":"matmul","ns":27250135,"percent":56.8,"count":175},
  {"name":"attention","ns":10337574,"percent":21.6,"count":42},
  {"name":"elementwise","ns":3724475,"percent":7.8,"count":73},
  {"name":"communication","ns":2785965,"percent":5.8,"count":3},
  {"name":"normalisation","ns":1640541,"percent":3.4,"count":42},
  {"name":"copy and fill","ns":1137000,"percent":2.4,"count":6},
  {"name":"softmax","ns":787282,"percent":1.6,"count":5},
  {"name":"reduction","ns":284812,"percent":0.6,"count":3}],
"operations":[
  {"name":"gemm bf16 128x128x64 nt","full_name":"sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas","ns":8246894,"percent":17.2,"count":36},
  {"name":"flash attention bwd hdim64","full_name":"void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<64, 128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_bwd_params)","ns":6803766,"percent":14.2,"count":18}],
"in_ranges":[
  {"name":"Train step","ns":46810784,"percent":97.6,"count":343},
  {"name":"Layer","ns":37530739,"percent":78.3,"count":318}],"rows_cut":36}}
Below, validation is left out: 4.41 ms, 8.4 % (--no-default-rules has it)
47947784
without validation (4.41 ms, 8.4 %)
as stacks, within budgets
--- too small: status 2: gpuflame: option '--budget': a number of bytes from 2k on, such as 8k, not '1k'
--- not JSON: status 2: gpuflame: --budget bounds JSON: add --format json
STDOUT
gpuflame: note: validation is left out: 4.41 ms, 8.4 % (--no-default-rules has it)
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
  true
}
check critical-path 0 <<'STDOUT' 3<<'STDERR'
Critical path (critical_path_sum)
Share  On Path  Pieces  Off Path  Kind            Name
34.4%   172 ns       3     70 ns  kernel          gemm(float *)
18.0%    90 ns       4            CPU             forward
13.2%    66 ns       2            launch latency  gemm(float *)
11.0%    55 ns       1      0 ns  copy            [CUDA memcpy DtoH]
 8.8%    44 ns       6            CPU             step 2
 4.0%    20 ns       1    100 ns  call            cudaStreamSynchronize
 3.0%    15 ns       2     55 ns  call            cudaMemcpy
 2.4%    12 ns       3     10 ns  call            cudaLaunchKernel
 2.0%    10 ns       1            CPU             step 1
 1.0%     5 ns       1      0 ns  call            cudaGetDevice
 1.0%     5 ns       1            GPU wait        gemm(float *)
 0.4%     2 ns       1      0 ns  call            cudaEventRecord
 0.4%     2 ns       1      0 ns  call            cudaMemcpyAsync
 0.4%     2 ns       1      0 ns  call            cudaStreamWaitEvent
 0.0%     0 ns       0    100 ns  kernel          ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)
 0.0%     0 ns       0     50 ns  copy            [CUDA memcpy HtoD]
--- under its ranges
step 1;[CPU] 10
step 1;backward;[GPU wait] 5
step 1;backward;gemm(float *) 75
step 1;cudaStreamSynchronize 20
step 1;forward;[CPU] 10
step 1;forward;[launch latency] 15
step 1;forward;cudaLaunchKernel 5
step 1;forward;gemm(float *) 60
step 2;[CPU] 44
step 2;[CUDA memcpy DtoH] 55
step 2;[launch latency] 51
step 2;cudaEventRecord 2
step 2;cudaLaunchKernel 2
step 2;cudaMemcpy 15
step 2;cudaMemcpyAsync 2
step 2;cudaStreamWaitEvent 2
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
8 2 110
<title>all (500 ns, 100%)
<title>step 2 (300 ns, 60.00%)
--- a time in which nothing runs on the GPU
Share (%),On Path (ns),Pieces,Off Path (ns),Kind,Name
100.0,34000,2,,launch latency,gemm(float*)
0.0,0,0,960,call,gemm(float*)
Train step;Layer;[launch latency] 17000
other process;[launch latency] 17000
--- captures of sums, and nothing at all
status 1: gpuflame: note: 3 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: warning: the report says: Some events (5) were lost: dropped
gpuflame: 'run.gpuflame' has no data for critical_path_sum: no single operations, only sums (gpuflame record --mode trace has both)
status 2: gpuflame: 'run.gpuflame' holds sums, not events, so --value (other than count, bytes) is not possible; 'gpuflame record --mode trace' keeps events
status 1: gpuflame: 'none.sqlite' holds ranges but no GPU operations: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with 'nsys profile -t cuda,nvtx ...' (nsys 2022.4.2.1 export, schema 3.0.0)
STDOUT
report.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
  ranges                        5
  filtered out                  0
  included 500 ns + filtered 0 ns = 500 ns in the tables
  written 255 ns: divided by 2 training steps
  exports by nsys before 2024.4 do not report lost events
STDERR
