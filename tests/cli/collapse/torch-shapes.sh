# Shapes of tensors in the names of PyTorch's operators, which keep their numbers.
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
op("aten::add", "Input dims", [[8], [], []])
op("aten::cat", "Input Dims", [[[2, 3], [4, 5]], []])
op("aten::zeros", "Input Dims", [[], []])
op("aten::none", None, None)
op("aten::odd", "Input Dims", "4x4")
op("aten::long", "Input Dims", [[123456789, i] for i in range(30)])
json.dump({"traceEvents": events}, open("trace.json", "w"))
END
gpuflame collapse -q --torch-frames operators,shapes trace.json
echo '--- with other events, if it is alone; without'
gpuflame collapse -q --torch-frames shapes --only mm trace.json
gpuflame collapse -q --only mm trace.json
echo '--- folded, if so asked'
gpuflame collapse -q --torch-frames shapes --strip-numbers auto --only mm trace.json
gpuflame collapse -q --strip-numbers auto --torch-frames shapes --only mm trace.json
gpuflame collapse --torch-frames shape trace.json
