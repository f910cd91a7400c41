# Iterations of vLLM: 8 of decode (10 us, one of 50 us), 5 of prefill (100 us) and one with both
# (130 us), after one another. Prefill is no outlier of decode; each phase has its own. A name without
# requests, or of another kind, has no phase.
serving() {
  python3 - <<'END'
import json
ts, events, number = 1000.0, [], 0
def step(name, us):
    global ts, number
    number += 1
    events.append({"ph": "X", "cat": "user_annotation", "name": name, "pid": 9, "tid": 9,
                   "ts": ts, "dur": 5})
    events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9,
                   "ts": ts + 1, "dur": 1, "args": {"correlation": number}})
    events.append({"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": ts + 5,
                   "dur": us - 5, "args": {"device": 0, "stream": 7, "correlation": number}})
    ts += us
for i in range(8):
    step(f"execute_context_0(0)_generation_{30 + i % 3}({30 + i % 3})", 50 if i == 6 else 10)
    if i < 5:
        step(f"execute_context_2({512 + i})_generation_0(0)", 100)
step("execute_7_context_1(sq512sk512sqsq1sqsk1)_generation_30(sq30sk900sqsq1sqsk1)", 130)
step("execute_context_0(0)_generation_0(0)", 10)
json.dump({"traceEvents": events}, open("vllm.json", "w"))
for event in events:
    event["name"] = event["name"].replace("execute_context_0(0)_generation_30(30)", "step[DECODE bs=30]")
json.dump({"traceEvents": events}, open("both.json", "w"))
END
  gpuflame collapse --by phase vllm.json
  gpuflame collapse --by phase both.json | cmp - <(gpuflame collapse --by phase vllm.json)
  gpuflame stats -q -f csv --preset none -r step_sum vllm.json | cut -d, -f1,4,11
  gpuflame stats -q -f csv --preset auto -r step_sum vllm.json | cut -d, -f1,4,11 | sort | uniq -c
  gpuflame stats -q -f csv --preset auto -r step_phase_sum vllm.json | cut -d, -f2,4,9 | sort | uniq -c | tee phases
  gpuflame stats -q -f csv --preset none -r step_phase_sum vllm.json | cut -d, -f2,4,9 | sort | uniq -c | cmp - phases
  gpuflame findings -q vllm.json | sed '/^$/,$d'
  gpuflame findings -q -f json vllm.json | tee findings.json | grep -o '"phases".*'
  echo '--- compared by step, if all are of one phase; what is selected is in modules of the capture, too'
  mkdir one more
  cp -r "$TESTS"/fixtures/serving/* one
  python3 - <<'END'
import json
trace = json.load(open("one/decode.json"))
events = trace["traceEvents"]
third = json.loads(json.dumps(events[:len(events) // 2]))
for event in third:
    event["ts"] += 5000
    event["args"]["correlation"] = 9
trace["traceEvents"] = events + third
json.dump(trace, open("more/decode.json", "w"))
END
  gpuflame diff -q one/decode.json more/decode.json | head -n 4
  gpuflame diff -q vllm.json more/decode.json | head -n 2
  gpuflame collapse -q --range DecoderLayer_1 one/decode.json
  gpuflame stats -q -f csv --range DecoderLayer_1 -r cuda_gpu_kern_sum one/decode.json | cut -d, -f2,3,9
  python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json" <findings.json
}
check serving 0 <<'STDOUT'
[no phase];execute_context_0(0)_generation_0(0);gemm 5000
decode;decode bs=N;gemm 80000
mixed;mixed bs=1+30 tokens=512;gemm 125000
prefill;prefill bs=N tokens=N;gemm 475000
Step,Wall (ns),Outlier
execute_context_0(0)_generation_30(30) (step 0),10000,
execute_context_2(512)_generation_0(0) (step 1),100000,
execute_context_0(0)_generation_31(31) (step 2),10000,
execute_context_2(513)_generation_0(0) (step 3),100000,
execute_context_0(0)_generation_32(32) (step 4),10000,
execute_context_2(514)_generation_0(0) (step 5),100000,
execute_context_0(0)_generation_30(30) (step 6),10000,
execute_context_2(515)_generation_0(0) (step 7),100000,
execute_context_0(0)_generation_31(31) (step 8),10000,
execute_context_2(516)_generation_0(0) (step 9),100000,
execute_context_0(0)_generation_32(32) (step 10),10000,
execute_context_0(0)_generation_30(30) (step 11),50000,slow
execute_context_0(0)_generation_31(31) (step 12),10000,
execute_7_context_1(sq512sk512sqsq1sqsk1)_generation_30(sq30sk900sqsq1sqsk1) (step 13),130000,
execute_context_0(0)_generation_0(0) (step 14),10000,
      1 Step,Wall (ns),Outlier
      2 decode bs=30,10000,
      1 decode bs=30,50000,slow
      3 decode bs=31,10000,
      2 decode bs=32,10000,
      1 execute_context_0(0)_generation_0(0),10000,
      1 mixed bs=1+30 tokens=512,130000,
      1 prefill bs=2 tokens=512,100000,
      1 prefill bs=2 tokens=513,100000,
      1 prefill bs=2 tokens=514,100000,
      1 prefill bs=2 tokens=515,100000,
      1 prefill bs=2 tokens=516,100000,
      1 Phase,Wall (ns),Outlier
      1 [no phase],10000,
      7 decode,10000,
      1 decode,50000,slow
      1 mixed,130000,
      5 prefill,100000,
vllm.json: 1 device, 15 steps of 50.7 us, 1 outlier; prefill: 100 us a step at bs 2; decode: 10.0 us
a step at bs 30 to 32; mixed: 130 us a step at bs 31: 2 findings, 14.5 % of the step in all at most;
kernels ran for 90.1 % of the time, 100.0 % of it in gemm
"phases":[{"phase":"prefill","steps":5,"step_ns":100000,"least_requests":2,"most_requests":2},{"phase":"decode","steps":7,"step_ns":10000,"least_requests":30,"most_requests":32},{"phase":"mixed","steps":1,"step_ns":130000,"least_requests":31,"most_requests":31}],"unexplained_percent":0.00},
--- compared by step, if all are of one phase; what is selected is in modules of the capture, too
before: one/decode.json (2 steps)
after:  more/decode.json (3 steps)
total per step: 100 us -> 100 us, 0 ns (+0.0%)
before: vllm.json
after:  more/decode.json (3 steps)
decode bs=2;nn.Module: DecoderLayer;gemm 80000
decode bs=2;nn.Module: DecoderLayer;norm 60000
Total Time (ns),Instances,Name
80000,2,gemm
60000,2,norm
STDOUT

# A program of JAX, by XLA's own ranges: executions of what it calls train_step are steps, scopes frames, and
# compiling is first use. Other modules are no steps.
jax() {
  python3 - "$TESTS/fixtures/findings" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from run import Run
run = Run()
def module(name):
    return run.range(f"TSL:XlaModule:#hlo_module={name},program_id=7#")
def thunk(path, name, us):
    with run.range(f"TSL:Thunk:#name=jit(train_step)/{path},hlo_op={name}.3,unique_hlo_op_id=9#"):
        run.kernel(name + "_3", us)
with module("jit__normal"):
    run.kernel("loop_add_fusion", 100)
for i in range(6):
    if i == 1:
        with run.range("TSL:XlaPass:#name=algsimp,module=jit_train_step,program_id=7#"):
            run.sleep(9000)
    with module("jit_train_step"):
        for layer in 0, 1:
            thunk(f"forward/jvp(layer_{layer})/mlp/dot_general", "gemm_fusion_dot", 300)
        thunk("optimizer", "loop_add_fusion", 100)
run.write("jax.sqlite")
END
  gpuflame collapse -q jax.sqlite
  gpuflame collapse -q --normalize steps jax.sqlite | head -n 1
  gpuflame findings -q jax.sqlite | head -n 1
  gpuflame findings -q --step-range '^none' jax.sqlite | grep -A 2 '^1'
}
check jax 0 <<'STDOUT'
jit__normal;loop_add_fusion 100000
jit_train_step;forward;jvp(layer_N);mlp;dot_general;gemm_fusion_dot_3 3600000
jit_train_step;optimizer;loop_add_fusion_3 600000
jit__normal;loop_add_fusion 16667
jax.sqlite: 1 device, 6 steps of 2.09 ms, median 700 us, 1 outlier: 1 finding, 65.6 % of the step in
1. Kernels are loaded, compiled or captured for their first use
   at most  65.7 % of the run, 8.22 ms
   where    range 'TSL:XlaPass:#name=algsimp,module=jit_train_step#', gemm_fusion_dot_3
STDOUT

# What xDiT's own profiler writes of a run of the pipeline, with the denoising steps that users name in it.
diffusion() {
  python3 - <<'END' >xdit.json
import json
def add(cat, name, ts, dur, **args): return dict(ph="X", cat=cat, name=name, pid=1, tid=1, ts=ts, dur=dur, args=args)
def kernel(name, ts, dur): return (add("cuda_runtime", "hipLaunchKernel", ts, 3, correlation=ts),
                                   add("kernel", name, ts + 5, dur, correlation=ts, stream=7, device=0))
steps = [event for ts in (100, 1100, 2100) for event in
         (add("user_annotation", f"denoise_step_{ts // 1000}", ts, 900), *kernel("dit", ts + 10, 600))]
print(json.dumps({"traceEvents": [add("user_annotation", "ProfilerStep#1", 0, 9000), add(
    "user_annotation", "model_inference", 10, 8900), *kernel("t5", 20, 50), *steps, *kernel("vae", 6000, 500)]}))
END
  gpuflame collapse --by phase xdit.json
  gpuflame stats -q -f csv -r step_phase_sum xdit.json | cut -d, -f1,2,5
  gpuflame stats -q -f csv -r step_sum --step-range '^denois' xdit.json | cut -d, -f1,5
}
check diffusion 0 <<'STDOUT'
[no phase];ProfilerStep;model_inference;t5 50000
[no phase];ProfilerStep;model_inference;vae 500000
denoise;ProfilerStep;model_inference;denoise_step_N;dit 1800000
Step,Phase,GPU Busy (ns)
ProfilerStep#1,denoise,1800000
ProfilerStep#1,[no phase],550000
Step,GPU Busy (ns)
denoise_step_0,600000
denoise_step_1,600000
denoise_step_2,600000
STDOUT
