# nvtx_kern_sum: each range with each kernel inside of it, however many these are.
kernels-by-ranges() {
  set -u
  # nested RANGES KERNELS START NAME FILE: each range in the one before, all last to the end
  nested() {
    rm -f "$5"
    cat >report.sql <<SQL
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $2)
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL
SELECT 100000 + i * 100, 100000 + i * 101, 0, 1, 7, i, 281479271677952, 1, 1 FROM n;
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME
SELECT start - 50, start - 40, 0, 281479271677953, correlationId, 1
FROM CUPTI_ACTIVITY_KIND_KERNEL;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
INSERT INTO NVTX_EVENTS
SELECT $3, 100000000 - i, 59, $4, 281479271677953, NULL, NULL, 0, NULL FROM n;
SQL
    "${FIXTURES%/fixtures}/mkdb" "$5" "$TESTS/tools/export_tables.sql" report.sql
  }

  echo "# 3000 ranges around 3000, 2999, ... kernels: more than is in memory at once"
  nested 3000 3000 "i * 100 + 99940" "printf('range %04d', i)" many.sqlite
  gpuflame stats -q -f csv -r nvtx_kern_sum many.sqlite >rows
  sed -n '1,3p;$p' rows
  awk -F, 'NR > 1 { kernels += $6; ns += $7 } END { printf "%d %d %.0f\n", NR - 1, kernels, ns }' rows

  echo "# ranges of one name, each in the next: a kernel counts once and its time often"
  nested 3 2 i "'range'" few.sqlite
  gpuflame stats -q -f csv -r nvtx_kern_sum few.sqlite

  echo "# too many of these are refused"
  nested 9000 9000 i "'range'" one_name.sqlite
  tell "" gpuflame stats -q -f csv -r nvtx_kern_sum one_name.sqlite

  echo "# and of many kinds, each in the next, by kind"
  nested 8000 8000 i "char(97 + i % 26, 97 + i / 26 % 26, 97 + i / 676)" kinds.sqlite
  gpuflame stats -q -f csv -r range_kernel_sum kinds.sqlite | wc -l

  echo "# two files are pooled"
  nested 1 2 i "'range'" one.sqlite
  gpuflame stats -q -f csv -r nvtx_kern_sum few.sqlite one.sqlite one.sqlite
}
check kernels-by-ranges 0 <<'STDOUT'
# 3000 ranges around 3000, 2999, ... kernels: more than is in memory at once
NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
range 0001,PushPop,256,1,1,3000,4501500,1500.5,1500.5,1,3000,866.2,kernel
range 0002,PushPop,256,1,1,2999,4501499,1501.0,1501.0,2,3000,865.9,kernel
range 3000,PushPop,256,1,1,1,3000,3000.0,3000.0,3000,3000,0.0,kernel
3000 4501500 9004500500
# ranges of one name, each in the next: a kernel counts once and its time often
NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
range,PushPop,256,1,3,2,9,1.5,1.5,1,2,0.5,kernel
# too many of these are refused
status 1: gpuflame: cannot make nvtx_kern_sum: too many kernels in too many ranges, each in the next; the report nvtx_gpu_proj_sum has the same ranges without their kernels
# and of many kinds, each in the next, by kind
8001
# two files are pooled
NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
range,PushPop,,,5,6,15,1.5,1.5,1,2,0.5,kernel
STDOUT

# Kernels by kind of range and by layer, compared with the sums of stacks.
layer-kernels() {
  cp "$FIXTURES"/{steps,demo,stats_sums,oddities}.sqlite .
  gpuflame stats -r range_kernel_sum steps.sqlite
  gpuflame stats -q -r range_kernel_sum:base -f csv stats_sums.sqlite
  gpuflame stats -q -r layer_kernel_sum:base -f csv demo.sqlite >layers.csv
  gpuflame stats -q -r range_kernel_sum -f csv demo.sqlite >ranges.csv
  gpuflame collapse -q --adopt none --kernels-only --by layer --no-filter-out-validation demo.sqlite >layers.folded
  gpuflame collapse -q --adopt none --kernels-only --no-filter-out-validation --no-strip-layer-number \
    --no-strip-train-iter-number --strip-numbers none demo.sqlite >ranges.folded
  python3 - <<'END'
import collections, csv, re
rows = list(csv.DictReader(open("layers.csv")))
print([*dict.fromkeys(row["Layer"] for row in rows)])
totals = collections.Counter()
for row in rows:
    totals[row["Layer"] or "[no layer]"] += int(row["Total Time (ns)"])
stacks = collections.Counter()
for line in open("layers.folded"):
    stack, value = line.rsplit(" ", 1)
    stacks[stack.split(";")[0]] += int(value)
print("layers as in stacks:", totals == stacks)
shares = collections.Counter()
for row in rows:
    shares[row["Layer"]] += float(row["Share (%)"])
print("shares add up:", all(abs(share - 100) < 1 for share in shares.values()))

totals = collections.Counter()
for row in csv.DictReader(open("ranges.csv")):
    totals[row["NVTX Range"], row["Kernel Name"]] += int(row["Total Time (ns)"])
stacks = collections.Counter()
for line in open("ranges.folded"):
    stack, value = line.rsplit(" ", 1)
    *frames, kernel = stack.split(";")
    for kind in {re.sub(r"[0-9]+", "N", frame) for frame in frames} or {""}:
        stacks[kind, kernel] += int(value)
print("ranges as in stacks:", totals == stacks, len(totals))
END
  gpuflame stats -q -r layer_kernel_sum:base --range '^Layer 3$' --limit 3 demo.sqlite
  gpuflame stats -q -r layer_kernel_sum:base --limit 1 stats_sums.sqlite
  gpuflame stats -q -r range_kernel_sum,layer_kernel_sum -f csv oddities.sqlite | cut -d, -f 1-3 | head -n 12
}
check layer-kernels 0 <<'STDOUT'
Kernels by kind of range (range_kernel_sum)
NVTX Range   Share  Total Time  Kern Inst  Range Inst  Per Range     Avg     Med     Min     Max  StdDev  Kernel Name
step N       72.7%      800 ns          4           3     267 ns  200 ns  200 ns  100 ns  300 ns   82 ns  void ns::gemm<float, (int)64>(float *)
step N       27.3%      300 ns          1           3     100 ns  300 ns  300 ns  300 ns  300 ns    0 ns  ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)
backward     75.0%      300 ns          1           1     300 ns  300 ns  300 ns  300 ns  300 ns    0 ns  ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)
backward     25.0%      100 ns          1           1     100 ns  100 ns  100 ns  100 ns  100 ns    0 ns  void ns::gemm<float, (int)64>(float *)
forward     100.0%      400 ns          2           2     200 ns  200 ns  200 ns  200 ns  200 ns    0 ns  void ns::gemm<float, (int)64>(float *)
            100.0%      100 ns          1                         100 ns  100 ns  100 ns  100 ns    0 ns  relu(float *)
NVTX Range,Share (%),Total Time (ns),Kern Inst,Range Inst,Per Range (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
step,90.5,950,4,,,237.5,,50,400,,gemm
step,9.5,100,2,,,50.0,,40,60,,ncclKernel
NCCL:ncclAllReduce,100.0,100,2,,,50.0,,40,60,,ncclKernel
,100.0,70,2,,,35.0,,30,40,,gemm
['layer 0', 'layer 1', 'layer 2', 'layer 3', 'layer 4', 'layer 5', '']
layers as in stacks: True
shares add up: True
ranges as in stacks: True 84
Kernels by layer (layer_kernel_sum:base)
Layer    Share  Total Time  Kern Inst     Avg     Med     Min     Max   StdDev  Kernel Name
layer 3  19.9%     1.37 ms          6  229 us  228 us  194 us  266 us  35.1 us  sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas
layer 3  19.2%     1.33 ms         10  133 us  133 us  129 us  136 us  2.05 us  sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x256x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas
layer 3  16.5%     1.14 ms          3  378 us  377 us  373 us  384 us  5.62 us  void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<64, 128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_bwd_params)
(9 more rows)
Kernels by layer (layer_kernel_sum:base)
no range has the number of a layer, such as Layer 7 or layers.7.mlp
Layer  Share  Total Time  Kern Inst     Avg  Med    Min     Max  StdDev  Kernel Name
       91.1%     1.02 us          6  170 ns       30 ns  400 ns          gemm
(1 more row)
NVTX Range,Share (%),Total Time (ns)
other process,100.0,1000000
Train step N,100.0,233331
never closed,100.0,100000
validation,100.0,100000
 semi;colon � x  ,100.0,20000
start/end,100.0,10000
NCCL:ncclAllReduce,100.0,1000
,89.6,300
,10.4,35
its neighbour,100.0,220
[unnamed],100.0,100
STDOUT

# REPORT:base and REPORT:mangled.
namings() {
  cp "$FIXTURES/stats_small.sqlite" small.sqlite
  for naming in "" :mangled :base; do
    gpuflame stats -q -f csv -r "cuda_gpu_kern_sum$naming" small.sqlite | sed '1d' | cut -d, -f 2,3,9-
  done
  gpuflame stats -q -r cuda_gpu_kern_sum:mangled -f json small.sqlite | grep -o '"report": *"[^"]*"'
  gpuflame stats -r cuda_gpu_kern_sum:base:mangled small.sqlite
  gpuflame stats -r nvtx_sum:base small.sqlite
}
check namings 2 <<'STDOUT' 3<<'STDERR'
2400,2,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
500,2,"gemm(float*, float*)"
50,1,relu(float*)
2400,2,_Z40ncclDevKernel_AllReduce_Sum_bf16_RING_LL
500,2,_Z4gemmPfS_
50,1,_Z4reluPf
2400,2,ncclDevKernel_AllReduce_Sum_bf16_RING_LL
500,2,gemm
50,1,relu
"report":"cuda_gpu_kern_sum:mangled"
STDOUT
gpuflame: option '-r': ':base:mangled': expected ':base' or ':mangled'
gpuflame: option '-r': report 'nvtx_sum' shows no names of kernels
STDERR

# --adopt autograd in reports: ranges have the time that stacks have below them.
adopt() {
  cp "$FIXTURES/adopt.sqlite" "$FIXTURES/stats_sums.sqlite" .
  cat >make.py <<'END'
import json, random
random.seed(2)
events, now, calls = [], 0, 0
def op(name, tid, start, length, number=None, forward=0, category="cpu_op"):
    args = {} if number is None else {"Sequence number": number, "Fwd thread id": forward}
    events.append({"ph": "X", "cat": category, "name": name, "pid": 1, "tid": tid, "ts": start, "dur": length, "args": args})
def kernel(name, tid, launched, length):
    global calls
    calls += 1
    events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": tid, "ts": launched, "dur": 0.5, "args": {"correlation": calls}})
    events.append({"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": launched + 3, "dur": length, "args": {"correlation": calls, "stream": 7}})
number = 10
for step in range(4):
    begun, made = now, []
    for layer in range(3):
        op(f"layer {layer}", 10, now, 38, category="user_annotation")
        for i in range(2):
            op(f"aten::op{i}", 10, now + 1 + 18 * i, 17, number)
            kernel(f"forward{i}", 10, now + 5 + 18 * i, random.randrange(1, 9))
            made.append(number)
            number += 1
        now += 40
    # on thread 30, and on the thread of forward itself in every second step
    tid = 30 if step % 2 == 0 else 10
    if tid == 10:
        op("backward", 10, now, 240, category="user_annotation")
    for seq in reversed(made):
        op("evaluate: OpBackward0", tid, now, 30, seq, 1)
        op("aten::mm", tid, now + 2, 20)
        kernel("backward_mm", tid, now + 4, random.randrange(1, 9))
        kernel("backward_add", tid, now + 12, random.randrange(1, 9))
        now += 36
    op(f"step {step}", 10, begun, now - begun, category="user_annotation")
    now += 10
json.dump({"schemaVersion": 1, "traceEvents": events}, open("trace.json", "w"))
END
  python3 make.py
  cat >compare.py <<'END'
import collections, csv, re, subprocess, sys
def run(*words):
    done = subprocess.run(["gpuflame", *words], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else sys.exit(done.stderr)
def stacks(*words):
    for line in run("collapse", "-q", "--kernels-only", "--preset", "none", "--strip-numbers", "none", *words).splitlines():
        stack, ns = line.rsplit(" ", 1)
        yield stack.split(";"), int(ns)
def rows(*words):
    return csv.DictReader(run("stats", "-q", "-f", "csv", *words).splitlines())
for file in ("trace.json", "adopt.sqlite"):
    for options in ((), ("--adopt", "autograd"), ("--adopt", "autograd", "--only", "^layer 1$|^forward$"), ("--adopt", "autograd", "--range", "layer 2|forward")):
        if "--range" in options and file == "adopt.sqlite":
            continue
        said, found = collections.Counter(), collections.Counter()
        for stack, ns in stacks(*(options or ("--adopt", "none")), file):
            # a range around forward and backward of one thread is in a stack twice, and counts once
            for frame in set(stack[:-1]) if file == "trace.json" else stack[:-1]:
                said[frame, stack[-1]] += ns if frame != "[no launch record]" else 0
        for row in rows("-r", "nvtx_kern_sum", *options, file):
            found[row["NVTX Range"], row["Kernel Name"]] += int(row["Total Time (ns)"]) if row["NVTX Range"] else 0
        wrong = {key for key in said | found if said[key] != found[key]}
        print(file, *options, "ranges:", sum(n > 0 for n in said.values()), "of", sum(said.values()), "ns,", len(wrong), "wrong", *sorted(wrong)[:3])
for part, report in (("layer", "layer_kernel_sum"), ("phase", "step_phase_sum")):
    for options in ((), ("--adopt", "autograd")):
        said, found = collections.Counter(), collections.Counter()
        for stack, ns in stacks("--by", part, *(options or ("--adopt", "none")), "trace.json"):
            said[stack[0]] += ns
        for row in rows("-r", report, *options, "trace.json"):
            found[row.get("Layer") or row.get("Phase") or f"[no {part}]"] += int(row["Total Time (ns)" if part == "layer" else "GPU Busy (ns)"])
        print(part, *options, dict(said) if said == found else (said, found))
END
  python3 compare.py
  echo '--- all reports, and each by itself'
  gpuflame stats -q -f json -r all --adopt autograd trace.json >all.json
  python3 - <<'END'
import json, subprocess
whole = {report["report"]: report for report in json.load(open("all.json"))["reports"]}
for name in whole:
    one = json.loads(subprocess.run(["gpuflame", "stats", "-q", "-f", "json", "-r", name, "--adopt", "autograd", "trace.json"], capture_output=True, text=True).stdout)
    if one["reports"] != [whole[name]]:
        print(name, "differs")
print(len(whole) > 20)
END
  gpuflame stats -q trace.json | sed -n '/Top ranges/,$p' | tee ranges
  gpuflame stats -q --adopt autograd trace.json | sed -n '/Top ranges/,$p' | cmp - ranges
  gpuflame findings -q --adopt autograd trace.json | grep -o 'gpuflame.*'
  bash -c "$(gpuflame findings -q --adopt autograd trace.json | grep -o 'gpuflame.*' | head -n 1)" | wc -l
  tell "what cannot be" gpuflame stats --adopt autograd stats_sums.sqlite
  gpuflame stats --partial -q trace.json -o part
  gpuflame stats --adopt autograd part
  echo '--- a partial result that was made with it'
  gpuflame stats --partial -q --adopt autograd trace.json -o part
  gpuflame stats -q -f csv -r nvtx_gpu_proj_sum part >of_part
  gpuflame stats -q -f csv -r nvtx_gpu_proj_sum --adopt autograd trace.json | cmp - of_part
}
check adopt 0 <<'STDOUT' 3<<'STDERR'
trace.json ranges: 27 of 1040000 ns, 0 wrong
trace.json --adopt autograd ranges: 31 of 1173000 ns, 0 wrong
trace.json --adopt autograd --only ^layer 1$|^forward$ ranges: 12 of 138000 ns, 0 wrong
trace.json --adopt autograd --range layer 2|forward ranges: 12 of 123000 ns, 0 wrong
adopt.sqlite ranges: 3 of 4 ns, 0 wrong
adopt.sqlite --adopt autograd ranges: 6 of 18 ns, 0 wrong
adopt.sqlite --adopt autograd --only ^layer 1$|^forward$ ranges: 2 of 2 ns, 0 wrong
layer {'[no layer]': 232000, 'layer 0': 37000, 'layer 1': 46000, 'layer 2': 41000}
layer --adopt autograd {'[no layer]': 232000, 'layer 0': 37000, 'layer 1': 46000, 'layer 2': 41000}
phase {'[no phase]': 118000, 'backward': 238000}
phase --adopt autograd {'[no phase]': 118000, 'backward': 238000}
--- all reports, and each by itself
True
Top ranges (time, number of all launched in them)
  100.0%  ████████████    356 us         72 x  step N
   65.2%  ███████▉        232 us         48 x  evaluate: OpBackward0
   65.2%  ███████▉        232 us         48 x  aten::mm
   34.8%  ████▏           124 us         24 x  layer N
   29.5%  ███▌            105 us         25 x  backward
   17.7%  ██▏            63.0 us         12 x  aten::op1
gpuflame collapse --value idle --only GPU.idle --adopt autograd trace.json
gpuflame stats --report cuda_gpu_kern_sum --adopt autograd trace.json
5
--- what cannot be: status 2: gpuflame: 'stats_sums.sqlite' holds sums, not events, so --adopt is not possible; 'gpuflame record --mode trace' keeps events
--- a partial result that was made with it
STDOUT
gpuflame: 'part' is a partial result, of which nothing can be selected or renamed; give these options to --partial
STDERR
