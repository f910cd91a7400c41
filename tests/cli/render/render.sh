# Bad input and options: one line each, and no picture is left half written.
bad-input() {
  : >empty
  try() { tell "" gpuflame "$@" -o out.svg; }
  try empty
  try absent.sqlite
  try --colour red empty
  try "$FIXTURES/demo.sqlite" --only 'no such frame'
  try
  try colapse
  ls
}
check bad-input 0 <<'STDOUT'
status 1: gpuflame: cannot read 'empty': the file is empty
status 1: gpuflame: cannot open 'absent.sqlite': No such file or directory
status 2: gpuflame: unknown option '--colour'; did you mean '--color'?
status 1: gpuflame: no stack is left after the rules, or none has a value; --summary shows what they filter out
status 2: gpuflame: no file given; see gpuflame help render
status 2: gpuflame: no command or file 'colapse'; did you mean 'gpuflame collapse'?
empty
STDOUT

# The header of a picture says in words what it is of; options override it.
header() {
  cp "$FIXTURES/demo.sqlite" .
  cp demo.sqlite again.sqlite
  head_of() { gpuflame "$@" 2>&1 | grep -oE 'class="gf-(sub)?title"[^<]*' | sed 's/.*>//'; }
  head_of demo.sqlite
  echo "== several, and idle time"
  head_of demo.sqlite again.sqlite --with-idle
  echo "== the quantity that is drawn"
  for how in "--value count" "--value bytes" "--value idle" "--value exposed" \
    "--value exposed --with-idle" "--value launch-latency" "--value cpu-time" "--value critical" \
    "--normalize steps" "--with-idle"; do
    head_of demo.sqlite $how | sed -n 2p
  done
  for how in mean min max spread; do
    cp demo.sqlite rank0.sqlite
    cp "$FIXTURES/steps.sqlite" rank1.sqlite
    head_of rank0.sqlite rank1.sqlite --aggregate "$how" | sed -n 2p
  done
  echo "== folded stacks"
  printf 'a;b 2000\n' >a.folded
  head_of ./a.folded
  echo "== two GPUs; the first finding is that of gpuflame findings"
  head_of "$FIXTURES/steps.sqlite" >header
  sed 1d header
  gpuflame findings -q -f json "$FIXTURES/steps.sqlite" | grep -o "\"title\":\"[^\"]*\"" | head -n 1
  echo "== what is selected is not all that there is"
  head_of demo.sqlite --skip-steps 1
  echo "== options"
  head_of demo.sqlite --title T --subtitle S
  echo "== what does not fit is for the script, and below"
  gpuflame demo.sqlite --width 600 | grep -oE 'display="none"[^>]*>Start here|gf-details" [^<]*'
  echo "== a capture that was started while ranges were open"
  cp "$FIXTURES/stats_sums.sqlite" run.gpuflame
  sql run.gpuflame <<'END'
DELETE FROM GPUFLAME_LOSS; INSERT INTO GPUFLAME_META VALUES ("threads_in_ranges", "2");
END
  head_of run.gpuflame
}
check header 0 <<'STDOUT' 3<<'STDERR'
demo.sqlite
47.9 ms GPU time, 1 GPU, 3 steps, idle 0.9 %, without validation (4.41 ms, 8.4 %)
Start here: FlashAttention 2 on a Hopper GPU: at most 10.8 % of the step, 1.87 ms
== several, and idle time
demo.sqlite and 1 more
96.7 ms GPU time and idle, 2 files added up, idle 0.9 %, without validation (8.90 ms, 8.4 %)
Start here: FlashAttention 2 on a Hopper GPU: at most 10.8 % of the step, 1.87 ms
== the quantity that is drawn
349 operations, 1 GPU, 3 steps, idle 0.9 %, without validation (51 operations, 12.8 %)
28,311,552 bytes, 1 GPU, 3 steps, idle 0.9 %
48.1 ms GPU time and idle, 1 GPU, 3 steps, idle 0.9 %, without validation (3.64 ms, 7.0 %)
46.9 ms GPU time that nothing hides, 1 GPU, 3 steps, idle 0.9 %, without validation (4.39 ms, 8.6 %)
47.3 ms GPU time that nothing hides and idle, 1 GPU, 3 steps, idle 0.9 %, without validation (4.44 ms, 8.6 %)
8.06 s launch latency, 1 GPU, 3 steps, idle 0.9 %, without validation (77.2 ms, 0.9 %)
9.43 ms CPU time, without validation (1.01 ms, 9.6 %)
47.2 ms critical path, 1 GPU, 3 steps, idle 0.9 %, without validation (4.55 ms, 8.8 %)
16.0 ms GPU time, per step, 1 GPU, 3 steps, idle 0.9 %, without validation (4.41 ms, 8.4 %)
48.4 ms GPU time and idle, 1 GPU, 3 steps, idle 0.9 %, without validation (4.45 ms, 8.4 %)
24.0 ms GPU time, mean over ranks, without validation (4.41 ms, 8.4 %)
47.9 ms GPU time, most of each stack over ranks, without validation (4.41 ms, 8.4 %)
47.9 ms GPU time, difference between ranks, without validation (4.41 ms, 8.4 %)
== folded stacks
a.folded
2.00 µs
== two GPUs; the first finding is that of gpuflame findings
1.22 µs GPU time, 2 GPUs, 3 steps, idle 87.3 %
Start here: The GPU is idle while the CPU launches: at most 22.3 % of the step, 326 ns
"title":"The GPU is idle while the CPU launches"
== what is selected is not all that there is
demo.sqlite
32.7 ms GPU time
== options
T
S
== what does not fit is for the script, and below
display="none" dx="12" data-frame="void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel&lt;Flash_bwd_kernel_traits&lt;64, 128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t&gt;, false, true&gt;(Flash_bwd_params)">Start here
gf-details" x="10" y="252">Start here: FlashAttention 2 on a Hopper GPU: at most 10.8 % of the step, 1.87 ms
== a capture that was started while ranges were open
run.gpuflame
1.66 µs GPU time, 1 step, without ranges opened before the start
Start here: Kernels are so small that starting them counts: at most 31.6 % of the GPU's work in steps, 250 ns
STDOUT
gpuflame: note: validation is left out: 4.41 ms, 8.4 % (--no-default-rules has it)
STDERR

# `gpuflame REPORT` draws what collapse and svg draw through a pipe.
same-as-pipe() {
  cp "$FIXTURES/demo.sqlite" .
  gpuflame -q demo.sqlite --order width -o at-once.svg
  gpuflame collapse -q demo.sqlite | gpuflame svg --order width >piped.svg
  titles() { grep -o '<title>[^<]*</title>' "$1"; }
  cmp <(titles at-once.svg) <(titles piped.svg) && titles at-once.svg | wc -l
  titles at-once.svg | grep -E '>(all|Train step|attention) \('
  gpuflame -q demo.sqlite --title 'GPT <1>' --only attention | grep -c 'GPT &lt;1&gt;'
}
check same-as-pipe 0 <<'STDOUT'
64
<title>all (47.9 ms, 100%)</title>
<title>Train step (46.8 ms, 97.63%)</title>
<title>attention (10.3 ms, 21.58%)</title>
<title>attention (5.04 ms, 10.52%)</title>
<title>attention (1.70 ms, 3.54%)</title>
2
STDOUT

# Siblings are in the order in which their first operation began, kernel or copy, where that is known;
# else the widest is first. Text is drawn as flamegraph.pl does.
time-order() {
  order_of() { gpuflame "$@" 2>/dev/null | grep -oE 'data-(order|times)="[^"]*"' | paste -sd ' '; }
  gpuflame -q "$FIXTURES/demo.sqlite" | grep -oE '<title>[^(]* ' | grep -vE 'gemm|kernel|attention|mlp' |
    sed -n '2,7p'
  order_of "$FIXTURES/demo.sqlite"
  order_of -q "$FIXTURES/stats_sums.sqlite"
  order_of "$FIXTURES/demo.sqlite" --order name
  gpuflame collapse -q "$FIXTURES/demo.sqlite" >demo.folded
  order_of ./demo.folded
  order_of svg demo.folded
}
check time-order 0 <<'STDOUT'
<title>load batch 
<title>[CUDA memcpy HtoD] 
<title>[CUDA memset] 
<title>Train step 
<title>forward 
<title>embedding 
data-order="time" data-times="1"
data-order="width"
data-order="name" data-times="1"
data-order="width"
data-order="name"
STDOUT

# Values other than times have a unit: automatically when drawn directly, by --unit through a pipe.
# What has no effect on the input is reported.
value-unit() {
  cp "$FIXTURES/demo.sqlite" .
  titles() { grep -o '<title>[^<]*' | sed -n 1,2p; }
  gpuflame -q demo.sqlite --value bytes | titles
  gpuflame collapse -q demo.sqlite --value count | gpuflame svg --unit operations | titles
  gpuflame collapse -q demo.sqlite | gpuflame svg --unit ns | titles
  gpuflame -q demo.sqlite --value count --torch-frames modules | titles | tail -n 1
  gpuflame svg --unit '' </dev/null
}
check value-unit 2 <<'STDOUT' 3<<'STDERR'
<title>all (28,311,552 bytes, 100%)
<title>load batch (28,311,552 bytes, 100.00%)
<title>all (349 operations, 100%)
<title>Train step (343 operations, 98.28%)
<title>all (47.9 ms, 100%)
<title>Train step (46.8 ms, 97.63%)
<title>load batch (6 operations, 1.72%)
STDOUT
gpuflame: option '--unit': takes a unit, such as ns, bytes or operations
STDERR

# Below communication, pictures have what computation hides of it, and other sums are as in stacks.
hidden() {
  kernel() { printf '{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":%s,"ts":%s,"dur":%s,"args":{"device":0,"stream":%s}}' "$1" "$4" "$2" "$3" "$4"; }
  { printf '{"traceEvents":['
    kernel ncclDevKernel_AllReduce_Sum_f32_RING_LL 100 100 20 && printf ,
    kernel ncclDevKernel_AllGather_RING_LL 160 10 21 && printf ,
    kernel gemm 150 30 7 && printf ']}'; } >t.json
  gpuflame -q t.json -o t.svg && gpuflame collapse -q t.svg
  grep -o 'data-kind="[ch]".*</text>' t.svg | grep -o '[a-z ]* [0-9.]* µs'
  gpuflame -q t.json --no-split-waits -o t.svg && gpuflame collapse -q t.svg | grep -c hidden
  echo "--- and of waits for other ranks, and of transfers"
  python3 "$TESTS/tools/cluster.py" run 8 gpu:5:1.2
  for file in run/*.sqlite; do
    sql "$file" <<<'UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + (end - start) / 2'
  done
  gpuflame -q run -o t.svg && gpuflame collapse -q t.svg >split.folded
  gpuflame collapse -q --no-split-waits run | sort >whole.folded
  grep -o '\[[^;]*;\[hidden by computation\]' split.folded | sort | uniq -c
  sed ':again; s/;\[[twh][^;]*\]\( [0-9]*\)$/\1/; t again' split.folded | awk '{ value = $NF; $NF = ""; sum[$0] += value } END { for (stack in sum) print stack sum[stack] }' |
    sort | cmp - whole.folded && echo "same sums"
}
check hidden 0 <<'STDOUT'
[no launch record];gemm 30000
[no launch record];ncclDevKernel_AllGather_RING_LL;[hidden by computation] 10000
[no launch record];ncclDevKernel_AllReduce_Sum_f32_RING_LL 70000
[no launch record];ncclDevKernel_AllReduce_Sum_f32_RING_LL;[hidden by computation] 30000
communication 70.0 µs
hidden communication 40.0 µs
0
--- and of waits for other ranks, and of transfers
      1 [transfer];[hidden by computation]
      1 [waits for rank 5];[hidden by computation]
same sums
STDOUT

# NCCL's kernel for several collectives has the name of the range that it is in behind its own.
by-place() {
  kernel() { printf '{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%s,"dur":10,"args":{"device":0,"stream":7,"correlation":%s}}' "$1" "$2" "$2"; }
  call() { printf '{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":%s,"dur":1,"args":{"correlation":%s}}' "$1" "$2"; }
  range() { printf '{"ph":"X","cat":"user_annotation","name":"%s","pid":9,"tid":1,"ts":%s,"dur":5}' "$1" "$2"; }
  generic='ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)'
  { printf '{"traceEvents":['
    range nccl:_all_gather_base 10 && printf , && call 12 100 && printf , && kernel "$generic" 100 && printf ,
    range nccl:all_to_all 20 && printf , && call 22 200 && printf , && kernel "$generic" 200 && printf ,
    call 32 300 && printf , && kernel "$generic" 300 && printf ,
    range nccl:all_reduce 40 && printf , && call 42 400 && printf , && kernel ncclDevKernel_AllReduce_Sum_f32_RING_LL 400 && printf ']}'; } >t.json
  gpuflame -q t.json -o t.svg && grep -o '>send-recv[^<]*' t.svg
  sed -n 's/.*<title>\(nccl[DK][^<]*\)<.*/\1/p' t.svg
}
check by-place 0 <<'STDOUT'
>send-recv [all_gather_base]
>send-recv [all_to_all]
>send-recv
ncclDevKernel_SendRecv(ncclDevKernelArgsStorage&lt;4096ul&gt;) [all_gather_base] (10.0 us, 25.00%)
ncclDevKernel_SendRecv(ncclDevKernelArgsStorage&lt;4096ul&gt;) [all_to_all] (10.0 us, 25.00%)
ncclDevKernel_SendRecv(ncclDevKernelArgsStorage&lt;4096ul&gt;) (10.0 us, 25.00%)
ncclDevKernel_AllReduce_Sum_f32_RING_LL (10.0 us, 25.00%)
STDOUT
