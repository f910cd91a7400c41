# shellcheck shell=bash disable=SC2034
# What JAX's profiler writes: scopes by their paths, a kernel without one below its module, copies, streams and
# devices, a line that is made of others, calls, a kernel that nobody launched; totals are those of another program.
write_xplane() {
  cat >xplane.py <<'END'
import json, os
def varint(n):
    out = b''
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])
def number(field, n): return varint(field << 3) + varint(n)
def text(field, b): return varint(field << 3 | 2) + varint(len(b)) + b
trace = []
class Plane:
    def __init__(self, name):
        self.name, self.lines, self.events, self.stats, self.pid, self.tid = name, b'', {}, {}, len(trace), 0
        trace.append(dict(ph='M', pid=self.pid, name='process_name', args=dict(name=name)))
    def tell(self, phase, name, **more): trace.append(dict(ph=phase, pid=self.pid, tid=self.tid, name=name, **more))
    def of(self, table, name): return table.setdefault(name, len(table) + 1)
    def stat(self, name, value):
        kind = number(4, value) if name == 'step_num' else number(3, value) if isinstance(value, int) else \
            text(5, value.encode()) if name.endswith('details') else number(7, self.of(self.stats, value))
        return number(1, self.of(self.stats, name)) + kind
    def line(self, name, ns, *events):
        body = number(1, 1) + text(2, name.encode()) + number(3, ns)
        self.tid += 1
        self.tell('M', 'thread_name', args=dict(name=name))
        for event, offset, duration, stats in events:
            self.tell('X', event, ts=(ns + offset) / 1000, dur=duration / 1000, args={k: str(v) for k, v in stats.items()})
            body += text(4, number(1, self.of(self.events, event)) + number(2, offset * 1000) + number(3, duration * 1000 + 1)
                + b''.join(text(4, self.stat(*stat)) for stat in stats.items()))
        self.lines += text(3, body)
    def bytes(self):
        names = lambda field, table: b''.join(
            text(field, number(1, n) + text(2, number(1, n) + text(2, name.encode()))) for name, n in table.items())
        return text(1, number(1, 7) + text(2, self.name.encode()) + self.lines + names(4, self.events) + names(5, self.stats))
gpu, other, host = Plane('/device:GPU:0'), Plane('/device:GPU:1'), Plane('/host:CPU')
host.line('worker', 900, ('cuLaunchKernel', 40, 5, dict(correlation_id=4)))
def of(correlation, scope, **stats): return dict(correlation_id=correlation, hlo_module='jit_train', name=scope, **stats)
gpu.line('Stream #7(Compute)', 1000,
    ('fusion_1', 100, 30, of(1, 'jit(train)/layers_0/attn/dot', kernel_details='regs:32 grid:4,2,1 block:256,1,1')),
    ('MemcpyH2D', 140, 5, dict(correlation_id=2, memcpy_details='kind:pinned size:4096 dest:0 async:1')),
    ('fusion_2', 150, 20, of(3, 'jit(train)/layers_0//mlp')), ('Memset', 180, 1, {}))
gpu.line('XLA Ops', 1000, ('fusion_1', 100, 30, {}))
other.line('Stream #8', 2000, ('fusion_1', 0, 7, of(4, 'x')), ('init;<b>', 10, 3, {}))
host.line('python', 900, ('cuLaunchKernel', 10, 5, dict(correlation_id=1)), ('$train.py:3 step', 0, 90, {}),
    ('train', 0, 25, dict(step_num=0)), ('train', 25, 20, dict(step_num=1)), ('cuMemcpyHtoDAsync', 20, 5, dict(correlation_id=2)), ('cuLaunchKernel', 30, 5, dict(correlation_id=3)))
open('run.xplane.pb', 'wb').write(gpu.bytes() + other.bytes() + host.bytes() + text(4, b'host'))
open('run.trace.json', 'w').write('{"displayTimeUnit":"ns","metadata":{"highres-ticks":true},"traceEvents":' +
    json.dumps(trace + [{}]) + '}')
run = 'jax/plugins/profile/2026_01_02/'
os.makedirs(run)
os.makedirs('jax/plugins/profile/2026_01_01')
json.dump(dict(displayTimeUnit='ns', traceEvents=trace + [{}]), open(run + 'perfetto_trace.json', 'w'))
graph = Plane('/device:GPU:0')
graph.line('Stream #7', 1000, ('gemm_fusion_3', 0, 9, dict(hlo_module='jit_train')), ('nvjet', 9, 1, dict(hlo_module='jit_train')))
instruction = text(1, b'gemm_fusion.3') + text(7, text(2, b'jit(train)/layers_0/mlp/dot'))
program = text(1, text(1, b'jit_train') + text(3, text(2, instruction)))
programs = lambda bytes: text(1, text(2, b'/host:metadata') + text(4, number(1, 1) + text(2, text(2, b'jit_train(1)') + text(5, text(6, bytes)))))
open(run + 'host.xplane.pb', 'wb').write(graph.bytes() + programs(program) + programs(b'other'))
other = text(1, text(1, b'jit_train') + text(3, text(2, instruction.replace(b'mlp', b'att'))))
open('two.xplane.pb', 'wb').write(programs(program) + programs(other) + graph.bytes())
open('tpu.xplane.pb', 'wb').write(Plane('/device:TPU:0').bytes() + host.bytes())
END
  python3 xplane.py
}
xplane() {
  write_xplane
  gpuflame collapse --strip-numbers none --by device,stream run.xplane.pb
  gzip -c run.xplane.pb | gpuflame collapse -q --value bytes -
  gpuflame stats -q -f csv -r cuda_gpu_trace,cuda_api_sum run.xplane.pb | cut -d, -f1-3,5-10,19-
  gpuflame collapse -q --range 'layers_0' run.xplane.pb
  gpuflame collapse -q --by step run.xplane.pb
  for options in '--by device,stream' '--value bytes' '--by step'; do
    # shellcheck disable=SC2086
    diff <(gpuflame collapse -q $options run.xplane.pb) <(gpuflame collapse -q $options run.trace.json)
  done
  diff <(gpuflame stats -q -f csv -r cuda_gpu_trace,cuda_api_sum run.xplane.pb) \
    <(gpuflame stats -q -f csv -r cuda_gpu_trace,cuda_api_sum run.trace.json)
  mkdir profile
  cp run.xplane.pb profile
  gzip -c run.trace.json >profile/run.trace.json.gz
  gpuflame collapse -q --value count --range layers_0 profile
  gpuflame stats -q -f csv -r step_sum run.xplane.pb | cut -d, -f1-4
  tell "the last run in a folder of JAX, whose graph has the scopes of its program" gpuflame collapse -q jax
  tell "two programs of one name disagree" gpuflame collapse -q two.xplane.pb
  diff <(gpuflame collapse -q run.trace.json) <(gpuflame collapse -q jax/plugins/profile/*2/perfetto_trace.json)
}
check xplane 0 <<'STDOUT' 3<<'STDERR'
GPU 0;stream 7;[no launch record];[CUDA memset] 1
GPU 0;stream 7;train step 0;[CUDA memcpy HtoD] 5
GPU 0;stream 7;train step 0;jit(train);layers_N;attn;dot;fusion_1 30
GPU 0;stream 7;train step 1;jit(train);layers_N;mlp;fusion_2 20
GPU 1;stream 8;[no launch record];init:<b> 3
GPU 1;stream 8;jit_train;x;fusion_1 7
train step 0;[CUDA memcpy HtoD] 4096
Start (ns),Duration (ns),CorrId,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,GreenCtx,Strm,Name
200,30,1,2,1,256,1,1,0,,7,fusion_1
240,5,2,,,,,,,,7,[CUDA memcpy Host-to-Device]
250,20,3,0,0,0,0,0,0,,7,fusion_2
280,1,,,,,,,,,7,[CUDA memset]
1100,7,4,0,0,0,0,0,0,,8,fusion_1
1110,3,,0,0,0,0,0,0,,8,init;<b>
Time (%),Total Time (ns),Num Calls,Med (ns),Min (ns),Max (ns),StdDev (ns),Name
75.0,15,3,5.0,5,5,0.0,cuLaunchKernel
25.0,5,1,5.0,5,5,0.0,cuMemcpyHtoDAsync
train step 0;jit(train);layers_N;attn;dot;fusion_1 30
train step 1;jit(train);layers_N;mlp;fusion_2 20
[no step];[no launch record];[CUDA memset] 1
[no step];[no launch record];init:<b> 3
step 0;train step 0;[CUDA memcpy HtoD] 5
step 0;train step 0;jit(train);layers_N;attn;dot;fusion_1 30
step 1;jit_train;x;fusion_1 7
step 1;train step 1;jit(train);layers_N;mlp;fusion_2 20
train step 0;jit(train);layers_N;attn;dot;fusion_1 1
train step 1;jit(train);layers_N;mlp;fusion_2 1
Step,PID,Start (ns),Wall (ns)
train step 0,1,0,245
train step 1,1,245,25
--- the last run in a folder of JAX, whose graph has the scopes of its program
[no launch record];jit(train);layers_N;mlp;dot;gemm_fusion_3 9
[no launch record];jit_train;nvjet 1
--- two programs of one name disagree: [no launch record];jit_train;gemm_fusion_3 9 | [no launch record];jit_train;nvjet 1
STDOUT
gpuflame: note: 2 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
STDERR
xplane-damage() {
  write_xplane
  tell "TPU" gpuflame collapse tpu.xplane.pb
  for size in 70 200 900; do
    head -c "$size" run.xplane.pb >cut.xplane.pb
    tell "$size bytes" gpuflame collapse cut.xplane.pb
  done
  head -c 900 run.trace.json >cut.trace.json
  tell "JSON" gpuflame collapse cut.trace.json
  # a damaged byte gives an error, or stacks; nothing crashes
  python3 - <<'END'
import random, subprocess
whole, random = open('run.xplane.pb', 'rb').read(), random.Random(1)
for i in range(60):
    bytes = bytearray(whole)
    bytes[random.randrange(64, len(bytes))] = random.randrange(256)
    open('bad.xplane.pb', 'wb').write(bytes)
    done = subprocess.run(['gpuflame', 'collapse', '-q', 'bad.xplane.pb'], capture_output=True)
    if done.returncode not in (0, 1) or (done.returncode == 1) != (b'gpuflame: ' in done.stderr):
        print('broken:', i, done)
END
}
check xplane-damage 0 <<'STDOUT'
--- TPU: status 1: gpuflame: 'tpu.xplane.pb' holds ranges but no GPU operations: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with jax.profiler.trace(FOLDER) (trace of JAX)
--- 70 bytes: status 1: gpuflame: cannot read 'cut.xplane.pb': what begins at byte 0 does not end, or is no message of XLA's profiler: the file is cut or damaged
--- 200 bytes: status 1: gpuflame: cannot read 'cut.xplane.pb': what begins at byte 0 does not end, or is no message of XLA's profiler: the file is cut or damaged
--- 900 bytes: status 1: gpuflame: cannot read 'cut.xplane.pb': what begins at byte 711 does not end, or is no message of XLA's profiler: the file is cut or damaged
--- JSON: status 1: gpuflame: cannot read 'cut.trace.json': the JSON is truncated; was it still being written, or the copy cut short?
STDOUT

# JSON of Intel's unitrace: ranges of ITT, calls, which are none, the flow from a call to what it launched, two
# devices and threads, a copy, an operation without a flow, one without a device; the total is that of another program.
unitrace() {
  cp "$TESTS/fixtures/unitrace.json" run.json
  gpuflame collapse -q --strip-numbers none --by device,stream run.json
  gpuflame collapse -q --kernels-only run.json
  gpuflame stats -q -f csv -r cuda_gpu_trace,nvtx_sum run.json | cut -d, -f1-3,19-
  python3 -c 'import json; print(sum(1000 * e["dur"] for e in json.load(open("run.json"))["traceEvents"] if e.get("cat") == "gpu_op"))'
  gpuflame collapse -q run.json | awk '{ sum += $NF } END { print sum }'
  head -n 9 run.json >cut.json
  tell "cut" gpuflame collapse cut.json
  grep -v DEVICE run.json >none.json
  tell "no device" gpuflame collapse none.json
  rm none.json
}
check unitrace 0 <<'STDOUT'
GPU 0;stream 0;[no launch record];early 1000
GPU 0;stream 0;step 1;clear;gemm 20000
GPU 0;stream 0;step 1;relu 3000
GPU 1;stream 1;load;zeCommandListAppendMemoryCopy(M2D) 4000
[no launch record];early 1000
step 1;clear;gemm 20000
step 1;relu 3000
Start (ns),Duration (ns),CorrId,GreenCtx,Strm,Name
0,1000,1,,0,early
30000,4000,9,,1,[CUDA memcpy Unknown]
40000,20000,7,,0,gemm
60000,3000,8,,0,relu
Time (%),Total Time (ns),Instances
45.5,50000,1 [2 times]
9.1,10000,1
28000 [2 times]
--- cut: status 1: gpuflame: cannot read 'cut.json': the JSON is truncated; was it still being written, or the copy cut short?
--- no device: status 1: gpuflame: 'none.json' holds ranges but no GPU operations: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with unitrace --chrome-call-logging --chrome-kernel-logging --chrome-itt-logging (trace of unitrace)
STDOUT
