# Idle time until the first operation of a stream, which was launched in time: what it waits for was
# launched before the recording began. Later on the same stream, the file does not show why.
before-recording() {
  python3 - "$TESTS/fixtures/findings" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from run import Run
def write(path, warm):
    run = Run()
    run.kernel("embed", 5)
    if warm:
        run.kernel("plan", 5, stream=13)
    run.kernel("resolve", 5, stream=13, after=500_000)
    run.wait_until("cudaStreamSynchronize_v3020", run.free[13])
    for _ in range(40):
        run.kernel("gemm", 10_000, stream=13)
    run.write(path)
write("first.sqlite", False)
write("later.sqlite", True)
write("first.json", False)
run = Run() # processes of unequal spans, all of whose launches are there
run.kernel("gemm", 1000)
run.now = 9000
run.rows["KERNEL"].append((9010, 9910, 0, 2, 9, run.call("cudaLaunchKernel_v7000", 5), 8 << 24, 1, 1, 1000, 1, 1, 128, 1, 1))
call = run.rows["RUNTIME"].pop()
run.rows["RUNTIME"].append((*call[:3], (8 << 24) + 8, *call[4:]))
run.write("unequal.sqlite")
run = Run()
with run.range("step 1"):
    run.sleep(1000)
    run.kernel("gemm", 1000)
run.write("stepped.sqlite")
END
  gpuflame findings -q first.sqlite
  said() { gpuflame findings -q "$1" | tr '\n' ' ' | cut -d: -f2-; }
  diff <(said first.json) <(said first.sqlite)
  gpuflame findings -q later.sqlite
  gpuflame findings -q unequal.sqlite
  gpuflame findings -q stepped.sqlite later.sqlite | head -n 5
  gpuflame stats -q -r critical_path_sum first.sqlite
  gpuflame collapse -q --value critical first.sqlite
  gpuflame findings -q -f json first.sqlite | python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json"
}
check before-recording 0 <<'STDOUT'
first.sqlite: 1 device, 400 ms after work from before the recording, no training steps: nothing
costs 3 % of the run or more, of idle time, copies, communication, and kernels that are small, not
fused, of few blocks or threads, or in FP32; kernels ran for 100.0 % of the time, 100.0 % of it in
gemm
later.sqlite: 1 device, 899 ms, no training steps: nothing costs 3 % of the run or more, of idle
time, copies, communication, and kernels that are small, not fused, of few blocks or threads, or in
FP32; 55.5 % is idle for reasons that the file does not show, most of it before resolve
unequal.sqlite: 2 devices, 950 us, no training steps: nothing costs 3 % of the run or more, of idle
time, copies, communication, and kernels that are small, not fused, of few blocks or threads, or in
FP32; kernels ran for 100.0 % of the time, 52.6 % of it in gemm
2 files: 2 devices, 1 step in all, of 2.01 ms: nothing costs 3 % of the time or more, of idle time,
copies, communication, and kernels that are small, not fused, of few blocks or threads, or in FP32;
the most is host-bound, 0.1 %; 55.4 % is idle for reasons that the file does not show, most of it
before resolve
Critical path (critical_path_sum)
 Share  On Path  Pieces  Off Path  Kind            Name
100.0%   400 ms      40      0 ns  kernel          gemm
  0.0%  5.00 us       1    205 us  call            cudaLaunchKernel
  0.0%  5.00 us       1      0 ns  kernel          resolve
  0.0%  2.00 us       1            launch latency  gemm
  0.0%  1.00 us       1    499 ms  call            cudaStreamSynchronize
  0.0%     0 ns       0   5.00 us  kernel          embed
[launch latency] 2000
cudaLaunchKernel 5000
cudaStreamSynchronize 1000
gemm 400000000
resolve 5000
STDOUT

# Where there is no kernel, copies hide none: that is said, and no finding. Kernels of CUDA graphs that
# were recorded as a whole are kernels. Where ranks wait in MPI, the advice is about that; where there are
# no ranges, the command shows the gaps.
few-kinds() {
  python3 - "$TESTS/fixtures/findings" <<'END'
import sqlite3, sys
sys.path.insert(0, sys.argv[1])
import run
def make(name, *rows):
    db = sqlite3.connect(name + ".sqlite")
    db.executescript(run.SCHEMA)
    db.executescript("""INSERT INTO StringIds VALUES (1, 'cudaMemcpyAsync'), (2, 'cudaGraphLaunch'), (3, 'gemm');
CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start, end, deviceId, contextId, streamId, correlationId, globalPid, graphId, graphExecId);""")
    for table, values in rows:
        db.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(values))})", values)
    db.commit()
def call(at, number, name):
    return "CUPTI_ACTIVITY_KIND_RUNTIME", (at, at + 5, 0, run.TID, number, name)
def copy(at, length, number):
    return "CUPTI_ACTIVITY_KIND_MEMCPY", (at, at + length, 0, 1, 7, number, run.PID, 1 << 20, 1, run.PINNED, run.DEVICE)
def kernel(at, length, number):
    return "CUPTI_ACTIVITY_KIND_KERNEL", (at, at + length, 0, 1, 7, number, run.PID, 3, 3, 99, 1, 1, 64, 1, 1)
make("fill", call(0, 1, 1), ("CUPTI_ACTIVITY_KIND_MEMSET", (10, 1480, 0, 1, 7, 1, run.PID, 0, 64, 2)))
make("copies", call(0, 1, 1), copy(100, 50000, 1), call(10, 2, 1), copy(50110, 40000, 2))
make("graphs", call(0, 1, 1), copy(100, 50000, 1), call(10, 2, 2), ("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", (50110, 90000, 0, 1, 7, 2, run.PID, 5, 6)))
make("replays", *(row for i in range(5) for row in (call(100000 * i, i + 1, 2),
    ("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", (100000 * i + 2000, 100000 * i + 62000, 0, 1, 7, i + 1, run.PID, 5, 6)))))
make("mpi", call(0, 1, 1), kernel(100, 20000, 1), ("NVTX_EVENTS", (20000, 7000000, 75, "MPI", run.TID)), call(7100000, 2, 1), kernel(7110000, 20000, 2))
make("peers", call(0, 1, 1), kernel(100, 20000, 1), ("NVTX_EVENTS", (20000, 7000000, 75, "MPI", run.TID)), call(7100000, 2, 1), kernel(7110000, 20000, 2),
    ("CUPTI_ACTIVITY_KIND_MEMCPY", (7140000, 7141000, 0, 1, 7, 2, run.PID, 1 << 10, 10, run.DEVICE, run.DEVICE)))
make("bare", call(0, 1, 1), kernel(100, 20000, 1), call(7100000, 2, 1), kernel(7110000, 20000, 2))
for name in "mpi", "peers":
    db = sqlite3.connect(name + ".sqlite")
    db.executescript("""ALTER TABLE NVTX_EVENTS ADD domainId; UPDATE NVTX_EVENTS SET domainId = 4;
INSERT INTO NVTX_EVENTS SELECT start, end, 59, 'MPI_Recv', globalTid, 4 FROM NVTX_EVENTS;""")
    db.commit()
END
  for name in fill copies graphs replays mpi; do
    gpuflame findings -q $name.sqlite
    gpuflame findings -q -f json $name.sqlite | jq -c '[.findings[] | [.rule, .try]]'
  done
  gpuflame findings -q -f json peers.sqlite | jq -c '[.findings[] | [.rule, .try]]'
  command=$(gpuflame findings -q -f json bare.sqlite | jq -r '.findings[0].evidence.command')
  echo "$command"
  $command
}
check few-kinds 0 <<'STDOUT'
fill.sqlite: 1 device, 1.47 us, no training steps: no kernel was recorded, so there is nothing to
judge
[]
copies.sqlite: 1 device, 90.0 us, no training steps: no kernel was recorded, so there is nothing to
judge
[]
graphs.sqlite: 1 device, 89.9 us, no training steps: 1 finding, 55.6 % of the run in all at most
1. Copies and fills run while no kernel does
   at most  55.6 % of the run, 50.0 us
   where    [CUDA memcpy HtoD]
   evidence 1 piece, mean 50.0 us, longest 50.0 us
   see      gpuflame stats --report cuda_gpu_mem_time_sum graphs.sqlite
   try      put copies on a stream of their own, a step ahead; keep data on the GPU
   rule     memory-traffic: CUDA C++ Best Practices Guide, "Data Transfer Between Host and Device"
[["memory-traffic","put copies on a stream of their own, a step ahead; keep data on the GPU"]]
replays.sqlite: 1 device, 460 us, no training steps: 1 finding, 34.8 % of the run in all at most
1. The GPU is idle while the CPU launches
   at most  34.8 % of the run, 160 us
   where    [CUDA graph 6]
   evidence 4 gaps, mean 40.0 us, longest 40.0 us
   see      gpuflame collapse --value idle --only GPU.idle replays.sqlite
   try      CUDA graphs, or fewer and larger kernels; less between launches
   rule     launch-bound: "host wait" in Holistic Trace Analysis; PyTorch Performance Tuning Guide,
            "CUDA graphs"
[["launch-bound","CUDA graphs, or fewer and larger kernels; less between launches"]]
mpi.sqlite: 1 device, 7.13 ms, no training steps: 1 finding, 99.4 % of the run in all at most
1. CPU-bound: the GPU idles while the CPU does not launch work
   at most  99.4 % of the run, 7.09 ms
   where    range 'MPI:MPI_Recv'
   evidence 1 gap, mean 7.09 ms, longest 7.09 ms
   see      gpuflame collapse --value idle --only GPU.idle mpi.sqlite
   try      find the rank that is late (gpuflame stats of the files of all ranks), and give all
            equal work; post receives early (MPI_Irecv) and launch kernels meanwhile; pass pointers
            of the device to an MPI that is aware of CUDA
   rule     host-bound: "host wait" in Holistic Trace Analysis
[["host-bound","find the rank that is late (gpuflame stats of the files of all ranks), and give all equal work; post receives early (MPI_Irecv) and launch kernels meanwhile; pass pointers of the device to an MPI that is aware of CUDA"]]
[["host-bound","find the rank that is late (gpuflame stats of the files of all ranks), and give all equal work; post receives early (MPI_Irecv) and launch kernels meanwhile"]]
gpuflame stats --report gpu_gaps:gap=0.2ms bare.sqlite
GPU gaps (gpu_gaps)
Duration       Start  PID  Device ID  Context ID
 7.09 ms  0.000020 s    7          0           1
STDOUT

# Findings of part of a run: what is left out makes no idle time.
selection() {
  shapes=$TESTS/fixtures/findings/shapes.py
  for name in recompilation ddp fsdp_straggler; do python3 "$shapes" $name $name.sqlite; done
  gpuflame findings recompilation.sqlite | head -n 1
  gpuflame findings --steps 2-5 ddp.sqlite | head -n 1
  gpuflame findings --time 20ms-60ms ddp.sqlite | head -n 1
  gpuflame findings --device 0 --process 7 ddp.sqlite | head -n 1
  gpuflame findings --rank 0,1 fsdp*.sqlite | head -n 1
  gpuflame findings --device 1 ddp.sqlite
  gpuflame findings --step-range '^layer 0' ddp.sqlite | head -n 1
  gpuflame findings --step-range '^backward' ddp.sqlite | head -n 1
  for option in --range --stream; do
    gpuflame findings $option 1 ddp.sqlite
  done
  echo '--- the commands select the same, from what was given'
  commands() { gpuflame findings -q -f json "$@" | python3 -c 'import json, sys
for finding in json.load(sys.stdin)["findings"]:
    print(finding["evidence"]["command"])'; }
  mkdir 'my run' && mv fsdp*.sqlite 'my run'
  python3 "$shapes" pageable_and_item pageable.sqlite
  {
    commands --steps 2- ddp.sqlite
    commands --steps 2- --rank 0,1 'my run'
    commands --skip-steps 1 --step-range "^backward|it's" ddp.sqlite
    commands --step-range '^layer 0' --time 20ms- --device 0 --process 7 --nsys 'no nsys' ddp.sqlite
    commands --keep-going --device 0 --time -60ms pageable.sqlite missing.sqlite
    cp ddp.sqlite -- -dash.sqlite
    commands -- -dash.sqlite
  } 2>&1 | tee commands
  grep '^gpuflame [cs]' commands | while read -r command; do
    bash -c "$command" >shown 2>said && [ -s shown ] || { echo "$command: $?" && cat said; }
  done
}
check selection 0 <<'STDOUT' 3<<'STDERR'
recompilation.sqlite: 1 device, 39 steps of 13.7 ms, median 9.90 ms, 1 outlier, without warm-up (160
ddp.sqlite: 1 device, 4 steps of 13.3 ms: 1 finding, 30.1 % of the step in all at most; kernels ran
ddp.sqlite: 1 device, 4 steps of 10.0 ms: 1 finding, 30.0 % of the step in all at most; kernels ran
ddp.sqlite: 1 device, 8 steps of 13.3 ms: 1 finding, 30.1 % of the step in all at most; kernels ran
4 files: 2 devices, 16 steps in all, of 5.73 ms: 1 finding, 37.2 % of the step in all at most;
ddp.sqlite: 1 device, 16 steps of 6.38 ms: 1 finding, 27.4 % of the step in all at most; kernels ran
ddp.sqlite: 1 device, 8 steps of 12.8 ms: 1 finding, 27.4 % of the step in all at most; kernels ran
--- the commands select the same, from what was given
gpuflame collapse --value exposed --steps 2- ddp.sqlite
gpuflame collapse --value exposed --steps 2- --rank 0,1 'my run'
gpuflame collapse --value exposed --skip-steps 1 --step-range '^backward|it'\''s' ddp.sqlite
gpuflame collapse --value exposed --nsys 'no nsys' --step-range '^layer 0' --time 20ms- --process 7 --device 0 ddp.sqlite
gpuflame: skipped: cannot open 'missing.sqlite': No such file or directory
gpuflame stats --report cuda_memcpy_async,cuda_memcpy_sync --keep-going --time -60ms --device 0 pageable.sqlite missing.sqlite
gpuflame stats --report cuda_api_sync --keep-going --time -60ms pageable.sqlite missing.sqlite
gpuflame collapse --value exposed ./-dash.sqlite
STDOUT
gpuflame: nothing is left: all operations and ranges are outside the selection; there are devices 0 to 0
gpuflame: --range does not apply to findings, which are about all that a device does in a step
gpuflame: --stream does not apply to findings, which are about all that a device does in a step
STDERR

# Sums of a capture are judged by the same rules, as far as these ask for no times: what is FP32,
# elementwise, older attention, small, a copy or communication, and what the capture had no room for.
sums() {
  python3 - <<'END'
import sqlite3
kernels = { # name: us of one, how many
    "sgemm_128x64": (400, 10), "void at::native::vectorized_elementwise_kernel<4>()": (100, 20),
    "void flash_fwd_kernel<64>(Flash_fwd_params)": (200, 10), "sm90_xmma_gemm": (100, 10),
    "tiny(int)": (2, 500), "mixed(int)": (2, 30), "ncclDevKernel_AllReduce_Sum_f32_RING_LL(args)": (100, 15), "(overflow)": (50, 10),
}
db = sqlite3.connect("sums.sqlite")
db.executescript("""
CREATE TABLE GPUFLAME_META (name TEXT PRIMARY KEY, value TEXT);
INSERT INTO GPUFLAME_META VALUES ('format', '1.0'), ('mode', 'fold'), ('ended', 'exit'), ('pid', '321');
CREATE TABLE GPUFLAME_STACK (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, name TEXT, kind INTEGER NOT NULL,
  domain TEXT, shortName TEXT, mangledName TEXT);
CREATE TABLE GPUFLAME_VALUE (stackId INTEGER NOT NULL, deviceId INTEGER NOT NULL, ns INTEGER NOT NULL,
  count INTEGER NOT NULL, min INTEGER NOT NULL, max INTEGER NOT NULL, PRIMARY KEY (stackId, deviceId));
INSERT INTO GPUFLAME_STACK VALUES (1, 0, 'layer 1', 0, NULL, NULL, NULL);
CREATE TABLE GPUFLAME_LOSS (what TEXT PRIMARY KEY, count INTEGER NOT NULL, ns INTEGER);""")
def add(at, name, kind, us, count):
    db.execute("INSERT INTO GPUFLAME_STACK VALUES (?, 1, ?, ?, NULL, NULL, NULL)", (at, name, kind))
    db.execute("INSERT INTO GPUFLAME_VALUE VALUES (?, 0, ?, ?, ?, ?)",
        (at, us * count * 1000, count, us * 1000, (30 if name == "mixed(int)" else us) * 1000))
for i, (name, (us, count)) in enumerate(kernels.items()):
    add(i + 2, name, 1, us, count)
add(20, "[CUDA memcpy HtoD]", 2, 100, 10)
db.commit()
END
  gpuflame findings -q sums.sqlite | grep -v '^   \(try\|rule\|      \)'
  gpuflame findings -q -f json sums.sqlite | tee found.json |
    python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json"
  jq -r '.findings[].evidence.command' found.json | while read -r command; do
    bash -c "$command" >/dev/null 2>&1 || echo "fails: $command"
  done
  gpuflame stats -q sums.sqlite | sed -n 2,7p
}
check sums 0 <<'STDOUT'
sums.sqlite: 1 device, 13.1 ms of work a device, in sums (record with --mode trace for idle time and
what is hidden): 6 findings, 80.4 % of the GPU's work in all at most; 3.8 % is of stacks that the
capture had no room for: fewer names that differ, such as those with numbers
1. Matrix products run in FP32, without tensor cores
   at most  30.6 % of the GPU's work, 4.00 ms
   where    range 'layer N', kernel sgemm_128x64
   evidence 10 kernels, mean 400 us, longest 400 us
   see      gpuflame stats --report cuda_gpu_kern_sum sums.sqlite
2. Elementwise kernels run one by one, each through memory
   at most  15.3 % of the GPU's work, 2.00 ms
   where    range 'layer N', kernel vectorized_elementwise_kernel
   evidence 20 kernels, mean 100 us, longest 100 us
   see      gpuflame stats --report cuda_gpu_kern_sum sums.sqlite
3. All-reduce, of which a trace shows what computation hides
   at most  11.5 % of the GPU's work, 1.50 ms
   where    range 'layer N', kernel all-reduce f32 ring LL
   evidence 15 pieces, mean 100 us, longest 100 us
   see      gpuflame stats --report cuda_gpu_kern_sum sums.sqlite
4. Copies and fills, of which a trace shows what kernels hide
   at most  7.7 % of the GPU's work, 1.00 ms
   where    range 'layer N', [CUDA memcpy HtoD]
   evidence 10 pieces, mean 100 us, longest 100 us
   see      gpuflame stats --report cuda_gpu_mem_time_sum sums.sqlite
5. FlashAttention 2 on a Hopper GPU
   at most  7.7 % of the GPU's work, 1.00 ms
   where    range 'layer N', kernel flash_fwd
   evidence 10 kernels, mean 200 us, longest 200 us
   see      gpuflame stats --report cuda_gpu_kern_sum sums.sqlite
6. Kernels are so small that starting them counts
   at most  7.6 % of the GPU's work, 998 us
   where    range 'layer N', kernel tiny
   evidence 500 kernels below 10 us, mean kernel 2.00 us, share of all kernels 86.2 %
   see      gpuflame stats --report cuda_gpu_kern_sum sums.sqlite
1 device; totals only: record with --mode trace for idle time
Start here (more: gpuflame findings)
  1. Matrix products run in FP32, without tensor cores: at most 30.6 % of the GPU's work, 4.00 ms
  2. Elementwise kernels run one by one, each through memory: at most 15.3 % of the GPU's work, 2.00 ms
  3. All-reduce, of which a trace shows what computation hides: at most 11.5 % of the GPU's work, 1.50 ms
STDOUT

# Advice by what happened: copies within the GPU, of pinned memory, the same ones in each step; fills;
# graphs that are launched late; a step that waits, launches slowly, or allocates.
advice() {
  python3 - "$TESTS/fixtures/findings" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from run import WITHIN, Run
def write(path, body, first=0, torch=False):
    run = Run()
    for i in range(8):
        with run.range(f"step {i}"):
            run.sleep(first if i == 0 else 0)
            body(run, i)
            run.kernel("at::native::gemm(half*)" if torch else "gemm(half*)", 900)
            run.sync()
    run.write(path)
def replay(run, _):
    for i in range(100):
        if i % 20 == 0:
            run.sleep(190)
            call = run.call("cudaGraphLaunch_v10000", 100)
        start = max(run.now, run.free.get(7, 0))
        run.free[7] = start + 8
        run.rows["KERNEL"].append((start, start + 8, 0, 1, 7, call, 7 << 24, run.name("norm"), run.name("norm"), 1000, 1, 1, 128, 1, 1))
def read(run, i):
    with run.range("read input"):
        run.sleep(30000 if i == 5 else 100)
def launch(run, i):
    for _ in range(60):
        run.sleep(180 if i == 5 else 10)
        run.kernel("gemm(half*)", 15)
def allocate(run, i):
    run.call("cudaMalloc_ptsz_v3020", 9000 if i == 5 else 3)
def copy(*sizes, **options):
    def body(run, _):
        for size in sizes:
            run.copy(size << 20, 20 * size, **options)
            run.kernel("gemm(half*)", 100)
    return body
write("within.sqlite", copy(16, kind=WITHIN))
write("within-torch.sqlite", copy(16, kind=WITHIN), torch=True)
write("filled.sqlite", lambda run, _: run.fill(1 << 30, 400))
write("filled-torch.sqlite", lambda run, _: run.fill(1 << 30, 400), torch=True)
write("pinned.sqlite", copy(16))
write("fetched.sqlite", copy(*[64] * 4))
write("hidden.sqlite", copy(*[4] * 4))
write("unequal.sqlite", lambda run, i: copy(*[16] * (i % 3 + 3))(run, i))
write("replays.sqlite", replay)
write("reading.sqlite", read)
write("launching.sqlite", launch)
write("allocating.sqlite", allocate)
write("preempted.sqlite", lambda run, _: run.kernel("gemm(half*)", 100, cost=2000))
write("warm-up.sqlite", copy(1), first=5000)
write("tiny.sqlite", lambda run, _: [run.kernel("relu(half*)", 9, cost=4) for _ in range(1000)])
run = Run()
for _ in range(9):
    run.sleep(50_000)
    with run.range("step[DECODE bs=4]"):
        run.kernel("gemm(half*)", 900)
        run.sync()
run.write("server.sqlite")
END
  for name in within within-torch filled filled-torch pinned fetched hidden unequal reading launching allocating server; do
    echo "$name: $(gpuflame findings -q -f json $name.sqlite | jq -r '.findings[0] | "\(.rule) \(.where.range), \(.try)"')"
  done
  gpuflame findings -q -f json preempted.sqlite | jq -c '[.findings[].rule]' # a launch is slow, and loads nothing
  gpuflame findings -q tiny.sqlite | grep "at most  " # a third of 9 us, though the GPU is never idle
  gpuflame findings -q fetched.sqlite | grep -A 1 evidence
  gpuflame findings -q replays.sqlite | grep -e call -e "most kernels"
  gpuflame findings -q warm-up.sqlite | head -n 2
  gpuflame stats -q warm-up.sqlite | grep devices\'
}
check advice 0 <<'STDOUT'
within: memory-traffic step N, they are copies within the GPU: swap pointers, or have kernels read what is there
within-torch: memory-traffic step N, they are copies within the GPU: fewer .contiguous(), .clone() and .to(), views in place of copies
filled: memory-traffic step N, fill only what is read before it is written, in the kernels, or on a stream of its own
filled-torch: memory-traffic step N, zero_grad(set_to_none=True), torch.empty in place of torch.zeros; fewer and larger fills
pinned: memory-traffic step N, put copies on a stream of their own, a step ahead; keep data on the GPU
fetched: repeated-copies step N, kernels are too short to hide that: if these are weights, keep them on the GPU (fewer bits, or fewer of them), or use them for a larger batch
hidden: repeated-copies step N, if these are weights, keep them on the GPU (fewer bits, or fewer of them), or copy those of the next layer meanwhile, on a stream of its own; inputs, a step ahead
unequal: memory-traffic step N, put copies on a stream of their own, a step ahead; keep data on the GPU
reading: outlier-steps read input, see what the CPU does in that range of that step: nothing is launched meanwhile
launching: outlier-steps null, the CPU takes longer to launch in it: more launches, or other work on its cores
allocating: outlier-steps null, memory is allocated and freed in it: another size than before (pad), too little memory, or a cache that is emptied
server: host-bound null, between iterations of a server: if no requests wait, the GPU has nothing to do; if some do, find out what the scheduler does there (ranges around parts of it, samples of the CPU)
["launch-bound","first-use"]
   at most  30.3 % of the step, 3.00 ms
   evidence 4 copies a step, 0.268 GB a step, 52.4 GB a second, copies take 5.12 ms, kernels run for
            1.30 ms
   try      most kernels are in graphs already: launch the next ones before results of these are
   where    range 'step N', call cudaDeviceSynchronize, most in 'step 1'
warm-up.sqlite: 1 device, 7 steps of 1.03 ms, without warm-up (6.03 ms): nothing costs 3 % of the
step or more, of idle time, copies, communication, and kernels that are small, not fused, of few
The devices' time in 8 steps (13.2 ms, with warm-up of 6.03 ms)
STDOUT

# A product is slow only where its shape and the GPU's peaks say so: 8192^3 takes 1.11 ms at 989.4 TFLOP/s.
slow-products() {
  python3 - <<'END'
import json
def write(gpu, path):
    events, at = [], 0
    def add(category, name, start, end, tid, **args):
        events.append({"ph": "X", "cat": category, "name": name, "ts": start, "dur": end - start, "pid": 7, "tid": tid, "args": args})
    for i, (rows, kind, us) in enumerate([(8192, "c10::BFloat16", 1500), (8192, "c10::BFloat16", 5000), (8192, "float", 4000), (1, "c10::BFloat16", 60)]):
        add("cpu_op", "aten::mm", i * 20, i * 20 + 10, 7, **{"Input Dims": [[rows, 8192], [8192, 8192]], "Input type": [kind, kind]})
        add("cuda_runtime", "cudaLaunchKernel", i * 20 + 1, i * 20 + 6, 7, correlation=i + 1)
        at = max(at, i * 20 + 8)
        add("kernel", "nvjet_tst_128x64", at, at + us, 0, device=0, stream=0, correlation=i + 1)
        at += us
    json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": gpu}], "traceEvents": events}, open(path, "w"))
write("NVIDIA H100 80GB HBM3", "known.json")
write("GPU", "unknown.json")
END
  gpuflame findings -q known.json | grep -v -e see -e try -e rule -e '^    '
  gpuflame findings -q unknown.json | head -n 1
}
check slow-products 0 <<'STDOUT'
known.json: 1 device, 10.6 ms, no training steps: 1 finding, 36.8 % of the run in all at most;
kernels ran for 100.0 % of the time, 100.0 % of it in nvjet_tst_128x64
1. Matrix products run at less than half of what the GPU can do
   at most  36.8 % of the run, 3.89 ms
   where    range 'aten::mm', kernel nvjet_tst_128x64
   evidence 1 kernel, share of the peak 22.2 %
unknown.json: 1 device, 10.6 ms, no training steps: nothing costs 3 % of the run or more, of idle
STDOUT
