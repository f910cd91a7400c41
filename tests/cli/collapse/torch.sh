# Traces of the PyTorch profiler.
cp "$TESTS/fixtures/torch.json" step.json
gpuflame collapse --summary step.json
for frames in annotations operators modules,python annotations,modules,operators,python; do
  echo "--- $frames"
  gpuflame collapse -q --torch-frames "$frames" step.json
done
echo "--- gzip is the same"
gzip -c step.json >step.json.gz
gpuflame collapse -q step.json.gz | cmp - <(gpuflame collapse -q step.json) && echo same
gpuflame collapse -q --kernels-only --only aten step.json step.json.gz
echo "--- what is none"
gpuflame collapse --strict step.json
gpuflame collapse --torch-frames operators,modul step.json
gpuflame collapse --torch-frames= step.json
head -c 3000 step.json >cut.json
gpuflame collapse cut.json
head -c 900 step.json.gz >cut.json.gz
gpuflame collapse cut.json.gz
echo '{"flamegraph": []}' >other.json
gpuflame collapse other.json
echo '{"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "op", "pid": 1, "tid": 1, "ts": 1, "dur": 1}]}' >cpu.json
gpuflame collapse cpu.json
echo '{"traceEvents": [{}, {"ph": "X", "cat": "kernel", "ts": "now"}]}' >type.json
gpuflame collapse type.json
echo "--- line breaks and other controls in names, as PyTorch writes those of Python"
printf '{"traceEvents": [
{"ph": "X", "cat": "user_annotation", "name": "lib = Library(\n\t1\001): f", "pid": 1, "tid": 1, "ts": 1, "dur": 9},
{"ph": "X", "cat": "cuda_runtime", "name": "launch", "pid": 1, "tid": 1, "ts": 2, "dur": 1, "args": {"correlation": 1}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 5, "dur": 3, "args": {"correlation": 1}}]}' >controls.json
gpuflame collapse controls.json
echo "--- where it ran, and other values"
sed 's/"schemaVersion": 1,/"distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8},/' step.json >other.json
gpuflame collapse -q --by rank,thread,device,stream --only gemm step.json other.json
for value in count bytes idle exposed launch-latency cpu-time critical; do
  echo "--- $value"
  gpuflame collapse -q --value $value step.json
done
gpuflame collapse -q --value bytes --format speedscope step.json | grep unit
