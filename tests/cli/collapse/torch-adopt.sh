# --adopt puts backward operators of PyTorch under the forward operators that made them, by
# "Sequence number" and "Fwd thread id", whichever frames are shown.
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
# thread 10 is PyTorch's thread 1, thread 20 its thread 3: both number from 5; 30 runs backward
op("ProfilerStep#1", 10, 0, 900, category="user_annotation")
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
op("evaluate: ExpBackward0", 30, 260, 20, 8, 3)
kernel("exp_back", 30, 265, 4)
op("evaluate: MulBackward0", 30, 290, 20, 6, 3)
kernel("mul_back", 30, 291, 5)
# forward again, by the backward thread (a checkpoint), PyTorch's thread 2
op("CheckpointFunctionBackward", 30, 400, 100, 7, 1)
op("aten::gelu", 30, 410, 10, 50)
kernel("gelu_again", 30, 412, 6)
op("evaluate: GeluBackward0", 30, 600, 20, 50, 2)
kernel("gelu_back", 30, 601, 7)
# its forward operator is not in the trace
op("evaluate: LostBackward0", 30, 700, 20, 99, 1)
kernel("lost", 30, 701, 8)
json.dump({"schemaVersion": 1, "traceEvents": events}, open("trace.json", "w"))
json.dump({"schemaVersion": 1, "traceEvents": events[::-1]}, open("backwards.json", "w"))
END
echo "--- without"
gpuflame collapse -q trace.json
echo "--- with"
gpuflame collapse -q --adopt trace.json
gpuflame collapse -q --adopt backwards.json | cmp - <(gpuflame collapse -q --adopt trace.json)
echo "--- frames of annotations alone"
gpuflame collapse -q --adopt --torch-frames annotations trace.json
