# What determines how long a step takes: as a report, the same that collapse folds, with every cut.
cp "$FIXTURES/critical.sqlite" report.sqlite
gpuflame stats -r critical_path_sum --strip-numbers none report.sqlite
echo "--- under its ranges"
gpuflame collapse --value critical --no-strip-train-iter-number report.sqlite
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
echo "--- one step"
gpuflame stats -f csv -r critical_path_sum --steps 2 --kernel-names short report.sqlite
echo "--- by what --by adds"
gpuflame collapse --value critical --by device,stream,step --kernel-names short report.sqlite
gpuflame collapse --value critical --normalize steps --summary report.sqlite >per-step.folded
echo "--- other formats"
for format in json markdown tsv; do
  gpuflame stats -f $format -r critical_path_sum --limit 2 report.sqlite
done
gpuflame report.sqlite --value critical -o flame.svg && grep -o '<title>[^<]*' flame.svg | head -2
echo "--- a time in which nothing runs on the GPU"
cp "$FIXTURES/oddities.sqlite" odd.sqlite
gpuflame stats -q -f csv -r critical_path_sum --time 3us-20us odd.sqlite
gpuflame collapse -q --value critical --time 3us-20us odd.sqlite
echo "--- captures of sums, and nothing at all"
cp "$FIXTURES/stats_sums.sqlite" run.gpuflame
gpuflame stats -r critical_path_sum run.gpuflame || echo "status $?"
gpuflame collapse --value critical run.gpuflame || echo "status $?"
cp "$FIXTURES/no_kernels.sqlite" none.sqlite
gpuflame collapse --value critical none.sqlite || echo "status $?"
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
