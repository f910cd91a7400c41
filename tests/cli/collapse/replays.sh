# Replays of CUDA graphs below the modules in which another trace saw them captured. `write NAME
# WHAT...` makes: a trace "run" of two replays of four kernels and a copy (10, 20, 30, 40 and 5 us,
# those of the graph's nodes in any order of time where it has nodes), or a "capture" of them in two
# layers; each WHAT changes something.
write() {
  python3 - "$@" <<'END'
import json, sys
path, what = sys.argv[1], sys.argv[2:]
hip, nodes = "cuda" not in what, "nodes" in what
api = "hip" if hip else "cuda"
events = []
def add(cat, event, ts, dur, tid=1, **args):
    events.append({"ph": "X", "cat": cat, "name": event, "pid": 1, "tid": tid, "ts": ts, "dur": dur,
                   "args": args})
work = [("norm", 10), ("gemm", 20), ("norm", 30), ("gemm", 40)]
if "one-less" in what:
    work.pop()
if "swapped" in what:
    work[1], work[2] = work[2], work[1]
if "run" in what:
    for replay in range(2):
        start = 1000 * replay
        add("user_annotation", "step[DECODE bs=2]", start, 500)
        add("cuda_runtime", api + "GraphLaunch", start + 10, 5, correlation=replay + 1)
        at = start + 100
        order = [3, 0, 4, 2, 1] if nodes else [0, 1, 2, 3, 4]
        for i in order:
            more = {"graph node id": (7 << 32) + 10 + i} if nodes else {}
            if "annotated" in what and i != 2:
                more["str" if i == 3 else "name"] = "all_reduce"
                if i < 2:
                    more["module_fqn"] = "layers.0.mlp"
                if i == 4:
                    more["name"] = "copy %d" % replay
            if i < 4:
                add("kernel", work[i][0], at, work[i][1], correlation=replay + 1, stream=3, device=0,
                    **more)
            else:
                add("gpu_memcpy", "Memcpy DtoD (Device -> Device)", at, 5, correlation=replay + 1,
                    stream=3, device=0, bytes=64, **more)
            at += 50
        add("kernel", "eager", start + 400, 7, correlation=10 + replay, stream=3, device=0)
        add("cuda_runtime", api + "LaunchKernel", start + 30, 5, correlation=10 + replay)
        add("cuda_runtime", api + "DeviceSynchronize", start + 300, 150, correlation=90 + replay)
if "capture" in what:
    first = 3 if "later" in what else 0
    add("user_annotation", "capture_2_FULL", 0, 900)
    add("python_function", "nn.Module: Harness_0", 1, 800)
    add("cuda_runtime", api + "LaunchKernel", 5, 2, correlation=50, **({"kernel": "norm"} if hip else {}))
    add("cuda_runtime", api + "StreamBeginCapture", 10, 2, correlation=51)
    at = 20
    for layer in range(2):
        add("python_function", "nn.Module: %s_%d" % ("Other" if "other" in what else "Layer", first + layer),
            at, 90)
        for kernel, us in work[2 * layer:2 * layer + 2]:
            add("cpu_op", "aten::" + kernel, at + 5, 20)
            add("cuda_runtime", api + "LaunchKernel", at + 10, 5, correlation=60 + at,
                **({"kernel": kernel} if hip else {}))
            add("cuda_driver", "cuLaunchKernel", at + 11, 2, correlation=60 + at)
            at += 40
        at += 20
    add("cuda_runtime", api + "MemcpyAsync", at, 3, correlation=59)
    add("cuda_runtime", api + "StreamEndCapture", at + 10, 2, correlation=52)
    add("cuda_runtime", api + "LaunchKernel", at + 20, 5, correlation=53, **({"kernel": "gemm"} if hip else {}))
json.dump({"traceEvents": events}, open(path, "w"))
END
}

# By name: of an order or a number of launches that differs, it is said what does, and nothing is
# guessed.
graph-captures() {
  write run.json run
  cp "$FIXTURES/demo.sqlite" "$TESTS/fixtures/torch.json" .
  gpuflame collapse -q --graph-capture-ranges off run.json
  write good.json capture
  gpuflame collapse -q --graph-captures good.json run.json
  for what in one-less swapped "cuda"; do
    write bad.json capture $what
    tell "$what" gpuflame collapse -q --graph-captures bad.json run.json
  done
  mkdir two && write two/0.json capture && write two/1.json capture swapped
  tell "one of two fits" gpuflame collapse --graph-captures two run.json | grep -c Layer
  write two/1.json capture later
  tell "which layers they are is not known" gpuflame collapse -q --strip-numbers none --graph-captures two run.json
  write two/1.json capture other
  tell "two that differ" gpuflame collapse -q --graph-captures two run.json
  tell "no trace" gpuflame collapse -q --graph-captures demo.sqlite run.json
  tell "no replays" gpuflame collapse -q --graph-captures good.json torch.json
  tell "a report of one layer" gpuflame stats -q -f csv --graph-captures good.json --range Layer_1 -r cuda_gpu_mem_time_sum,cuda_gpu_kern_sum run.json
  tell "a report, and a capture that does not fit" gpuflame stats -q --graph-captures bad.json -r cuda_gpu_kern_sum run.json
  tell "selected, and by phase" gpuflame collapse -q --graph-captures good.json --range Layer_1 --by phase run.json
  echo "--- critical: only replays are in modules"
  gpuflame collapse -q --graph-captures good.json --value critical run.json
}
check graph-captures 0 <<'STDOUT'
decode bs=2;[CUDA memcpy DtoD] 10000
decode bs=2;eager 14000
decode bs=2;gemm 120000
decode bs=2;norm 80000
decode bs=2;[CUDA memcpy DtoD] 10000
decode bs=2;eager 14000
decode bs=2;nn.Module: Layer;aten::gemm;gemm 120000
decode bs=2;nn.Module: Layer;aten::norm;norm 80000
--- one-less: status 1: gpuflame: cannot use 'bad.json' for 'run.json': a CUDA graph's replay of 5 operations fits no capture: 'bad.json' launches 4
--- swapped: status 1: gpuflame: cannot use 'bad.json' for 'run.json': a CUDA graph's replay of 5 operations fits no capture: number 2 is 'gemm', in 'bad.json' 'norm'
--- cuda: status 1: gpuflame: cannot use 'bad.json' for 'run.json': a CUDA graph's replay of 5 operations fits no capture: 'bad.json' has no names of kernels, and the replay no graph nodes
2
--- which layers they are is not known
decode bs=2;[CUDA memcpy DtoD] 10000
decode bs=2;eager 14000
decode bs=2;nn.Module: Layer_N;aten::gemm;gemm 120000
decode bs=2;nn.Module: Layer_N;aten::norm;norm 80000
--- two that differ: status 1: gpuflame: cannot use 'two' for 'run.json': a CUDA graph's replay of 5 operations fits no capture: 'two/0.json' and 'two/1.json' both fit, and differ
--- no trace: status 1: gpuflame: cannot read a capture of CUDA graphs: 'demo.sqlite' is no trace of PyTorch
--- no replays: status 1: gpuflame: 'torch.json' replays no CUDA graph
--- a report of one layer
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
57.1,80000,2,40000.0,40000.0,40000,40000,0.0,gemm
42.9,60000,2,30000.0,30000.0,30000,30000,0.0,norm
--- a report, and a capture that does not fit: status 1: gpuflame: cannot use 'bad.json' for 'run.json': a CUDA graph's replay of 4 operations fits no capture: 'bad.json' launches 5
--- selected, and by phase: decode;decode bs=2;nn.Module: Layer;aten::gemm;gemm 80000 | decode;decode bs=2;nn.Module: Layer;aten::norm;norm 60000
--- critical: only replays are in modules
[CPU] 500000
decode bs=2;[CPU] 120000
decode bs=2;[CUDA memcpy DtoD] 10000
decode bs=2;[GPU wait] 210000
decode bs=2;eager 14000
decode bs=2;hipDeviceSynchronize 86000
decode bs=2;hipGraphLaunch 10000
decode bs=2;nn.Module: Layer;aten::gemm;[GPU wait] 120000
decode bs=2;nn.Module: Layer;aten::gemm;gemm 120000
decode bs=2;nn.Module: Layer;aten::norm;[GPU wait] 60000
decode bs=2;nn.Module: Layer;aten::norm;[launch latency] 170000
decode bs=2;nn.Module: Layer;aten::norm;norm 80000
STDOUT

# Traces of CUDA: calls do not name their kernels, but operations have graph nodes, whose order is that
# of the capture.
graph-captures-cuda() {
  write run.json run cuda nodes
  write bs_2.json capture cuda
  gpuflame collapse -q --graph-captures bs_2.json run.json
  write bare.json run cuda
  tell "without nodes" gpuflame collapse -q --graph-captures bs_2.json bare.json
  echo "--- found by itself"
  mv bs_2.json bs_2_rank1.json
  gpuflame collapse -q run.json | grep -c Layer
  mkdir capture_traces && mv bs_2_rank1.json capture_traces/
  gpuflame collapse -q run.json | grep -c Layer
  mv run.json run_rank0.json
  gpuflame collapse -q run_rank0.json | grep -c Layer
  echo "--- a notice, and flat stacks"
  write capture_traces/bs_2_rank0.json capture cuda one-less
  gpuflame collapse run_rank0.json 2>&1 | grep -v wrote
}
check graph-captures-cuda 0 <<'STDOUT'
decode bs=2;[CUDA memcpy DtoD] 10000
decode bs=2;eager 14000
decode bs=2;nn.Module: Layer;aten::gemm;gemm 120000
decode bs=2;nn.Module: Layer;aten::norm;norm 80000
--- without nodes: status 1: gpuflame: cannot use 'bs_2.json' for 'bare.json': a CUDA graph's replay of 5 operations fits no capture: 'bs_2.json' has no names of kernels, and the replay no graph nodes
--- found by itself
2 [2 times]
0
--- a notice, and flat stacks
gpuflame: warning: a CUDA graph's replay of 5 operations fits no capture: './capture_traces/bs_2_rank0.json' launches 4 (2 times)
decode bs=2;[CUDA memcpy DtoD] 10000
decode bs=2;eager 14000
decode bs=2;gemm 120000
decode bs=2;norm 80000
STDOUT

# Annotations of torch.cuda: a module's name counts more than another; labels that differ for one node
# do not count.
graph-annotations() {
  write run.json run cuda nodes annotated
  gpuflame collapse -q run.json
  gpuflame collapse -q --jobs 4 run.json | cmp - <(gpuflame collapse -q --jobs 1 run.json)
}
check graph-annotations 0 <<'STDOUT'
decode bs=2;[CUDA memcpy DtoD] 10000
decode bs=2;all_reduce;gemm 80000
decode bs=2;eager 14000
decode bs=2;layers.N.mlp;gemm 40000
decode bs=2;layers.N.mlp;norm 20000
decode bs=2;norm 60000
STDOUT

# The same from the file that PyTorch writes beside a trace or a folder above, for the rank of the trace; a pickle is
# not read.
graph-annotations-file() {
  mkdir -p traces/step_1
  write traces/step_1/run.json run cuda nodes
  node=$((7 << 32))
  labels() { # FILE MODULE
    printf '{"%d": [{"module_fqn": "%s"}], "%d": [{"name": "all_reduce", "bytes": "5"}, {"module_fqn": "%s", "name": "x"}], "%d": ["x", {"str": "relu"}], "1": [], "x": {"module_fqn": "y"}}' \
      $((node + 10)) "$2" $((node + 11)) "$2" $((node + 13)) >"$1"
  }
  labels traces/kernel_annotations_rank0_fwd.json layers.0.mlp
  gpuflame collapse -q traces/step_1/run.json | tee above
  mv traces/kernel_annotations_rank0_fwd.json given.json
  mv given.json kernel_annotations.json
  gpuflame collapse -q --graph-captures kernel_annotations.json traces/step_1/run.json | cmp - above && echo "given: the same"
  labels traces/step_1/kernel_annotations_rank1_fwd.json another.rank
  cp traces/step_1/run.json traces/step_1/run_rank0.json
  tell "another rank" gpuflame collapse -q traces/step_1/run_rank0.json
  rm traces/step_1/kernel_annotations_rank1_fwd.json
  echo '{"30064771082": [' >kernel_annotations.json
  tell "damaged" gpuflame collapse -q --graph-captures kernel_annotations.json traces/step_1/run.json
  echo '{"5": ["x"]}' >kernel_annotations.json
  tell "of others" gpuflame collapse -q --graph-captures kernel_annotations.json traces/step_1/run.json
  printf '\x80\x04.' >traces/kernel_annotations_rank0_fwd.pkl
  tell "pickle" gpuflame collapse -q --graph-captures traces/kernel_annotations_rank0_fwd.pkl traces/step_1/run.json
  tell "pickle above" gpuflame collapse traces/step_1/run.json
}
check graph-annotations-file 0 <<'STDOUT' 3<<'STDERR'
decode bs=2;[CUDA memcpy DtoD] 10000
decode bs=2;eager 14000
decode bs=2;layers.N.mlp;gemm 40000
decode bs=2;layers.N.mlp;norm 20000
decode bs=2;norm 60000
decode bs=2;relu;gemm 80000
given: the same
--- another rank: decode bs=2;[CUDA memcpy DtoD] 10000 | decode bs=2;eager 14000 | decode bs=2;gemm 120000 | decode bs=2;norm 80000
--- damaged: status 1: gpuflame: cannot read a capture of CUDA graphs: cannot read 'kernel_annotations.json': the JSON is truncated; was it still being written, or the copy cut short?
--- of others: status 1: gpuflame: cannot use 'kernel_annotations.json' for 'traces/step_1/run.json': it has no capture
--- pickle: status 1: gpuflame: cannot read a capture of CUDA graphs: 'traces/kernel_annotations_rank0_fwd.pkl' is a pickle, which is a program: 'python -m torch.cuda._annotate_cuda_graph_trace TRACE -a FILE.pkl' writes a trace that has what it says
--- pickle above: decode bs=2;[CUDA memcpy DtoD] 10000 | decode bs=2;eager 14000 | decode bs=2;gemm 120000 | decode bs=2;norm 80000
STDOUT
gpuflame: warning: 'kernel_annotations_rank0_fwd.pkl' is a pickle, which is a program: 'python -m torch.cuda._annotate_cuda_graph_trace TRACE -a FILE.pkl' writes a trace that has what it says
STDERR
