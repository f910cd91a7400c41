# Options that select leave the same operations in reports as in stacks, and names are the same.
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
  for options in '--steps 2' '--steps 2-' '--skip-steps 1' '--skip-steps slowest:1' '--device 0' \
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

try() {
  echo "--- $*"
  gpuflame stats "$@" || echo "status $?"
}
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
try -r all -f csv --device 7 stats_small.sqlite
try -r cuda_gpu_kern_sum --rank 3 stats_small.sqlite
try -r cuda_gpu_kern_sum --steps 1 stats_sums.sqlite
try -r cuda_gpu_kern_sum --root gemm stats_small.sqlite
echo 'drop-frame gemm' >my.rules && try --rules my.rules stats_small.sqlite
try --only '(' stats_small.sqlite
try --device 7 stats_small.sqlite
try --only nothing stats_small.sqlite
try -r gpu_gaps --rank-pattern '%r.sqlite' --step-range step --min-gap 0 -f csv stats_small.sqlite
gpuflame stats --partial -o part --steps 1 steps.sqlite
try -f csv -r cuda_gpu_kern_sum part
try -f csv -r cuda_gpu_kern_sum --steps 1 part
try -f csv -r cuda_gpu_kern_sum --kernel-names short part
try --steps 1 part
