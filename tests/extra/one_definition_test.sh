#!/usr/bin/env bash
# Steps and idle time are the same on the first screen, in the picture, in step_sum, findings and mfu, and the
# critical path fits them: one_definition_test.sh build/release
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
for name in demo oddities steps stats_small stats_steps ranks adopt; do
  files+=("$B/fixtures/$name.sqlite")
done
files+=("$tests"/fixtures/torch*.json)
[ ! -d "$shared/real" ] || mapfile -t -O ${#files[@]} files < <(find "$shared/real" -name '*.sqlite' -o -name '*.gz' -o -name '*.pb' | sort)
for file in "${files[@]}"; do
  "$B/gpuflame" stats -q -f json "$file" >"$work/screen" 2>/dev/null || continue
  jq -e '.screen.device_time' "$work/screen" >/dev/null || continue
  "$B/gpuflame" -q "$file" -o "$work/x.svg" 2>/dev/null
  said=$(python3 - "$B/gpuflame" "$file" "$work/screen" "$(grep -oE 'idle [0-9.]+ %' "$work/x.svg" | head -n 1 | tr -dc 0-9.)" 2>"$work/log" <<'PYTHON'
import json, subprocess, sys
gpuflame, file, screen, picture = sys.argv[1:]
def run(*words):
    done = subprocess.run([gpuflame, *words, "-q", "-f", "json", file], capture_output=True)
    return json.loads(done.stdout) if done.returncode == 0 else None
def rows(report, *words):
    table = run("stats", "-r", report, "--adopt", "autograd", *words)
    return table["reports"][0]["rows"] if table else []
screen = json.load(open(screen))["screen"]
time, found, steps = screen["device_time"], run("findings")["run"], rows("step_sum")
idle = 100 * time["idle_ns"] / time["ns"]
compared = ["screen"]
def same(what, got, want, off=0):
    assert abs(got - want) <= off, f"{what}: {got}, not {want}"
    if what not in compared:
        compared.append(what)
same("picture", float(picture), idle, 0.06)
same("step_sum", len(steps), time["steps"])
same("findings", found["steps"] + found["outlier_steps"] + found["warm_up_steps"], time["steps"])
if found["warm_up_steps"] == 0:
    same("findings", found["total_ns"], time["ns"])
wall = sum(step["Wall (ns)"] for step in steps)
if steps and screen["devices"] == 1:
    same("step_sum", wall, time["ns"])
    same("step_sum", sum(step["Idle (ns)"] for step in steps), time["idle_ns"])
names = {step["Step"]: step["Wall (ns)"] for step in steps}
mfu = {row["Range"]: row["Wall (ns)"] for row in rows("mfu") if row["Range"] in names}
for name, ns in mfu.items():
    same("mfu", ns, names[name])
path = rows("critical_path_sum")
on_gpu = sum(row["On Path (ns)"] for row in path if row["Kind"] in ("kernel", "copy", "fill", "graph"))
if path and screen["devices"] == 1 and len({step["PID"] for step in steps if "PID" in step}) < 2:
    assert on_gpu <= time["kernels_ns"] + time["other_ns"] or not steps, f"critical path: {on_gpu} ns on the GPU"
    assert sum(row["On Path (ns)"] for row in path) >= time["ns"], "critical path: shorter than the steps"
    compared.append("critical path")
print(f"idle {idle:.1f} % of {time['steps']} steps: {', '.join(compared)}")
PYTHON
)
  report $? "$(basename "$file"): $said"
done
finish
