#!/usr/bin/env bash
# Memory in use and the CPU's time of a training that PyTorch profiled (profile_memory=True), against what
# PyTorch itself says of it: each allocation, and the sum of the operators' own times. The trace is written
# from the profiler's events as Kineto writes it, since builds without Kineto do not write memory.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
cat >"$work/train.py" <<'END'
import csv, io, json, subprocess, sys, warnings
import torch
warnings.filterwarnings("ignore")
gpuflame, path = sys.argv[1:]
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(128, 512), torch.nn.ReLU(), torch.nn.Linear(512, 128))
optimizer = torch.optim.Adam(model.parameters())
data = torch.randn(64, 128)
with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True,
        record_shapes=True, with_stack=True) as p:
    for step in range(3):
        for name, work in (("forward", lambda: model(data).pow(2).mean()), ("backward", lambda: loss.backward()),
                ("optimizer", lambda: (optimizer.step(), optimizer.zero_grad()))):
            with torch.profiler.record_function(name):
                loss = work() if name == "forward" else (work(), loss)[1]
own = sum(row.self_cpu_time_total for row in p.key_averages()) * 1000
events, now, peak, at = [], 0, 0, None
for e in sorted(p.profiler.kineto_results.events(), key=lambda e: e.start_us()):
    there = dict(name=e.name(), pid=1, tid=e.start_thread_id(), ts=e.start_us())
    if e.name() == "[memory]":
        now += e.nbytes()
        if now > peak:
            peak, at = now, e.start_us()
        events.append(dict(there, ph="i", s="t", cat="cpu_instant_event",
            args={"Device Type": 0, "Device Id": -1, "Addr": 1, "Bytes": e.nbytes()}))
    else:
        category = "user_annotation" if e.name() in ("forward", "backward", "optimizer") else "cpu_op"
        events.append(dict(there, ph="X", cat=category, dur=e.duration_us()))
json.dump({"schemaVersion": 1, "traceEvents": events}, open(path, "w"))
def run(*words):
    return subprocess.run([gpuflame, *words, path], check=True, capture_output=True, text=True).stdout
row, = csv.DictReader(io.StringIO(run("stats", "-q", "-r", "memory_peaks", "-f", "csv")))
changes = sum(e["ph"] == "i" for e in events)
assert abs(float(row["Peak (MB)"]) - peak / 1e6) < 0.0006 and int(row["At (ns)"]) == at * 1000, (row, peak, at)
assert abs(float(row["Last (MB)"]) - now / 1e6) < 0.0006 and int(row["Changes"]) == changes, (row, now, changes)
around = [e for e in events if e["ph"] == "X" and e["ts"] <= at < e["ts"] + e["dur"]]
assert row["Ranges"].split(";")[0] in {e["name"] for e in around}, (row, around)
found = sum(int(line.rsplit(" ", 1)[1]) for line in run("collapse", "-q", "--value", "cpu-time").splitlines())
assert found == own, (found, own)
assert len(run("stats", "-q", "-r", "memory_map", "-f", "csv").splitlines()) > 1
print(f"{changes} allocations, the most {peak} bytes; {own} ns of operators; PyTorch {torch.__version__}")
END
if ! python3 -c 'import torch' 2>/dev/null; then
  echo "ok $((++number)) - memory and CPU time as PyTorch has them # SKIP no PyTorch"
else
  python3 "$work/train.py" "$B/gpuflame" "$work/trace.json" >"$work/log" 2>&1
  report $? "memory and CPU time as PyTorch has them: $(tail -n 1 "$work/log")"
fi
exit "$failures"
