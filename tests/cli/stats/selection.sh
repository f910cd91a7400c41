# Options that select leave the same operations in reports as in stacks, and names are the same.
selection() {
  cp "$FIXTURES"/{steps,oddities,demo,graph_capture,stats_steps,ranks,stats_small,stats_sums}.sqlite .
  total() { awk '{ sum += $NF } END { printf "%d\n", sum }'; }
  of_stacks() { # without whole graphs, which the report does not have
    gpuflame collapse -q --filter-out '^.CUDA graph' --strip-numbers none --no-filter-out-validation "$@" 2>&1 |
      grep -v '^gpuflame:' | total
  }
  of_report() {
    gpuflame stats -q -r cuda_gpu_sum -f csv "$@" 2>&1 | grep -v '^gpuflame:' |
      awk -F, 'NR > 1 { sum += $2 } END { printf "%d\n", sum }'
  }
  count=0
  check() {
    local stacks report
    stacks=$(of_stacks "$@")
    report=$(of_report "$@")
    count=$((count + (stacks > 0)))
    [ "$stacks" = "$report" ] || echo "differs: $*: $stacks in stacks, $report in the report"
  }
  for file in steps oddities demo graph_capture stats_steps ranks; do
    for options in '--steps 2' '--steps 2-' '--skip-steps 1' '--device 0' \
      '--stream 7' '--process 100' '--range forward|capture' '--range nothing' '--time 1us-2us' \
      '--time -1300ns' '--time 1200ns-' '--only forward|capture|gemm' '--only nothing' \
      '--filter-out backward|replay' '--filter-out no.launch' '--filter-out unnamed' '--rank 1' \
      '--steps 1 --device 1 --only gemm' '--step-range backward --skip-steps 1' \
      '--range forward --time 1200ns-1us1'; do
      check $options $file.sqlite
    done
  done
  # a message each where nothing can be selected; but most of these select something
  [ "$count" -gt 60 ] || echo "only $count combinations select something"

  try() { tell "$*" gpuflame stats "$@"; }
  echo "--- ranges and calls count where they begin; a range around them is not shown"
  try -f csv -r nvtx_sum --steps 2 stats_steps.sqlite | cut -d, -f 2,3,9-
  try -f csv -r nvtx_sum --time 11us-12us stats_steps.sqlite | cut -d, -f 2,3,9-
  try -f csv -r nvtx_kern_sum --range backward steps.sqlite | cut -d, -f 1,6,7,13-
  try -f csv -r nvtx_pushpop_trace --range '^forward$' steps.sqlite | cut -d, -f 1-6
  try -f csv -r cuda_api_sum --steps 1 stats_small.sqlite
  try -f csv -r step_sum --steps 1-2 stats_steps.sqlite | cut -d, -f 1-4
  echo "--- other calls"
  cp "$FIXTURES/host_calls.sqlite" .
  try -q -f csv -r mpi_event_trace,osrt_sum,mpi_sum --process 100 host_calls.sqlite | cut -d, -f 1-5
  try -q -f csv -r mpi_event_trace,osrt_sum --time 0ns-500ns host_calls.sqlite | cut -d, -f 1-5
  echo "--- names as in pictures"
  try -f csv -r cuda_gpu_kern_sum --kernel-names short steps.sqlite | cut -d, -f 2,9-
  try -f csv -r nvtx_sum --strip-numbers auto stats_steps.sqlite | cut -d, -f 2,3,9-
  try -f csv -r nvtx_sum --rename 'ward=' --filter-out '^back$' steps.sqlite | cut -d, -f 2,3,9-
  python3 - <<'END'
import json
events = []
for i in range(4):
    base = {"ph": "X", "pid": 1, "tid": 1, "ts": 10 * i}
    events += [
        {**base, "cat": "cpu_op", "dur": 9, "name": f"FlashAttnFunc, seq = {i}, op_id = {i + 7}"},
        {**base, "cat": "cuda_runtime", "name": "cudaLaunchKernel", "dur": 1,
         "args": {"correlation": i + 1}},
        {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 10 * i + 3, "dur": 5,
         "args": {"device": 0, "stream": 7, "correlation": i + 1}}]
json.dump({"traceEvents": events}, open("trace.json", "w"))
END
  try trace.json | tail -n 2
  try --preset none --strip-numbers none trace.json | tail -n 4
  echo "--- what cannot be done is refused"
  try -r nvtx_sum --device 0 stats_small.sqlite
  try -r cuda_api_sum --stream 7 stats_small.sqlite
  gpuflame stats -r all -f csv --device 7 stats_small.sqlite 2>&1 |
    sed -n 's/.*since --device does not apply to it: //p' | paste -sd' '
  try -r cuda_gpu_kern_sum --rank 3 stats_small.sqlite
  try -r cuda_gpu_kern_sum --steps 1 stats_sums.sqlite
  try -r cuda_gpu_kern_sum --root gemm stats_small.sqlite
  echo 'drop-frame gemm' >my.rules && try --rules my.rules stats_small.sqlite
  try --only '(' stats_small.sqlite
  try --device 7 stats_small.sqlite
  try --only nothing stats_small.sqlite
  gpuflame stats --partial -o part --steps 1 steps.sqlite
  try -f csv -r cuda_gpu_kern_sum part
  try -f csv -r cuda_gpu_kern_sum --steps 1 part
  try -f csv -r cuda_gpu_kern_sum --kernel-names short part
  try --steps 1 part
}
check selection 2 <<'STDOUT'
--- ranges and calls count where they begin; a range around them is not shown
--- -f csv -r nvtx_sum --steps 2 stats_steps.sqlite
Total Time (ns),Instances,Style,Range
90,1,PushPop,Train step 2
30,1,PushPop,backward
30,1,PushPop,forward
--- -f csv -r nvtx_sum --time 11us-12us stats_steps.sqlite
Total Time (ns),Instances,Style,Range
90,1,PushPop,Train step 2
30,1,PushPop,backward
30,1,PushPop,forward
--- -f csv -r nvtx_kern_sum --range backward steps.sqlite
NVTX Range,Kern Inst,Total Time (ns),Kernel Name
backward,1,300,ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)
backward,1,100,"void ns::gemm<float, (int)64>(float *)"
step 1,1,300,ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)
step 1,1,100,"void ns::gemm<float, (int)64>(float *)"
--- -f csv -r nvtx_pushpop_trace --range ^forward$ steps.sqlite
Start (ns),End (ns),Duration (ns),DurChild (ns),DurNonChild (ns),Name
1010,1400,390,0,390,forward
3010,3400,390,0,390,forward
--- -f csv -r cuda_api_sum --steps 1 stats_small.sqlite
Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
52.8,400,1,400.0,400.0,400,400,0.0,cudaMemcpy
39.6,300,1,300.0,300.0,300,300,0.0,cudaDeviceSynchronize
4.2,32,2,16.0,16.0,12,20,5.7,cudaLaunchKernel
2.6,20,1,20.0,20.0,20,20,0.0,cudaMemset
0.7,5,1,5.0,5.0,5,5,0.0,cudaMemsetAsync
--- -f csv -r step_sum --steps 1-2 stats_steps.sqlite
Step,PID,Start (ns),Wall (ns)
Train step 1,7,10900,1110
Train step 2,7,12010,1020
--- other calls
--- -q -f csv -r mpi_event_trace,osrt_sum,mpi_sum --process 100 host_calls.sqlite
Start (ns),End (ns),Duration (ns),Event,Pid
20,30,10,MPI_Send,100
50,60,10,MPI_Sendrecv,100 [2 times]
210,240,30,MPI_Allreduce,100
250,255,5,MPI_Bcast,100
700,750,50,MPI_Waitall,100
760,765,5,MPI_Waitall,100
Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns)
99.5,400,2,200.0,200.0
0.5,2,1,2.0,2.0
Name,Count,Mean (ns),Std (ns),Min (ns)
MPI:MPI_Waitall,2,27.5,31.8,5
MPI:MPI_Allreduce,1,30.0,0.0,30
MPI:MPI_Send,1,10.0,0.0,10
MPI:MPI_Sendrecv,1,10.0,0.0,10
MPI:MPI_Bcast,1,5.0,0.0,5
--- -q -f csv -r mpi_event_trace,osrt_sum --time 0ns-500ns host_calls.sqlite
Start (ns),End (ns),Duration (ns),Event,Pid
20,30,10,MPI_Send,100
20,40,20,MPI_Recv,101
50,60,10,MPI_Sendrecv,100 [2 times]
210,240,30,MPI_Allreduce,100
250,255,5,MPI_Bcast,100
Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns)
99.5,400,2,200.0,200.0
0.5,2,1,2.0,2.0
--- names as in pictures
--- -f csv -r cuda_gpu_kern_sum --kernel-names short steps.sqlite
Total Time (ns),Name
800,gemm
300,ncclDevKernel_AllReduce_Sum_f32_RING_LL
100,relu
--- -f csv -r nvtx_sum --strip-numbers auto stats_steps.sqlite
Total Time (ns),Instances,Style,Range
180,6,PushPop,backward
180,6,PushPop,forward
90,1,PushPop,Train step 0
90,1,PushPop,Train step 1
90,1,PushPop,Train step 2
90,1,PushPop,Train step 3
90,1,PushPop,Train step 4
90,1,PushPop,Train step 5
--- -f csv -r nvtx_sum --rename ward= --filter-out ^back$ steps.sqlite
Total Time (ns),Instances,Style,Range
1000,1,PushPop,step 1
1000,1,PushPop,step 2
1000,1,PushPop,step 3
780,2,PushPop,for
445,1,StartEnd,prefetch
Top ranges (time, number of all launched in them)
  100.0%  ████████████   20.0 us          4 x  FlashAttnFunc
   25.0%  ███            5.00 us          1 x  FlashAttnFunc, seq = 0, op_id = 7
   25.0%  ███            5.00 us          1 x  FlashAttnFunc, seq = 1, op_id = 8
   25.0%  ███            5.00 us          1 x  FlashAttnFunc, seq = 2, op_id = 9
   25.0%  ███            5.00 us          1 x  FlashAttnFunc, seq = 3, op_id = 10
--- what cannot be done is refused
--- -r nvtx_sum --device 0 stats_small.sqlite: status 2: gpuflame: --device cannot select from nvtx_sum, which shows what threads did, on no device
--- -r cuda_api_sum --stream 7 stats_small.sqlite: status 2: gpuflame: --stream cannot select from cuda_api_sum, which shows what threads did, on no device
cuda_api_sum cuda_api_trace cuda_api_gpu_sum nvtx_sum nvtx_pushpop_sum nvtx_startend_sum nvtx_pushpop_trace network_traffic_map cuda_api_sync nccl_sum mpi_sum mpi_event_trace ucx_sum openacc_sum openmp_sum osrt_sum um_sum um_total_sum um_cpu_page_faults_sum
--- -r cuda_gpu_kern_sum --rank 3 stats_small.sqlite: status 1: gpuflame: nothing is left: all operations and ranges are outside the selection
--- -r cuda_gpu_kern_sum --steps 1 stats_sums.sqlite: status 2: gpuflame: 'stats_sums.sqlite' holds sums, not events, so --steps is not possible; 'gpuflame record --mode trace' keeps events
--- -r cuda_gpu_kern_sum --root gemm stats_small.sqlite: status 2: gpuflame: reports have no frames that drop-frame and root could change; gpuflame collapse and gpuflame diff have stacks
--- --rules my.rules stats_small.sqlite: status 2: gpuflame: reports have no frames that drop-frame and root could change; gpuflame collapse and gpuflame diff have stacks
--- --only ( stats_small.sqlite: status 2: gpuflame: pattern '(', column 2: missing closing parenthesis
--- --device 7 stats_small.sqlite: status 1: gpuflame: nothing is left: all operations and ranges are outside the selection; there are devices 0 to 0
--- --only nothing stats_small.sqlite: status 1: gpuflame: nothing is left: all operations and ranges are outside the selection
--- -f csv -r cuda_gpu_kern_sum part
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
50.0,300,1,300.0,300.0,300,300,0.0,ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)
50.0,300,2,150.0,150.0,100,200,70.7,"void ns::gemm<float, (int)64>(float *)"
--- -f csv -r cuda_gpu_kern_sum --steps 1 part: status 2: gpuflame: 'part' is a partial result, of which nothing can be selected or renamed; give these options to --partial
--- -f csv -r cuda_gpu_kern_sum --kernel-names short part: status 2: gpuflame: 'part' is a partial result, of which nothing can be selected or renamed; give these options to --partial
--- --steps 1 part: status 2: gpuflame: 'part' is a partial result, of which nothing can be selected or renamed; give these options to --partial
STDOUT

# --step-range takes what record's takes: # is a number, ## a #, * anything, a comma ends a name.
step-range-of-record() {
  for range in 'Train step #' 'Tr*ep #,Layer ##' 'Train st #' 'Layer #,Train step *' '(Train step #'; do
    echo "-- $range"
    gpuflame stats -q -r step_sum -f csv --step-range "$range" "$FIXTURES/demo.sqlite" 2>&1 | cut -d, -f1 | sed -n '2,4p'
  done
  gpuflame stats -q -r step_sum -f csv --step-range 'ProfilerStep##*' "$TESTS/fixtures/torch_mfu.json" | cut -d, -f1
}
check step-range-of-record 0 <<'STDOUT'
-- Train step #
Train step 0
Train step 1
Train step 2
-- Tr*ep #,Layer ##
Train step 0
Train step 1
Train step 2
-- Train st #
-- Layer #,Train step *
Train step 0
Layer 5
Layer 4
-- (Train step #
Step
ProfilerStep#1
ProfilerStep#2
STDOUT
