# The command of each finding reads the files that were given, and shows something: reports of nsys,
# PyTorch traces and captures.
commands() {
  mock=${FIXTURES%/fixtures}/mock
  if [ -e "$mock/driver" ]; then
    printf 'cuinit\nrepeat 5\npush step @\nlaunch 1000000 gemm\nsleep 20\nlaunch 1000000 gemm\npop\nagain\n' >script
    GPUFLAME_CUPTI=$mock/libcupti.so.13 ASAN_OPTIONS=detect_leaks=0 \
      gpuflame record --mode trace -o capture "$mock/driver" script 2>said || cat said
  fi
  python3 - "$TESTS/fixtures/findings" <<'END'
import json, os, subprocess, sys
sys.path.insert(0, sys.argv[1])
import shapes
kinds = set()

def run(*words, shell=False):
    return subprocess.run(words[0] if shell else words, shell=shell, capture_output=True, text=True)

def commands(files):
    """Those of all findings, after each was run."""
    found = run("gpuflame", "findings", "-q", "-f", "json", *files)
    if found.returncode != 0:
        print(files, found.stderr)
        return []
    named = [finding["evidence"]["command"] for finding in json.loads(found.stdout)["findings"]]
    for command in named:
        shown = run(command, shell=True)
        if shown.returncode != 0 or shown.stdout.count("\n") < 1 + (" stats " in command):
            print(f"{command}: nothing is shown: {shown.stderr}")
        if "capture" in command:
            continue
        kinds.add(" ".join(word for word in command.split() if "run" not in word))
    return named

def try_all(files):
    whole = commands(files)
    for file in files:
        os.unlink(file)
    return len(whole)

for name in shapes.names():
    print(name, *(try_all(shapes.write(name, "run." + suffix)) for suffix in ("sqlite", "json")))
if os.path.exists("script") and try_all(["capture.gpuflame"]) == 0: # more, if it was interrupted
    print("capture: nothing found")
print(*sorted(kinds), sep="\n")
END
}
check commands 0 <<'STDOUT'
healthy 0 0
launch_bound 2 2
data_starved 1 1
ddp 1 1
fsdp_straggler 2 2
pageable_and_item 2 2
serving_decode 2 2
pipeline 1 1
recompilation 1 1
host_bound 1 1
offload 1 1
first_use 1 1
allocator 1 1
pinning 1 1
capture 1 1
weights 1 1
preparation 1 1
all_to_all 1 1
torch_kernels 3 3
attention_in_parts 1 1
older_attention 1 1
ampere_attention 0 1
few_blocks 2 1
compiling 2 2
short_wait 2 2
equal_ranks 0 0
reduce_scatter 2 2
pinned 0 0
misread 1 1
hidden 0 0
gpuflame collapse --value exposed
gpuflame collapse --value idle --only GPU.idle
gpuflame stats --report cuda_api_sum
gpuflame stats --report cuda_api_sync
gpuflame stats --report cuda_api_trace
gpuflame stats --report cuda_gpu_kern_sum
gpuflame stats --report cuda_gpu_mem_time_sum
gpuflame stats --report cuda_gpu_trace
gpuflame stats --report cuda_memcpy_async,cuda_memcpy_sync
gpuflame stats --report gpu_gaps:gap=0.2ms
gpuflame stats --report rank_sum
gpuflame stats --report step_sum
STDOUT

# What findings cannot be made of, files that are skipped, and what a file says that it lacks.
errors() {
  try() { tell "" gpuflame findings "$@" >told; head -n 4 told; }
  try
  try --format yaml x
  try missing.sqlite
  cp "$FIXTURES/no_kernels.sqlite" .
  try no_kernels.sqlite
  printf 'a;b 5\n' >stacks.folded
  try stacks.folded
  gpuflame stats --partial -q -r nvtx_sum -o part.0 "$FIXTURES/stats_small.sqlite"
  try part.0
  cp "$FIXTURES/stats_small.sqlite" .
  try -o stats_small.sqlite stats_small.sqlite
  try -o x.csv stats_small.sqlite
  try -o x.svg stats_small.sqlite
  try -o x.md --format text stats_small.sqlite
  try --keep-going missing.sqlite stats_small.sqlite
  try --keep-going missing.sqlite missing2.sqlite
  cp "$FIXTURES/stats_sums.sqlite" .
  try stats_sums.sqlite
  try --keep-going stats_small.sqlite stats_sums.sqlite
  cp "$FIXTURES/oddities.sqlite" .
  try -q oddities.sqlite
  try --strict oddities.sqlite
}
check errors 0 <<'STDOUT' 3<<'STDERR'
status 2: gpuflame: no file given; see gpuflame findings --help
status 2: gpuflame: option '--format' takes text, markdown or json, not 'yaml'
status 1: gpuflame: cannot open 'missing.sqlite': No such file or directory
status 1: gpuflame: 'no_kernels.sqlite' holds ranges but no GPU operations: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with 'nsys profile -t cuda,nvtx ...' (nsys 2022.4.2.1 export, schema 3.0.0)
status 1: gpuflame: cannot read 'stacks.folded': neither an nsys report nor a trace; folded stacks are read by gpuflame collapse, diff and svg
status 2: gpuflame: 'part.0' is a partial result, which has reports alone: stats --report all 'part.0'
status 2: gpuflame: 'stats_small.sqlite' has an ending that no format has; gpuflame findings writes .txt .md .markdown .json
status 2: gpuflame: 'x.csv' has the ending of CSV, and gpuflame findings writes .txt .md .markdown .json; gpuflame stats --report NAME writes it
status 2: gpuflame: 'x.svg' has the ending of a picture, and gpuflame findings writes .txt .md .markdown .json; gpuflame FILE -o flame.svg draws
status 2: gpuflame: 'x.md' has the ending of Markdown, and --format says text: change one of them
1 file: 1 device, 2 steps of 3.76 us: 3 findings, 86.4 % of the step in all at most
1. The GPU is idle while the CPU launches
   at most  42.4 % of the step, 1.59 us
status 1: gpuflame: skipped: cannot open 'missing.sqlite': No such file or directory
gpuflame: skipped: cannot open 'missing2.sqlite': No such file or directory
gpuflame: none of the files could be read
stats_sums.sqlite: 2 devices, 790 ns of work a device in steps, in sums (record with --mode trace
for idle time and what is hidden): 2 findings, 38.0 % of the GPU's work in steps in all at most;
kernels are 66.5 % of it, 90.5 % of it in gemm
1 file: 1 device, 2 steps of 3.76 us: 3 findings, 86.4 % of the step in all at most
1. The GPU is idle while the CPU launches
   at most  42.4 % of the step, 1.59 us
oddities.sqlite: 2 devices, 1 step of 230 us: nothing costs 3 % of the step or more, of idle time,
copies, communication, and kernels that are small, not fused, of few blocks or threads, or in FP32;
the most is launch-bound, 1.5 %; kernels ran for 98.2 % of the time, 100.0 % of it in gemm
status 1: gpuflame: note: 1 ranges were never closed; assumed to last until the end of the report
gpuflame: note: 1 ranges have no name
gpuflame: note: 2 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: note: 2 rows of GPU operations skipped: no valid time
STDOUT
gpuflame: skipped: cannot open 'missing.sqlite': No such file or directory
gpuflame: note: 3 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: warning: the report says: Some events (5) were lost: dropped
gpuflame: skipped: 'stats_sums.sqlite' is a fold-mode capture, and others are not: findings are of either
STDERR

# Findings as text, Markdown and JSON; the command of each finding runs and shows something.
formats() {
  shapes=$TESTS/fixtures/findings/shapes.py
  schema=$TESTS/../docs/gpuflame.schema.json
  python3 "$shapes" pageable_and_item pageable.sqlite
  python3 "$shapes" fsdp_straggler run.sqlite
  mkdir run7 && mv run-rank?.sqlite run7
  gpuflame findings pageable.sqlite
  COLUMNS=60 gpuflame findings pageable.sqlite >narrow
  awk 'length > 60 && NF > 3 && $1 != "see" { print "too wide: " $0 }' narrow
  bash -c "$(sed -n 's/^ *see *//p' narrow | head -n 1)" | head -n 1
  cp pageable.sqlite "$(printf 'a `b_\033[31m'"'"'.sqlite')"
  gpuflame findings -f markdown run7
  # two are ranks, too, also of a comparison
  mkdir two && cp run7/run-rank[12].sqlite two
  gpuflame findings two | grep -A 2 '^2[.]'
  gpuflame findings -f markdown a*.sqlite | grep -E 'see|device'
  gpuflame findings -f json pageable.sqlite
  for ending in md json txt 7; do
    gpuflame findings -o "out.$ending" pageable.sqlite && head -c 14 "out.$ending" && echo
  done
  gpuflame findings -f markdown -o out.txt pageable.sqlite && head -c 14 out.txt && echo
  gpuflame findings -f json - <pageable.sqlite | head -n 1
  command=$(gpuflame findings - <pageable.sqlite | sed -n 's/^ *see *//p' | head -n 1)
  bash -c "$command" <pageable.sqlite | head -n 1
  echo '--- the command of idle time shows all of it, and nothing else'
  python3 "$shapes" launch_bound idle.sqlite
  bash -c "$(gpuflame findings idle.sqlite | sed -n 's/^ *see *//p' | head -n 1)" >idle.folded
  grep -vc 'GPU idle' idle.folded
  diff <(awk '{ sum += $NF } END { print sum }' idle.folded) \
    <(gpuflame stats -q -r step_sum -f csv idle.sqlite | awk -F, 'NR > 1 { sum += $6 } END { print sum }')
  echo '--- all are as the schema says'
  python3 "$shapes" --all
  for name in $(python3 "$shapes" --list); do gpuflame findings -f json "$name"/run*.sqlite >"$name/findings.json"; done
  python3 "$TESTS/tools/check_schema.py" "$schema" ./*/findings.json
  bash -c "$(gpuflame findings -f json -- a*.sqlite | python3 -c 'import json, sys
print(json.load(sys.stdin)["findings"][0]["evidence"]["command"])')" | head -n 1
}
check formats 0 <<'STDOUT'
pageable.sqlite: 1 device, 8 steps of 9.28 ms: 2 findings, 39.7 % of the step in all at most;
kernels ran for 60.3 % of the time, 100.0 % of it in gemm_bf16
1. Copies of pageable memory hold up the GPU
   at most  27.0 % of the step, 2.51 ms
   where    range 'to device', [CUDA memcpy HtoD], most in 'step 0'
   evidence 16 waits, mean 1.25 ms, longest 2.50 ms
   see      gpuflame stats --report cuda_memcpy_async,cuda_memcpy_sync pageable.sqlite
   try      pinned memory (cudaHostAlloc, cudaHostRegister) and cudaMemcpyAsync, so that copies run
            beside kernels
   rule     pageable-copies: CUDA C++ Best Practices Guide, "Pinned Memory" and "Asynchronous and
            Overlapping Transfers with Computation"
2. The CPU waits for the GPU, which then runs dry
   at most  12.6 % of the step, 1.17 ms
   where    range 'layer N', call cudaMemcpyAsync, most in 'step 1'
   evidence 127 waits, mean 73.9 us, longest 148 us
   see      gpuflame stats --report cuda_api_sync pageable.sqlite
   try      let the CPU launch further work before it waits; cudaStreamWaitEvent instead of waiting
            on the CPU; fewer results copied back
   rule     synchronisation: PyTorch Performance Tuning Guide, "Avoid unnecessary CPU-GPU
            synchronization"; CUDA C++ Best Practices Guide, "Timing and synchronization"
CUDA copies that are not asynchronous (cuda_memcpy_async)
### Findings
`4 files: 4 devices, 32 steps in all, of 5.74 ms: 2 findings, 37.2 % of the step in all at most; kernels ran for 100.0 % of the time, 69.0 % of it in gemm_bf16`
1. **Ranks wait for each other in collectives**: at most 24.6 % of the step, 1.41 ms
   - where: rank 2 (GPU 0)
   - evidence: 141 waits
   - ranks: rank 2 (GPU 0) computes 40.0 % longer: 1.44 ms a step, fixing it saves 1.41 ms of 5.73 ms
   - see: `gpuflame stats --report rank_sum run7`
   - try: find out what the late rank does: more or longer data, a slow GPU (clocks, temperature, ECC), a busy CPU; balance the work if it differs by design
   - rule: straggler: shortest kernel of each collective, as docs/VALUES.md says of rank_sum
2. **Exposed all-gather**: at most 12.5 % of the step, 720 us
   - where: range 'step N', kernel all-gather bf16 ring LL, rank 0, most in 'step 1'
   - evidence: 192 pieces, mean 120 us
   - see: `gpuflame collapse --value exposed run7`
   - try: if it gathers parameters, prefetch them (FSDP's forward_prefetch, backward_prefetch=BACKWARD_PRE), do not limit all-gathers more than memory needs, shard within a node (HYBRID_SHARD), a larger batch for each GPU; otherwise launch it earlier, beside computation that does not need it
   - rule: exposed-all-gather: docs/VALUES.md, "Values", exposed; PyTorch FSDP notes
2. Exposed all-gather
   at most  12.5 % of the step, 720 us
   where    range 'step N', kernel all-gather bf16 ring LL, rank 1, most in 'step 1'
`` a `b_ [31m'.sqlite: 1 device, 8 steps of 9.28 ms: 2 findings, 39.7 % of the step in all at most; kernels ran for 60.3 % of the time, 100.0 % of it in gemm_bf16 ``
   - where: `range 'to device', [CUDA memcpy HtoD], most in 'step 0'`
   - see: `` gpuflame stats --report cuda_memcpy_async,cuda_memcpy_sync 'a `b_ [31m'\''.sqlite' ``
   - see: `` gpuflame stats --report cuda_api_sync 'a `b_ [31m'\''.sqlite' ``
{"schema":1,"command":"findings","files":["pageable.sqlite"],
"run":{"devices":1,"steps":8,"outlier_steps":0,"warm_up_steps":0,"warm_up_ns":0,"step_ns":9282375,"total_ns":74259000,"unexplained_percent":0.00},
"findings":[
  {"rule":"pageable-copies","percent":27.02,"step_ns":2507999,"title":"Copies of pageable memory hold up the GPU","where":{"range":"to device","operation":"[CUDA memcpy HtoD]","rank":null,"step":"step 0"},"evidence":{"numbers":{"waits":16,"mean_ns":1254000,"longest_ns":2500000},"sentence":null,"command":"gpuflame stats --report cuda_memcpy_async,cuda_memcpy_sync pageable.sqlite"},"try":"pinned memory (cudaHostAlloc, cudaHostRegister) and cudaMemcpyAsync, so that copies run beside kernels","source":"CUDA C++ Best Practices Guide, \"Pinned Memory\" and \"Asynchronous and Overlapping Transfers with Computation\""},
  {"rule":"synchronisation","percent":12.64,"step_ns":1173500,"title":"The CPU waits for the GPU, which then runs dry","where":{"range":"layer N","operation":"cudaMemcpyAsync_v3020","rank":null,"step":"step 1"},"evidence":{"numbers":{"waits":127,"mean_ns":73921,"longest_ns":148000},"sentence":null,"command":"gpuflame stats --report cuda_api_sync pageable.sqlite"},"try":"let the CPU launch further work before it waits; cudaStreamWaitEvent instead of waiting on the CPU; fewer results copied back","source":"PyTorch Performance Tuning Guide, \"Avoid unnecessary CPU-GPU synchronization\"; CUDA C++ Best Practices Guide, \"Timing and synchronization\""}
],
"below":null}
### Findings
{"schema":1,"c
pageable.sqlit [2 times]
### Findings
{"schema":1,"command":"findings","files":["-"],
CUDA copies that are not asynchronous (cuda_memcpy_async)
--- the command of idle time shows all of it, and nothing else
0
--- all are as the schema says
CUDA copies that are not asynchronous (cuda_memcpy_async)
STDOUT
