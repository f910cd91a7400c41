# REPORT:nvtx-name: kernels with the innermost range around their launch, "range/kernel", as nsys
# names them; copies, and kernels in no range, keep their names. Also merged from partial results.
cp "$FIXTURES/stats_small.sqlite" small.sqlite
gpuflame stats -q -f csv -r cuda_gpu_kern_sum:nvtx-name small.sqlite | cut -d, -f 2,3,9-
for naming in :nvtx-name:base :nvtx-name:mangled :base; do
  gpuflame stats -q -f csv -r "cuda_gpu_kern_sum$naming" small.sqlite | sed '1d' | cut -d, -f 2,3,9-
done
echo '--- single operations, of which copies have no prefix'
gpuflame stats -q -f csv -r cuda_gpu_trace:nvtx-name:base small.sqlite | sed 's/.*,//'
echo '--- names are changed first'
gpuflame stats -q -f csv -r cuda_gpu_kern_sum:nvtx-name --rename '^forward=ahead' --kernel-names short small.sqlite | sed 's/.*,//'
echo '--- two namings of one report are two reports, whose names say which'
gpuflame stats -q -r cuda_gpu_kern_sum:nvtx-name:base,cuda_gpu_kern_sum:base -f json small.sqlite | grep -o '"report": *"[^"]*"'
echo '--- a kernel in no range'
cat >outside.json <<'END'
{"traceEvents": [
 {"ph": "X", "cat": "user_annotation", "name": "step", "pid": 1, "tid": 1, "ts": 0, "dur": 5},
 {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 1, "dur": 1, "args": {"correlation": 1}},
 {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 7, "dur": 1, "args": {"correlation": 2}},
 {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 10, "dur": 4, "args": {"device": 0, "stream": 7, "correlation": 1}},
 {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 20, "dur": 3, "args": {"device": 0, "stream": 7, "correlation": 2}}
]}
END
gpuflame stats -q -f csv -r cuda_gpu_kern_sum:nvtx-name outside.json | cut -d, -f 2,3,9-
echo '--- partial results'
gpuflame stats -q -f csv -r cuda_gpu_kern_sum:nvtx-name small.sqlite outside.json >whole
gpuflame stats -q --partial -r cuda_gpu_kern_sum:nvtx-name -o part.0 small.sqlite
gpuflame stats -q --partial -r cuda_gpu_kern_sum:nvtx-name -o part.1 outside.json
gpuflame stats -q -f csv -r cuda_gpu_kern_sum:nvtx-name part.* | diff whole - && echo equal
gpuflame stats -r cuda_gpu_kern_sum:base:nvtx-name small.sqlite
gpuflame stats -r nvtx_sum:nvtx-name small.sqlite
