# Shapes of training and serving runs: the findings of each, in the order that an experienced
# engineer would give (tests/fixtures/findings/shapes.py says which, and why).
shapes() {
  shapes=$TESTS/fixtures/findings/shapes.py
  python3 "$shapes" --all
  for name in $(python3 "$shapes" --list); do
    found=$(gpuflame findings -f json "$name"/run*.sqlite | jq -r '[.findings[].rule] | join(" ")')
    if [ "$found" = "$(cat "$name/expect")" ]; then
      echo "$name: ${found:-nothing}"
    else
      echo "$name: found ${found:-nothing}, not $(cat "$name/expect")"
    fi
  done
}
check shapes 0 <<'STDOUT'
healthy: nothing
launch_bound: launch-bound small-kernels
data_starved: data-starved
ddp: exposed-all-reduce
fsdp_straggler: straggler exposed-all-gather
pageable_and_item: pageable-copies synchronisation
serving_decode: small-kernels host-bound
pipeline: exposed-send-recv
recompilation: outlier-steps
host_bound: host-bound
offload: repeated-copies
first_use: first-use
allocator: allocator
pinning: allocator
capture: first-use
weights: weight-loading
preparation: data-starved
all_to_all: exposed-all-to-all
torch_kernels: fp32-products unfused-attention unfused-elementwise
attention_in_parts: unfused-attention
older_attention: older-attention
ampere_attention: nothing
few_blocks: few-blocks small-blocks
compiling: first-use host-bound
short_wait: launch-bound synchronisation
equal_ranks: nothing
reduce_scatter: exposed-reduce-scatter exposed-communication
pinned: nothing
misread: host-bound
hidden: nothing
STDOUT

# What findings measure is what reports say, computed another way; and it never exceeds the whole.
measures() {
  shapes=$TESTS/fixtures/findings/shapes.py
  python3 "$shapes" --all
  for name in $(python3 "$shapes" --list); do
    gpuflame findings -f json "$name"/run*.sqlite >"$name/findings.json"
    gpuflame stats -q -r step_sum -f json "$name"/run*.sqlite >"$name/steps.json" 2>"$name/said" ||
      echo '{"reports":[]}' >"$name/steps.json"
    gpuflame stats -q -r rank_sum -f json "$name"/run*.sqlite >"$name/ranks.json" 2>"$name/said"
  done
  # shellcheck disable=SC2046 # names are words
  python3 - $(python3 "$shapes" --list) <<'END'
import json, sys
communication = ("exposed-all-reduce", "exposed-all-gather", "exposed-reduce-scatter",
                 "exposed-send-recv", "exposed-communication", "straggler")
idle = ("launch-bound", "synchronisation", "data-starved", "host-bound")
for name in sys.argv[1:]:
    found = json.load(open(name + "/findings.json"))
    rows = [row for report in json.load(open(name + "/steps.json"))["reports"] for row in report["rows"]]
    assert found["run"]["outlier_steps"] == 0 or name == "recompilation"
    wall = sum(row["Wall (ns)"] for row in rows)
    share = {item["rule"]: item["percent"] for item in found["findings"]}
    if found["below"]:
        share[found["below"]["rule"]] = found["below"]["percent"]
    assert sum(share.values()) + found["run"]["unexplained_percent"] <= 100.01, share
    def compare(what, column, rules):
        mine = sum(share.get(rule, 0) for rule in rules)
        theirs = 100 * sum(row[column] for row in rows) / wall
        print(f"{name}: {what} {mine:.2f} %, step_sum has {theirs:.2f} %")
    if "straggler" in share:  # what is beyond waits is of the rank that is waited for
        waits = [row["Wait (ns)"] for row in json.load(open(name + "/ranks.json"))["reports"][0]["rows"]]
        assert share["straggler"] > 100 * sum(waits) / wall
        share["straggler"] = 100 * sum(waits) / wall
    if name in ("healthy", "ddp", "fsdp_straggler", "pipeline", "reduce_scatter"):
        compare("exposed", "Exposed Comm (ns)", communication)
    if name in ("launch_bound", "data_starved", "host_bound"):
        compare("idle", "Idle (ns)", idle)
END
}
check measures 0 <<'STDOUT'
healthy: exposed 1.66 %, step_sum has 1.66 %
launch_bound: idle 60.02 %, step_sum has 60.02 %
data_starved: idle 56.99 %, step_sum has 56.99 %
ddp: exposed 30.07 %, step_sum has 30.07 %
fsdp_straggler: exposed 30.98 %, step_sum has 30.98 %
pipeline: exposed 43.50 %, step_sum has 43.50 %
host_bound: idle 46.73 %, step_sum has 46.74 %
reduce_scatter: exposed 22.03 %, step_sum has 22.03 %
STDOUT

# A device's clock that is 6 us ahead: calls end before what they wait for, which is on the path still;
# a line beside the path says so, which is no anomaly, and a clock that is right has none.
clock() {
  python3 - "$TESTS/fixtures/findings" <<'END'
import sqlite3, sys
sys.path.insert(0, sys.argv[1])
from run import Run
run = Run()
for i in range(20):
    run.kernel("gemm(half*)", 3000)
    run.sync()
run.write_export("clock.sqlite")
run.write_export("right.sqlite")
db = sqlite3.connect("clock.sqlite")
db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = start + 6000, end = end + 6000")
db.commit()
END
  gpuflame stats -q -r critical_path_sum -f csv clock.sqlite | cut -d, -f1-3,5- | head -n 3
  said() { echo "$*: $(gpuflame "$@" 2>&1 >said.out | grep -o "the GPU.s clock.*" || echo nothing)"; }
  said stats --strict -r critical_path_sum clock.sqlite
  said stats --time 0-1s -r critical_path_sum clock.sqlite
  said collapse --strict --value critical clock.sqlite
  said --value critical -o clock.svg clock.sqlite
  said collapse clock.sqlite
  said collapse --value critical right.sqlite
}
check clock 0 <<'STDOUT'
Share (%),On Path (ns),Pieces,Kind,Name
99.7,60000000,20,kernel,gemm(half*)
0.3,152000,19,GPU wait,gemm(half*)
stats --strict -r critical_path_sum clock.sqlite: the GPU's clock is 5.00 us ahead at least: by it, work ended after the call that waited for it (20 of 20 calls); the path allows for that
stats --time 0-1s -r critical_path_sum clock.sqlite: the GPU's clock is 5.00 us ahead at least: by it, work ended after the call that waited for it (20 of 20 calls); the path allows for that
collapse --strict --value critical clock.sqlite: the GPU's clock is 5.00 us ahead at least: by it, work ended after the call that waited for it (20 of 20 calls); the path allows for that
--value critical -o clock.svg clock.sqlite: the GPU's clock is 5.00 us ahead at least: by it, work ended after the call that waited for it (20 of 20 calls); the path allows for that
collapse clock.sqlite: nothing
collapse --value critical right.sqlite: nothing
STDOUT

# What the profiler was asked for is said where the CPU's time counts.
profiler_cost() {
  python3 "$TESTS/fixtures/findings/shapes.py" host_bound host.json
  jq -c '. + {with_stack: 1, record_shapes: 1, profile_memory: 0}' host.json >slow.json
  gpuflame findings -q slow.json | head -n 4
}
check profiler_cost 0 <<'STDOUT'
slow.json: 1 device, 8 steps of 5.63 ms: 1 finding, 46.7 % of the step in all at most; kernels ran
for 53.3 % of the time, 66.7 % of it in gemm_bf16_backward; it was recorded with with_stack,
record_shapes, which slow the CPU down: without, the GPU waits less
STDOUT

# Where names of steps begin anew, they are counted on, alike in findings, step_sum, --steps and --by step.
epochs() {
  python3 - "$TESTS/fixtures/findings" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from run import Run
run = Run()
for epoch in range(2):
    for i in range(3):
        with run.range(f"epoch {epoch} step {i}"):
            run.sleep(900)
            run.kernel("gemm(half*)", 100)
            run.sync()
run.write("epochs.json")
END
  gpuflame findings -q epochs.json | grep -oE "most in '[^']*'"
  gpuflame stats -q -r step_sum -f csv epochs.json | tail -n 3 | cut -d, -f1
  gpuflame collapse -q --steps 4-5 epochs.json
  gpuflame collapse -q --by step epochs.json | tail -n 1
}
check epochs 0 <<'STDOUT'
most in 'epoch 0 step 0'
epoch 1 step 0 (step 3)
epoch 1 step 1 (step 4)
epoch 1 step 2 (step 5)
epoch 1 step 1;gemm(half*) 100000
epoch 1 step 2;gemm(half*) 100000
step 5;epoch N step N;gemm(half*) 100000
STDOUT
