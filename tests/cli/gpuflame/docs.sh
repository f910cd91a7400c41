# The commands of docs/COOKBOOK.md, all of them: their status, and what they print or write first.
cookbook() {
  cp "$FIXTURES/demo.sqlite" report.sqlite
  cp "$FIXTURES/stats_nccl.sqlite" nccl.sqlite
  cp "$TESTS/fixtures/torch_mfu.json" trace.json
  cp "$TESTS/fixtures/serving/decode.json" .
  cp -r "$TESTS/fixtures/serving/capture_traces" .
  cp trace.json h100.json
  sed 's/gemm/Cijk_Alik_Bljk_BBS_BH_MT128x128x64/' trace.json >mi300.json
  cp report.sqlite before.sqlite
  cp report.sqlite after.sqlite
  sed -n '/^```sql$/,/^```$/{/^```$/q;/^```/!p}' "$TESTS/../docs/COOKBOOK.md" >waits.sql
  mkdir run
  cp report.sqlite run/job_rank0.sqlite
  cp report.sqlite run/job_rank1.sqlite
  python3 - <<'END'
import sqlite3
for file in ("after.sqlite", "run/job_rank1.sqlite"):
    db = sqlite3.connect(file)
    db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + (end - start) / 2")
    db.commit()
END
  commands=0
  while read -r command; do
    case $command in gpuflame*) ;; *) echo "not a command: $command" ;; esac
    commands=$((commands + 1))
    eval "$command" >printed 2>said
    status=$?
    output=${command##* -o }
    case $command in
      *" -o "*) output=${output%% *} ;;
      *) output= ;;
    esac
    {
      case $output in
        */) ls "$output" | wc -l ;;
        *.gz) gzip -t "$output" && echo "a gzipped file" ;;
        ?*) head -c 40 "$output" | head -n 1 && echo ;;
      esac
      grep -v '^$' printed | head -n 1 | cut -c-100
      grep -v 'warning\|note: validation' said | cut -c-100
    } | grep . >shown
    tell "$command: $status" cat shown
    [ -z "$output" ] || rm -r "$output"
  done < <(sed -n '/^```sh$/,/^```$/{/^```/!p}' "$TESTS/../docs/COOKBOOK.md")
  echo "$commands commands"
  grep -c '^\*\*[0-9]*\. ' "$TESTS/../docs/COOKBOOK.md"
}
check cookbook 0 <<'STDOUT'
--- gpuflame stats report.sqlite: 0: report.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
--- gpuflame findings report.sqlite: 0: report.sqlite: 1 device, 3 steps of 17.3 ms: 2 findings, 16.2 % of the step in all at most; kernels
--- gpuflame report.sqlite -o flame.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame report.sqlite -o flame.html: 0: <!DOCTYPE html>
--- gpuflame report.sqlite --skip-steps 1 -o flame.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame stats --steps 2 report.sqlite: 0: report.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
--- gpuflame stats -r cuda_gpu_kern_sum --kernel-names family --limit 10 report.sqlite: 0: CUDA GPU kernel summary (cuda_gpu_kern_sum)
--- gpuflame stats -r range_kernel_sum --kernel-names short --filter '^Layer' report.sqlite: 0: Kernels by kind of range (range_kernel_sum)
--- gpuflame stats -r layer_kernel_sum --kernel-names short report.sqlite: 0: Kernels by layer (layer_kernel_sum)
--- gpuflame report.sqlite --by layer --only '^layer' -o layers.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame stats -r gpu_gaps:gap=1us report.sqlite: 0: GPU gaps (gpu_gaps)
--- gpuflame report.sqlite --with-idle -o idle.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame stats -r step_sum --sort Wall --limit 5 report.sqlite: 0: Training steps (step_sum)
--- gpuflame stats -r critical_path_sum --steps 2 --limit 20 report.sqlite: 0: Critical path (critical_path_sum)
--- gpuflame report.sqlite --value critical --steps 2 -o critical.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame collapse --value exposed --by phase --only nccl --kernel-names short report.sqlite: 0
[no phase];Train step;gradients;NCCL:ncclAllReduce;ncclDevKernel_AllReduce_Sum_bf16_RING_LL 2785965
--- gpuflame stats -r nccl_size_sum nccl.sqlite: 0: NCCL calls by message size (nccl_size_sum)
--- gpuflame stats run/: 0: 2 files: nsys 2024.2.3.38 export, schema 3.11.1
--- gpuflame stats -r rank_range_sum run/: 0: Ranges across ranks (rank_range_sum)
--- gpuflame run/ -o flame.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame --rank 1 run/ -o rank1.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame report.sqlite --value cpu-time -o cpu.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame stats -r cuda_api_sum --limit 10 report.sqlite: 0: CUDA API summary (cuda_api_sum)
--- gpuflame diff before.sqlite after.sqlite: 0: before: before.sqlite (3 steps)
--- gpuflame diff before.sqlite after.sqlite -o diff.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame diff before.sqlite after.sqlite -o diff.md: 0: **gpuflame: 48.8% more time**
--- gpuflame diff --fail-if 'total > 5%' --fail-if 'attention > 10%' before.sqlite after.sqlite: 3
before: before.sqlite (3 steps)
gpuflame: 'total > 5%' holds: +48.81 %, 16.0 ms -> 23.8 ms per step
gpuflame: 'attention > 10%' holds: +50.00 %, 5.70 ms -> 8.54 ms per step
--- gpuflame stats -q -r all -f csv -o tables/ report.sqlite: 0: 42
--- gpuflame stats -r nvtx_gpu_proj_sum -o ranges.json report.sqlite: 0: {"schema":1,"command":"stats","files":["
--- gpuflame collapse report.sqlite -o flame.speedscope.json: 0: {"$schema":"https://www.speedscope.app/f
--- gpuflame collapse report.sqlite -o flame.pb.gz: 0: a gzipped file
--- gpuflame collapse report.sqlite -o flame.folded: 0: Train step;Generation step;forward;Layer
--- gpuflame stats --steps 2 -f timeline report.sqlite -o step2.trace.json: 0: {"displayTimeUnit":"ns","traceEvents":[
--- gpuflame stats -r mfu --filter '^(ProfilerStep|attention)' trace.json: 0: Ranges against the limits of the hardware (mfu)
--- gpuflame stats --flops '^attention$=3e9' report.sqlite: 0: Ranges against the limits of the hardware (mfu)
--- gpuflame stats -r waits.sql --steps 2 report.sqlite: 0: waits (waits)
--- gpuflame decode.json --graph-captures capture_traces/ -o decode.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame collapse --by phase,layer --graph-captures capture_traces/ decode.json: 0: decode;layer 0;decode bs=2;nn.Module: DecoderLayer;gemm 40000
--- gpuflame stats --preset auto -r step_phase_sum decode.json: 0: Training steps by phase (step_phase_sum)
--- gpuflame findings decode.json: 0: decode.json: 1 device, 2 steps of 600 us; decode: 600 us a step at bs 2: 2 findings, 83.3 % of the
--- gpuflame diff h100.json mi300.json: 0: before: h100.json (2 steps)
--- gpuflame diff h100.json mi300.json -o gpus.svg: 0: <?xml version="1.0" encoding="UTF-8" sta
--- gpuflame collapse run/ --format table -o run.csv: 0: job,attempt,rank,node,device,step,phase,
43 commands
20
STDOUT

# What --format json writes is as docs/gpuflame.schema.json says; and the check can fail.
json-schema() {
  check() {
    python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json" && echo "$1: as in the schema"
  }
  for name in stats_small stats_steps stats_nccl no_kernels stats_touch; do
    gpuflame stats -q -r all -f json "$FIXTURES/$name.sqlite" | check "stats of $name"
  done
  f=$FIXTURES/stats_small.sqlite
  gpuflame stats -q -r nvtx_sum -f json "$f" | check 'one report'
  gpuflame stats -q -r nvtx_sum,gpu_gaps -f json --per-rank "$f" "$FIXTURES/stats_steps.sqlite" | check 'file by file'
  gpuflame stats -q -r gpu_gaps,cuda_gpu_trace -f json "$f" "$FIXTURES/stats_steps.sqlite" | check 'pooled'
  gpuflame diff -f json "$f" "$FIXTURES/stats_steps.sqlite" | check diff
  gpuflame diff -f json --before "$f" "$f" --after "$FIXTURES/stats_steps.sqlite" "$f" | check 'diff with intervals'
  echo '--- what is not as the schema says'
  gpuflame stats -q -r nvtx_sum -f json "$f" >out.json
  for change in 's/"schema":1/"schema":2/' 's/"stats"/"statistics"/' 's/"rows"/"row"/' \
    's/"reports":/"more":[],&/' 's/"Instances":[0-9]*/"Instances":[]/' 's/"command"/"schema":1,&/'; do
    sed "$change" out.json | check "$change"
  done
}
check json-schema 1 <<'STDOUT'
stats of stats_small: as in the schema
stats of stats_steps: as in the schema
stats of stats_nccl: as in the schema
stats of no_kernels: as in the schema
stats of stats_touch: as in the schema
one report: as in the schema
file by file: as in the schema
pooled: as in the schema
diff: as in the schema
diff with intervals: as in the schema
--- what is not as the schema says
$.schema: 2 is not 1
$.command: 'statistics' is none of ['stats', 'diff', 'findings']
$: 0 of the forms fit: $.reports[0]: no rows; $: no screen; $: no before; $: no run
$: ['more'] is not in the schema
$: 0 of the forms fit: $.reports[0].rows[0].Instances: [] is not of type string or number or null; $: no screen; $: no before; $: no run
a member occurs twice: ['schema', 'schema', 'command', 'files', 'reports']
STDOUT
