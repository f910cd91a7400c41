# Traces of the PyTorch profiler.
torch() {
  cp "$TESTS/fixtures/torch.json" step.json
  gpuflame collapse --summary step.json
  for frames in annotations operators modules,python annotations,modules,operators,python; do
    tell "$frames" gpuflame collapse -q --torch-frames "$frames" step.json
  done
  echo "--- gzip is the same"
  gzip -c step.json >step.json.gz
  gpuflame collapse -q step.json.gz | cmp - <(gpuflame collapse -q step.json) && echo same
  gpuflame collapse -q --kernels-only --only aten step.json step.json.gz
  tell "what is none" gpuflame collapse --strict step.json
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
  # what the GPU did is of the one process that launched, although there is another
  sed 's/^{"ph": "X", "cat": "kernel"/{"ph": "X", "cat": "cpu_op", "name": "load", "pid": 2, "tid": 1, "ts": 2, "dur": 1},\n&/' \
    controls.json >loader.json
  gpuflame collapse --by rank,process loader.json
  echo "--- where it ran, and other values"
  sed 's/"schemaVersion": 1,/"distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8},/' step.json >other.json
  gpuflame collapse -q --by rank,thread,device,stream --only gemm step.json other.json
  for value in bytes cpu-time critical; do
    tell "$value" gpuflame collapse -q --value $value step.json
  done
  gpuflame collapse -q --value bytes --format speedscope step.json | grep unit
}
check torch 0 <<'STDOUT' 3<<'STDERR'
ProfilerStep;[CUDA memcpy HtoD] 1250
ProfilerStep;[CUDA memset] 1000
ProfilerStep;nn.Module: Block;aten::linear;aten::addmm;void gemm<128, 128>(float const*) 20345
[no launch record];without_a_call 4
[no launch record];without_any_link 16
autograd::engine::evaluate_function: AddmmBackward;triton_poi_fused_"quoted": [31mé_0 2000
--- annotations
ProfilerStep;[CUDA memcpy HtoD] 1250
ProfilerStep;[CUDA memset] 1000
ProfilerStep;void gemm<128, 128>(float const*) 20345
[no launch record];without_a_call 4
[no launch record];without_any_link 16
triton_poi_fused_"quoted": [31mé_0 2000
--- operators
[CUDA memcpy HtoD] 1250
[CUDA memset] 1000
[no launch record];without_a_call 4
[no launch record];without_any_link 16
aten::linear;aten::addmm;void gemm<128, 128>(float const*) 20345
autograd::engine::evaluate_function: AddmmBackward;triton_poi_fused_"quoted": [31mé_0 2000
--- modules,python
[no launch record];without_a_call 4
[no launch record];without_any_link 16
train.py(12): train;[CUDA memcpy HtoD] 1250
train.py(12): train;[CUDA memset] 1000
train.py(12): train;nn.Module: Block;void gemm<128, 128>(float const*) 20345
triton_poi_fused_"quoted": [31mé_0 2000
--- annotations,modules,operators,python
ProfilerStep;train.py(12): train;[CUDA memcpy HtoD] 1250
ProfilerStep;train.py(12): train;[CUDA memset] 1000
ProfilerStep;train.py(12): train;nn.Module: Block;aten::linear;aten::addmm;void gemm<128, 128>(float const*) 20345
[no launch record];without_a_call 4
[no launch record];without_any_link 16
autograd::engine::evaluate_function: AddmmBackward;triton_poi_fused_"quoted": [31mé_0 2000
--- gzip is the same
same
ProfilerStep;nn.Module: Block;aten::linear;aten::addmm;void gemm<128, 128>(float const*) 40690
--- what is none: status 1: gpuflame: note: 2 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: note: 1 rows of GPU operations skipped: no valid time
gpuflame: warning: the report says: Dropped 3 GPU activities
gpuflame: the input has anomalies or reports lost events, and --strict is on
--- line breaks and other controls in names, as PyTorch writes those of Python
lib = Library(  1 ): f;gemm 3000
loader.json;process 1;lib = Library(  1 ): f;gemm 3000
--- where it ran, and other values
rank 3;thread 100;GPU 0;stream 7;ProfilerStep;nn.Module: Block;aten::linear;aten::addmm;void gemm<128, 128>(float const*) 20345
step.json;thread 100;GPU 0;stream 7;ProfilerStep;nn.Module: Block;aten::linear;aten::addmm;void gemm<128, 128>(float const*) 20345
--- bytes: ProfilerStep;[CUDA memcpy HtoD] 4096 | ProfilerStep;[CUDA memset] 64
--- cpu-time
ProfilerStep 800000
ProfilerStep;nn.Module: Block 50000
ProfilerStep;nn.Module: Block;aten::linear 9999
ProfilerStep;nn.Module: Block;aten::linear;aten::addmm 40001
autograd::engine::evaluate_function: AddmmBackward 100000
--- critical
ProfilerStep;[CPU] 192000
ProfilerStep;cudaMemcpyAsync 3000
ProfilerStep;cudaMemsetAsync 3000
ProfilerStep;nn.Module: Block;[CPU] 50000
ProfilerStep;nn.Module: Block;aten::linear;[CPU] 9999
ProfilerStep;nn.Module: Block;aten::linear;aten::addmm;[CPU] 35000
ProfilerStep;nn.Module: Block;aten::linear;aten::addmm;cudaLaunchKernel 5001
[CPU] 502000
autograd::engine::evaluate_function: AddmmBackward;[CPU] 91000
autograd::engine::evaluate_function: AddmmBackward;cudaLaunchKernelExC 9000
"profiles":[{"type":"sampled","name":"bytes","unit":"bytes",
STDOUT
step.json: PyTorch profiler trace, schema 1
  kernels                       4     22.4 us
  copies                        1     1.25 us
  fills                         1     1.00 us
  ranges                        5
  filtered out                  0
  written 24615 ns + filtered 0 ns = 24615 ns in the tables
gpuflame: note: 2 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: note: 1 rows of GPU operations skipped: no valid time
gpuflame: warning: the report says: Dropped 3 GPU activities
gpuflame: option '--torch-frames': expected annotations, modules, operators, python or shapes, separated by commas; not 'modul'
gpuflame: option '--torch-frames': expected annotations, modules, operators, python or shapes, separated by commas; not ''
gpuflame: cannot read 'cut.json': the JSON is truncated; was it still being written, or the copy cut short?
gpuflame: cannot read 'cut.json.gz': its gzip data is truncated; was the copy cut short?
gpuflame: cannot read 'other.json': JSON without "traceEvents": not a trace of the PyTorch profiler, as its export_chrome_trace() writes
gpuflame: 'cpu.json' holds ranges but no GPU operations: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with torch.profiler and ProfilerActivity.CUDA (PyTorch profiler trace)
gpuflame: 'type.json' holds no GPU operation with a valid time: 1 skipped, whose start or end is missing or no number in range, or which end before they start
STDERR

# Traces of several ranks that were merged into one: each has the same correlation ids.
torch-merged-ranks() {
  python3 - <<'END'
import json

def trace(rank, start, latency, pid, gpu):
    """A rank that launches two kernels in a range of its own; times in us."""
    events = [
        {"ph": "M", "name": "process_name", "pid": pid, "tid": 0, "args": {"name": "python"}},
        {"ph": "X", "cat": "user_annotation", "name": f"work of {rank}", "pid": pid, "tid": pid, "ts": start, "dur": 100.5},
        {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": pid, "tid": pid, "ts": start + 50, "dur": 20.5},
    ]
    for number in 1, 2:
        at = start + 10 * number
        events += [
            {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": pid, "tid": pid, "ts": at, "dur": 2.5, "args": {"correlation": number}},
            {"ph": "X", "cat": "kernel", "name": f"k{number}", "pid": gpu, "tid": 7, "ts": at + latency, "dur": 10 * number + rank,
             "args": {"device": gpu, "stream": 7, "correlation": number}},
        ]
    return events

def write(name, events, **more):
    with open(name, "w") as out:
        json.dump({**more, "traceEvents": events}, out)

def words(events, label):
    return [{**event, "pid": f"{label} {event['pid']}"} for event in events]

def sort(events):
    return sorted(events, key=lambda event: event.get("ts", 0))

ranks = [trace(0, 100.0, 5, 4711, 0), trace(1, 103.0, 5, 4712, 1)]
write("words.json", words(ranks[0], "[TP-0]") + words(trace(1, 103.0, 5, 4711, 0), "[TP-1]"))
write("words_sorted.json", sort(words(ranks[1], "rank1") + words(ranks[0], "rank0")))
write("behind.json", ranks[1] + ranks[0], distributedInfo={"rank": 0})
write("behind_one_gpu.json", ranks[0] + trace(1, 103.0, 5, 4712, 0))
write("sorted_apart.json", sort(ranks[0] + trace(1, 131.0, 5, 4712, 1)))
write("sorted_alike.json", sort(ranks[1] + ranks[0]))
write("single.json", ranks[0], distributedInfo={"rank": 6})
write("labelled.json", words(ranks[0], "rank 12"))
END
  for file in words words_sorted behind behind_one_gpu sorted_apart sorted_alike single labelled; do
    tell "$file" gpuflame collapse --by rank,process,device --only '^k1' $file.json
  done
  tell "cpu-time" gpuflame collapse --by rank,process --value cpu-time words.json behind.json
  tell "by process" gpuflame collapse --process 4712 --by process --strip-numbers none words.json behind.json
}
check torch-merged-ranks 0 <<'STDOUT'
--- words: [TP-0];process 4711;GPU 0;work of 0;k1 10000 | [TP-1];process 4711;GPU 0;work of 1;k1 11000
--- words_sorted: rank 0;process 4711;GPU 0;work of 0;k1 10000 | rank 1;process 4712;GPU 1;work of 1;k1 11000
--- behind: [no rank];process 4711;GPU 0;work of 0;k1 10000 | [no rank];process 4712;GPU 1;work of 1;k1 11000
--- behind_one_gpu: [no rank];process 4711;GPU 0;work of 0;k1 10000 | [no rank];process 4712;GPU 0;work of 1;k1 11000
--- sorted_apart: status 1: gpuflame: cannot read 'sorted_apart.json': events of several processes are mixed, and nothing says which of them launched the operations of which GPU: give the file of each process
--- sorted_alike: status 1: gpuflame: cannot read 'sorted_alike.json': events of several processes are mixed, and nothing says which of them launched the operations of which GPU: give the file of each process
--- single: rank 6;process 4711;GPU 0;work of 0;k1 10000
--- labelled: rank 12;process 4711;GPU 0;work of 0;k1 10000
--- cpu-time
[TP-0];process 4711;work of 0 80000
[TP-0];process 4711;work of 0;aten::mm 20500
[TP-1];process 4711;work of 1 80000
[TP-1];process 4711;work of 1;aten::mm 20500
[no rank];process 4711;work of 0 80000
[no rank];process 4711;work of 0;aten::mm 20500
[no rank];process 4712;work of 1 80000
[no rank];process 4712;work of 1;aten::mm 20500
--- by process: process 4712;work of 1;k1 11000 | process 4712;work of 1;k2 21000
STDOUT

# Shapes of tensors in the names of PyTorch's operators, which keep their numbers.
torch-shapes() {
  python3 - <<'END'
import json
events, at = [], 0
def op(name, key, dims):
    global at
    at += 100
    i = len(events)
    events.append(dict(ph="X", cat="cpu_op", name=name, pid=1, tid=1, ts=at, dur=50, args={key: dims} if key else {}))
    events.append(dict(ph="X", cat="cuda_runtime", name="cudaLaunchKernel", pid=1, tid=1, ts=at + 1, dur=2,
                       args={"correlation": i}))
    events.append(dict(ph="X", cat="kernel", name="k", pid=0, tid=7, ts=at + 10, dur=5,
                       args={"correlation": i, "device": 0, "stream": 7, "Input Dims": [[9]]}))
op("aten::mm", "Input Dims", [[4096, 1024], [1024, 64]])
op("aten::mm", "Input Dims", [[8, 1024], [1024, 64]])
op("aten::mm", "Input Dims", [[16, 1024], [1024, 64]])
op("aten::add", "Input Dims", [[8], [], []])
op("aten::cat", "Input Dims", [[[2, 3], [4, 5]], []])
op("aten::zeros", "Input Dims", [[], []])
op("aten::none", None, None)
op("aten::odd", "Input Dims", "4x4")
op("aten::long", "Input Dims", [[123456789, i] for i in range(30)])
json.dump({"traceEvents": events}, open("trace.json", "w"))
END
  gpuflame collapse -q --torch-frames operators,shapes trace.json
  tell "with other events, if it is alone; without" gpuflame collapse -q --torch-frames shapes --only mm trace.json
  gpuflame collapse -q --only mm trace.json
  tell "sizes are no numbers to fold" gpuflame collapse -q --torch-frames shapes --strip-numbers auto --only mm trace.json
  gpuflame collapse -q --strip-numbers auto --torch-frames shapes --only mm trace.json
  gpuflame collapse --torch-frames shape trace.json
}
check torch-shapes 2 <<'STDOUT' 3<<'STDERR'
aten::add [8];k 5000
aten::cat [2x3, 4x5];k 5000
aten::long [123456789x0, 123456789x1, 123456789x2, 123456789x3, 123456789x4, 123456789x5, 123456789x6, 123456789x7, 123456789x8, 123456789x9, 123456789x10, 123456789x11, ...];k 5000
aten::mm [16x1024, 1024x64];k 5000
aten::mm [4096x1024, 1024x64];k 5000
aten::mm [8x1024, 1024x64];k 5000
aten::none;k 5000
aten::odd;k 5000
aten::zeros;k 5000
--- with other events, if it is alone; without: aten::mm [16x1024, 1024x64];k 5000 | aten::mm [4096x1024, 1024x64];k 5000 | aten::mm [8x1024, 1024x64];k 5000
aten::mm;k 15000
--- sizes are no numbers to fold: aten::mm [16x1024, 1024x64];k 5000 | aten::mm [4096x1024, 1024x64];k 5000 | aten::mm [8x1024, 1024x64];k 5000
aten::mm [16x1024, 1024x64];k 5000
aten::mm [4096x1024, 1024x64];k 5000
aten::mm [8x1024, 1024x64];k 5000
STDOUT
gpuflame: option '--torch-frames': expected annotations, modules, operators, python or shapes, separated by commas; not 'shape'
STDERR

# What a thread of autograd launches is in the ranges of the thread whose forward operators all of its
# backward operators belong to, by "Sequence number" and "Fwd thread id", whichever frames are shown.
torch-adopt() {
  python3 - <<'END'
import json
events, correlation = [], 0
def op(name, tid, start, length, number=None, forward=0, category="cpu_op"):
    args = {} if number is None else {"Sequence number": number, "Fwd thread id": forward}
    events.append({"ph": "X", "cat": category, "name": name, "pid": 1, "tid": tid, "ts": start, "dur": length, "args": args})
def kernel(name, tid, launched, length):
    global correlation
    correlation += 1
    events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": tid, "ts": launched, "dur": 0.5,
        "args": {"correlation": correlation}})
    events.append({"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": 5000 + 10 * correlation, "dur": length,
        "args": {"correlation": correlation, "stream": 7}})
# thread 10 is PyTorch's thread 1, thread 20 its thread 3: both number from 5; 30 and 40 run backward
op("ProfilerStep#1", 10, 0, 900, category="user_annotation")
op("## backward ##", 10, 190, 400, category="user_annotation")
op("aten::linear", 10, 10, 50, 5)
op("aten::t", 10, 12, 3, 5) # the last one with 5: it made the node 5
op("aten::addmm", 10, 20, 30, 6)
kernel("gemm", 10, 25, 1)
op("aten::relu", 10, 70, 5, 7)
op("nothing", 10, 80, 5, -1)
op("worker", 20, 0, 900, category="user_annotation")
op("aten::mul", 20, 15, 5, 6)
op("aten::exp", 20, 25, 5, 8)
op("evaluate: AddmmBackward0", 30, 200, 20, 6, 1)
op("AddmmBackward0", 30, 201, 18, 6, 1)
op("aten::mm", 30, 203, 10)
kernel("gemm_back", 30, 205, 2)
op("evaluate: TBackward0", 30, 230, 20, 5, 1)
kernel("transpose", 30, 231, 3)
op("evaluate: ExpBackward0", 40, 260, 20, 8, 3)
kernel("exp_back", 40, 265, 4)
op("evaluate: MulBackward0", 40, 290, 20, 6, 3)
kernel("mul_back", 40, 291, 5)
# forward again, by the backward thread (a checkpoint), PyTorch's thread 2
op("CheckpointFunctionBackward", 30, 400, 100, 7, 1)
op("aten::gelu", 30, 410, 10, 50)
kernel("gelu_again", 30, 412, 6)
op("evaluate: GeluBackward0", 30, 470, 20, 50, 2)
kernel("gelu_back", 30, 471, 7)
# of both threads: who called is not known
op("evaluate: both", 50, 300, 20, 8, 3)
op("evaluate: both", 50, 330, 20, 7, 1)
kernel("both", 50, 331, 9)
# its forward operator is not in the trace; and no operator at all
kernel("bare", 30, 650, 10)
op("evaluate: LostBackward0", 30, 700, 20, 99, 1)
kernel("lost", 30, 701, 8)
json.dump({"schemaVersion": 1, "traceEvents": events}, open("trace.json", "w"))
json.dump({"schemaVersion": 1, "traceEvents": events[::-1]}, open("backwards.json", "w"))
END
  tell "without" gpuflame collapse -q --adopt none trace.json
  tell "with" gpuflame collapse -q trace.json
  gpuflame collapse -q --adopt autograd backwards.json | cmp - <(gpuflame collapse -q trace.json)
  tell "frames of annotations alone" gpuflame collapse -q --torch-frames annotations trace.json
}
check torch-adopt 0 <<'STDOUT'
--- without
CheckpointFunctionBackward;aten::gelu;gelu_again 6000
CheckpointFunctionBackward;evaluate: GeluBackward0;gelu_back 7000
ProfilerStep;aten::linear;aten::addmm;gemm 1000
bare 10000
evaluate: AddmmBackward0;AddmmBackward;aten::mm;gemm_back 2000
evaluate: ExpBackward0;exp_back 4000
evaluate: LostBackward0;lost 8000
evaluate: MulBackward0;mul_back 5000
evaluate: TBackward0;transpose 3000
evaluate: both;both 9000
--- with
ProfilerStep;## backward ##;CheckpointFunctionBackward;aten::gelu;gelu_again 6000
ProfilerStep;## backward ##;CheckpointFunctionBackward;evaluate: GeluBackward0;gelu_back 7000
ProfilerStep;## backward ##;evaluate: AddmmBackward0;AddmmBackward;aten::mm;gemm_back 2000
ProfilerStep;## backward ##;evaluate: TBackward0;transpose 3000
ProfilerStep;aten::linear;aten::addmm;gemm 1000
ProfilerStep;bare 10000
ProfilerStep;evaluate: LostBackward0;lost 8000
evaluate: both;both 9000
worker;evaluate: ExpBackward0;exp_back 4000
worker;evaluate: MulBackward0;mul_back 5000
--- frames of annotations alone
ProfilerStep;## backward ##;gelu_again 6000
ProfilerStep;## backward ##;gelu_back 7000
ProfilerStep;## backward ##;gemm_back 2000
ProfilerStep;## backward ##;transpose 3000
ProfilerStep;bare 10000
ProfilerStep;gemm 1000
ProfilerStep;lost 8000
both 9000
worker;exp_back 4000
worker;mul_back 5000
STDOUT

# Values of a wrong type count as missing, and the last of several counts; an event without a process has not that of the
# one before; values without a meaning are skipped, of any kind and at any place.
torch-odd() {
  cat >odd.json <<'END'
[{},7,[8],{"ts":"x","ts":1},{"ph":5},{"ph":"X","cat":"Trace","dur":{}},{"ph":"X","cat":"","":0},
{"ph":"X","cat":"kernel","args":{"correlation":"x","grid":5,"block":[1,2,3,4],"stream":-5,"x":{"correlation":1},"correlation":2,"correlation":[3]}},
{"ph":"X","cat":"kernel","ts":1e30,"dur":1,"name":7,"pid":[]},{"ph":"X","cat":"kernel","ts":7,"ts":5,"dur":-1},
{"ph":"X","cat":"cpu_op","ts":5,"dur":1},{"ph":"X","cat":"cpu_op","tid":5,"ts":9223372036854775,"dur":1},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":0.001,"args":{"correlation":4}}]
END
  gpuflame collapse --summary odd.json
  python3 - <<'END'
kernel = '{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":100,"dur":7,'
around = '[{"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":5,"ts":10,"dur":50},%s,{"args":{"block":[9]}},%s,%s,' \
    '{"ph":"X","cat":"cuda_runtime","name":"launch",%s"tid":5,"ts":20,"dur":4,"args":{"correlation":3}}]'
events = ['{"x":%,"ph":"X","":%,' + kernel[10:] + '"args":{"x":%,"correlation":3,"y":%},"y":%}',
          kernel + '"args":{"grid":[%,[%],1],"bytes":{"a":%},"block":[[%]],"correlation":3,"stream":[%]}}',
          kernel + '"args":{"block":"5","correlation":3,"x":%}}']
flow = '{"ph":"s","cat":%,"ts":%,"ts":%,"args":%,"ph":%}'
for i, value in enumerate(['null', 'true', '1', '"x"', '{}', '[]', '[[],{}]', '{"ts":[1,{"dur":2}],"args":{"correlation":9}}',
                           '["ts",{"ph":"s"},[1,[2]]]']):
    for j, event in enumerate(events):
        open(f"value{i}{j}.json", "w").write((around % (flow, event, flow, '"pid":1,')).replace("%", value))
open("process.json", "w").write(around % ("{}", kernel + '"args":{"correlation":3}}', "{}", ""))
END
  for file in value*.json process.json; do
    gpuflame collapse -q "$file"
    gpuflame stats -q -f csv -r cuda_gpu_trace "$file" | cut -d, -f2,4-9,11- | tail -n 1
  done | sort | uniq -c
  for text in '{"traceEvents": 5}' '{"traceEvents": [' '[{"ph":"X","cat":"kernel","ts":1' '[{"ph":"X","cat":"ker' '[] []' \
    '[{"ph" "X"}]' '[{"ph":"\x"}]' '[{"ts":nan}]' '[{"ts":1.}]'; do
    printf '%s' "$text" >bad.json
    tell "$text" gpuflame collapse bad.json
  done
}
check torch-odd 1 <<'STDOUT' 3<<'STDERR'
[no launch record];k 1
     28 7000,0,0,0,0,0,0,0.000,0.000,,,,,(0),0,,7,k
      1 k 7000
     27 op;k 7000
--- {"traceEvents": 5}: status 1: gpuflame: cannot read 'bad.json': its "traceEvents" is not an array
--- {"traceEvents": [: status 1: gpuflame: cannot read 'bad.json': the JSON is truncated; was it still being written, or the copy cut short?
--- [{"ph":"X","cat":"kernel","ts":1: status 1: gpuflame: cannot read 'bad.json': the JSON is truncated; was it still being written, or the copy cut short?
--- [{"ph":"X","cat":"ker: status 1: gpuflame: cannot read 'bad.json': the JSON is truncated; was it still being written, or the copy cut short?
--- [] []: status 1: gpuflame: cannot read 'bad.json': invalid JSON at byte 4: something follows its end
--- [{"ph" "X"}]: status 1: gpuflame: cannot read 'bad.json': invalid JSON at byte 8: ':' is expected after a key
--- [{"ph":"\x"}]: status 1: gpuflame: cannot read 'bad.json': invalid JSON at byte 9: there is no such escape in JSON
--- [{"ts":nan}]: status 1: gpuflame: cannot read 'bad.json': invalid JSON at byte 8: this is no value; is a quote missing?
--- [{"ts":1.}]: status 1: gpuflame: cannot read 'bad.json': invalid JSON at byte 8: this is not a number
STDOUT
odd.json: PyTorch profiler trace
  kernels                       1        1 ns
  ranges                        0
  filtered out                  0
  written 1 ns + filtered 0 ns = 1 ns in the tables
gpuflame: note: 1 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: note: 3 rows of GPU operations skipped: no valid time
gpuflame: note: 2 rows of ranges skipped: no valid time or thread
STDERR
