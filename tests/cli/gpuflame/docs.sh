# The commands of docs/COOKBOOK.md, all of them: their status, and what they print or write first.
cookbook() {
  cp "$FIXTURES/demo.sqlite" report.sqlite
  cp "$FIXTURES/stats_nccl.sqlite" nccl.sqlite
  cp "$TESTS/fixtures/torch_mfu.json" trace.json
  cp report.sqlite before.sqlite
  cp report.sqlite after.sqlite
  sed -n '/^```sql$/,/^```$/{/^```/!p}' "$TESTS/../docs/COOKBOOK.md" >waits.sql
  mkdir run
  cp report.sqlite run/job_rank0.sqlite
  cp report.sqlite run/job_rank1.sqlite
  python3 - <<'END'
import sqlite3
for file in ("after.sqlite", "run/job_rank1.sqlite"):
    db = sqlite3.connect(file)
    db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + (end - start) / 2")
    db.commit()
END
  commands=0
  while read -r command; do
    case $command in gpuflame*) ;; *) echo "not a command: $command" ;; esac
    commands=$((commands + 1))
    eval "$command" >printed 2>said
    echo "--- $command: $?"
    output=${command##* -o }
    case $command in
      *" -o "*) output=${output%% *} ;;
      *) output= ;;
    esac
    case $output in
      */) ls "$output" | wc -l ;;
      *.gz) gzip -t "$output" && echo "a gzipped file" ;;
      ?*) head -c 40 "$output" | head -n 1 && echo ;;
    esac
    grep -v '^$' printed | head -n 4 | cut -c-100
    grep -v 'warning' said | cut -c-100
    [ -z "$output" ] || rm -r "$output"
  done < <(sed -n '/^```sh$/,/^```$/{/^```/!p}' "$TESTS/../docs/COOKBOOK.md")
  echo "$commands commands"
  grep -c '^\*\*[0-9]*\. ' "$TESTS/../docs/COOKBOOK.md"
}
check cookbook 0 <<'STDOUT'
--- gpuflame stats report.sqlite: 0
report.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
1 device, 51.8 ms, 267 NVTX ranges
Look at first (gpuflame findings has more)
  1. All-reduce that no computation hides: at most 5.4 % of the step, 929 us
--- gpuflame findings report.sqlite: 0
report.sqlite: 1 device, 3 steps of 17.2 ms: 1 finding, 5.4 % of the step in all at most
1. All-reduce that no computation hides
   at most  5.4 % of the step, 929 us
   where    range 'NCCL:ncclAllReduce', kernel
--- gpuflame report.sqlite -o flame.svg: 0
<?xml version="1.0" encoding="UTF-8" sta
--- gpuflame report.sqlite -o flame.html: 0
<!DOCTYPE html>
--- gpuflame report.sqlite --skip-steps 1 -o flame.svg: 0
<?xml version="1.0" encoding="UTF-8" sta
--- gpuflame stats --steps 2 report.sqlite: 0
report.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
1 device, 18.7 ms, 100 NVTX ranges
Look at first (gpuflame findings has more)
  1. All-reduce that no computation hides: at most 5.0 % of the step, 945 us
--- gpuflame stats -r cuda_gpu_kern_sum --kernel-names family --limit 10 report.sqlite: 0
CUDA GPU kernel summary (cuda_gpu_kern_sum)
 Time  Total Time  Instances      Avg      Med      Min      Max   StdDev  Name
57.6%     29.5 ms        182   162 us   133 us  34.0 us   824 us   121 us  xmma_gemm
13.3%     6.80 ms         18   378 us   377 us   371 us   386 us  4.89 us  flash_attention_backward
--- gpuflame stats -r range_kernel_sum --kernel-names short --filter '^Layer' report.sqlite: 0
Kernels by kind of range (range_kernel_sum)
NVTX Range  Share  Total Time  Kern Inst  Range Inst  Per Range      Avg      Med      Min      Max 
Layer N     20.0%     8.25 ms         36          48     172 us   229 us   228 us   193 us   267 us 
Layer N     19.2%     7.95 ms         60          48     166 us   132 us   132 us   128 us   137 us 
--- gpuflame stats -r layer_kernel_sum --kernel-names short report.sqlite: 0
Kernels by layer (layer_kernel_sum)
Layer    Share  Total Time  Kern Inst      Avg      Med      Min      Max   StdDev  Kernel Name
         28.2%     2.79 ms          3   929 us   929 us   912 us   945 us  16.8 us  ncclDevKernel_Al
         24.6%     2.43 ms          3   811 us   809 us   800 us   824 us  12.0 us  sm90_xmma_gemm_b
--- gpuflame report.sqlite --by layer --only '^layer' -o layers.svg: 0
<?xml version="1.0" encoding="UTF-8" sta
--- gpuflame stats -r gpu_gaps --min-gap 0.001 report.sqlite: 0
GPU gaps (gpu_gaps)
Duration       Start   PID  Device ID  Context ID
 1.20 us  0.000394 s  4242          0           1
 1.20 us  0.000429 s  4242          0           1
--- gpuflame report.sqlite --with-idle -o idle.svg: 0
<?xml version="1.0" encoding="UTF-8" sta
--- gpuflame stats -r step_sum --sort Wall --limit 5 report.sqlite: 0
Training steps (step_sum)
Step           PID       Start     Wall  GPU Busy    Idle  Exposed Comm  Launches  Longest Phase    
Train step 2  4242  0.033052 s  18.7 ms   18.6 ms  178 us        945 us       106  Generation step 0
Train step 0  4242  0.000101 s  18.7 ms   18.5 ms  162 us        912 us       105  validation       
--- gpuflame stats -r critical_path_sum --steps 2 --limit 20 report.sqlite: 0
Critical path (critical_path_sum)
Share  On Path  Pieces  Off Path  Kind      Name
16.9%  3.16 ms      24      0 ns  kernel    sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x256
14.7%  2.76 ms      12      0 ns  kernel    sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize128x128
--- gpuflame report.sqlite --value critical --steps 2 -o critical.svg: 0
<?xml version="1.0" encoding="UTF-8" sta
--- gpuflame collapse --value exposed --by phase --only nccl --kernel-names short report.sqlite: 0
[no phase];Train step;gradients;NCCL:ncclAllReduce;ncclDevKernel_AllReduce_Sum_bf16_RING_LL 2785965
--- gpuflame stats -r nccl_size_sum nccl.sqlite: 0
NCCL calls by message size (nccl_size_sum)
Name                     Bytes  Ranks  Count  Total Time      Avg      Med      Min      Max   StdDe
NCCL:ncclAllGather       1,000      8      1     1.00 us  1.00 us  1.00 us  1.00 us  1.00 us     0 n
NCCL:ncclAllGather       2,000      8      1     1.00 us  1.00 us  1.00 us  1.00 us  1.00 us     0 n
--- gpuflame stats run/: 0
2 files: nsys 2024.2.3.38 export, schema 3.11.1
2 devices, 51.8 ms, 534 NVTX ranges
no rank is slow: none computes more than 0.7 % longer than the median rank
Look at first (gpuflame findings has more)
--- gpuflame stats -r rank_range_sum run/: 0
Ranges across ranks (rank_range_sum)
no rank is slow: none computes more than 0.7 % longer than the median rank
Range                                     Kind        Ranks     Mean      Med      Min      Max   St
Layer N                                   range           2  51.7 ms  51.7 ms  41.3 ms  62.0 ms  14.
--- gpuflame --rank 1 run/ -o rank1.svg: 0
<?xml version="1.0" encoding="UTF-8" sta
--- gpuflame report.sqlite --value cpu-time -o cpu.svg: 0
<?xml version="1.0" encoding="UTF-8" sta
--- gpuflame stats -r cuda_api_sum --limit 10 report.sqlite: 0
CUDA API summary (cuda_api_sum)
 Time  Total Time  Num Calls      Avg      Med      Min      Max  StdDev  Name
99.2%     1.75 ms        394  4.44 us  4.44 us  4.00 us  4.90 us  264 ns  cudaLaunchKernel
 0.5%     9.00 us          3  3.00 us  3.00 us  3.00 us  3.00 us    0 ns  cudaMemcpyAsync
--- gpuflame diff before.sqlite after.sqlite: 0
before: before.sqlite (3 steps)
after:  after.sqlite (3 steps)
total per step: 16.0 ms -> 23.8 ms, +7.80 ms (+48.8%)
launches per step: 116.3, the same in each stack
--- gpuflame diff before.sqlite after.sqlite -o diff.svg: 0
<?xml version="1.0" encoding="UTF-8" sta
--- gpuflame diff before.sqlite after.sqlite -o diff.md: 0
**gpuflame: 48.8% more time**
--- gpuflame diff --fail-if 'total > 5%' --fail-if 'attention > 10%' before.sqlite after.sqlite: 3
before: before.sqlite (3 steps)
after:  after.sqlite (3 steps)
total per step: 16.0 ms -> 23.8 ms, +7.80 ms (+48.8%)
launches per step: 116.3, the same in each stack
gpuflame: 'total > 5%' holds: +48.81 %, 16.0 ms -> 23.8 ms per step
gpuflame: 'attention > 10%' holds: +50.00 %, 5.70 ms -> 8.54 ms per step
--- gpuflame stats -q -r all -f csv -o tables/ report.sqlite: 0
41
--- gpuflame stats -r nvtx_gpu_proj_sum -o ranges.json report.sqlite: 0
{"schema":1,"command":"stats","files":["
--- gpuflame collapse report.sqlite -o flame.speedscope.json: 0
{"$schema":"https://www.speedscope.app/f
--- gpuflame collapse report.sqlite -o flame.pb.gz: 0
a gzipped file
--- gpuflame collapse report.sqlite -o flame.folded: 0
Train step;Generation step;forward;Layer
--- gpuflame stats --steps 2 -f timeline report.sqlite -o step2.trace.json: 0
{"displayTimeUnit":"ns","traceEvents":[
gpuflame: note: skipped, since the input has no calls of MPI in tables of their own (nsys 2023 and l
--- gpuflame stats -r mfu --filter '^(ProfilerStep|attention)' trace.json: 0
Ranges against the limits of the hardware (mfu)
1 row has more FLOP/s than the hardware can do: FLOP or peak are wrong (another type, a causal mask,
Range             MFU  Busy MFU   Roof    Bound     Wall  GPU Busy  Counted  Least Time    GFLOP  TF
attention       62.5%     62.5%  66.2%  compute  1.00 ms   1.00 ms    96.0%      636 us  618.542    
--- gpuflame stats --flops '^attention$=3e9' report.sqlite: 0
Ranges against the limits of the hardware (mfu)
Range               MFU  Busy MFU  Roof  Bound     Wall  GPU Busy  Counted  Least Time    GFLOP  TFL
backward           0.2%      0.2%               24.9 ms   24.8 ms    41.7%               54.000     
forward            0.4%      0.4%               22.4 ms   22.1 ms    38.1%               90.000     
--- gpuflame stats -r waits.sql --steps 2 report.sqlite: 0
waits (waits)
Kernel                                                                                              
void softmax_warp_forward<float, float, float, 10, false, false>(float*, float const*, int, int, int
void adamw_kernel3<__nv_bfloat16, __nv_bfloat16>(__nv_bfloat16*, float*, __nv_bfloat16*, float*, flo
35 commands
17
STDOUT

# What --format json writes is as docs/gpuflame.schema.json says; and the check can fail.
json-schema() {
  check() {
    python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json" && echo "$1: as in the schema"
  }
  for name in stats_small stats_steps stats_nccl no_kernels stats_touch; do
    gpuflame stats -q -r all -f json "$FIXTURES/$name.sqlite" | check "stats of $name"
  done
  f=$FIXTURES/stats_small.sqlite
  gpuflame stats -q -r nvtx_sum -f json "$f" | check 'one report'
  gpuflame stats -q -r nvtx_sum,gpu_gaps -f json --per-rank "$f" "$FIXTURES/stats_steps.sqlite" | check 'file by file'
  gpuflame stats -q -r gpu_gaps,cuda_gpu_trace -f json "$f" "$FIXTURES/stats_steps.sqlite" | check 'pooled'
  gpuflame diff -f json "$f" "$FIXTURES/stats_steps.sqlite" | check diff
  gpuflame diff -f json --before "$f" "$f" --after "$FIXTURES/stats_steps.sqlite" "$f" | check 'diff with intervals'
  echo '--- what is not as the schema says'
  gpuflame stats -q -r nvtx_sum -f json "$f" >out.json
  for change in 's/"schema":1/"schema":2/' 's/"stats"/"statistics"/' 's/"rows"/"row"/' \
    's/"reports":/"more":[],&/' 's/"Instances":[0-9]*/"Instances":[]/' 's/"command"/"schema":1,&/'; do
    sed "$change" out.json | check "$change"
  done
}
check json-schema 1 <<'STDOUT'
stats of stats_small: as in the schema
stats of stats_steps: as in the schema
stats of stats_nccl: as in the schema
stats of no_kernels: as in the schema
stats of stats_touch: as in the schema
one report: as in the schema
file by file: as in the schema
pooled: as in the schema
diff: as in the schema
diff with intervals: as in the schema
--- what is not as the schema says
$.schema: 2 is not 1
$.command: 'statistics' is none of ['stats', 'diff', 'findings']
$: 0 of the forms fit: $.reports[0]: no rows; $: no before; $: no run
$: ['more'] is not in the schema
$: 0 of the forms fit: $.reports[0].rows[0].Instances: [] is not of type string or number or null; $: no before; $: no run
a member occurs twice: ['schema', 'schema', 'command', 'files', 'reports']
STDOUT
