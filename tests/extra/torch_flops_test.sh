#!/usr/bin/env bash
# FLOP, times and instances of the report mfu on real PyTorch traces, by a computation that shares nothing
# with ours; and FLOP of operators as PyTorch itself counts them (profile(with_flops=True)), where it is
# installed.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"

cat >"$work/compare.py" <<'END'
import collections, csv, decimal, gzip, io, json, math, subprocess, sys
gpuflame, path = sys.argv[1:3]
events = json.load(gzip.open(path))["traceEvents"]
events = [e for e in events if e.get("ph") == "X" and "dur" in e]
def ns(x): return x * 1000 if isinstance(x, int) else round(decimal.Decimal(repr(x)) * 1000)
whole = all(float(e[key]).is_integer() for e in events for key in ("ts", "dur"))
frames = [e for e in events if e.get("cat") in ("cpu_op", "user_annotation") or
    (e.get("cat") == "python_function" and e["name"].startswith("nn.Module: "))]
by_thread = collections.defaultdict(list)
for e in frames:
    e["from"], e["to"] = ns(e["ts"]), ns(e["ts"]) + ns(e["dur"])
    by_thread[e["pid"], e["tid"]].append(e)
def work(e):
    """FLOP by shape, written for the operators of these traces: products, and attention without a mask."""
    dims = e.get("args", {}).get("Input Dims")
    if dims is None:
        return 0
    name = e["name"]
    if name in ("aten::mm", "aten::bmm"):
        return 2 * math.prod(dims[0]) * dims[1][-1]
    if name == "aten::addmm":
        return 2 * math.prod(dims[1]) * dims[2][-1]
    if name == "aten::linear":
        # one of these traces has an operator of this name with other inputs
        return 2 * math.prod(dims[0]) * dims[1][0] if len(dims[1]) == 2 and dims[0][-1] == dims[1][1] else 0
    if name == "aten::_scaled_dot_product_flash_attention":
        b, h, q, d = dims[0]
        assert e["args"]["Concrete Inputs"][4] == "False"
        return 4 * b * h * q * dims[1][2] * d
    return 0
calls = {}
for e in events:
    if e.get("cat", "").endswith(("_runtime", "_driver", "Runtime")) and "correlation" in e.get("args", {}):
        other = calls.get(e["args"]["correlation"])
        if other is None or e["ts"] < other["ts"]:
            calls[e["args"]["correlation"]] = e
launched = collections.defaultdict(list)
for e in events:
    call = calls.get(e.get("args", {}).get("correlation"))
    if e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset") and call is not None:
        launched[call["pid"], call["tid"]].append((ns(call["ts"]), ns(call["dur"]), ns(e["ts"]), ns(e["ts"]) + ns(e["dur"]), e["args"]["device"]))
inside = collections.defaultdict(list)  # by frame: its operations
parents = {}
for thread, list_ in launched.items():
    open_, at = [], 0
    ranges = sorted(by_thread[thread], key=lambda e: (e["from"], -e["to"]))
    for start, length, begin, end, device in sorted(list_):
        while at < len(ranges) and ranges[at]["from"] <= start:
            open_.append(ranges[at]); at += 1
        open_ = [r for r in open_ if r["to"] >= start]
        around = [r for r in open_ if r["to"] >= start + (length // 2 if whole else length)]
        for i, r in enumerate(around):
            inside[id(r)].append((device, begin, end, id(around[-1])))
            parents.setdefault(id(r), [id(a) for a in around[:i]])
frame = {id(e): e for e in frames}
def union(operations):
    total, last = 0, None
    for device, begin, end, _ in sorted(operations):
        if last is None or last[0] != device or begin >= last[1]:
            total += end - begin; last = (device, end)
        elif end > last[1]:
            total += end - last[1]; last = (device, end)
    return total
counted = {key for key in inside if work(frame[key]) > 0}
counted -= {p for key in counted for p in parents[key]}
sums = collections.defaultdict(lambda: [0, 0, 0])
for key in inside:
    name = frame[key]["name"]
    if name in (frame[p]["name"] for p in parents[key]):
        continue
    row = sums[name]
    row[1] += union(inside[key]); row[2] += 1
    if key in counted:
        row[0] += work(frame[key])
for key in counted:
    for name in {frame[p]["name"] for p in parents[key]}:
        sums[name][0] += work(frame[key])
text = subprocess.run([gpuflame, "stats", "-q", "-r", "mfu", "--adopt", "none", "-f", "csv", path], check=True, capture_output=True, text=True).stdout
found = {row["Range"]: row for row in csv.DictReader(io.StringIO(text))}
expected = {name: row for name, row in sums.items() if row[0] > 0}
wrong = set(found) ^ set(expected)
for name, (flop, busy, count) in expected.items():
    row = found.get(name)
    if row is None or abs(float(row["GFLOP"]) - flop / 1e9) > 0.00051 + flop * 1e-18 or \
            int(row["GPU Busy (ns)"]) != busy or int(row["Instances"]) != count:
        wrong.add(name)
for name in sorted(wrong)[:10]:
    print("#", name, expected.get(name), found.get(name))
print(len(expected), "ranges,", len(wrong), "wrong")
sys.exit(1 if wrong or not expected else 0)
END
for trace in "$shared"/real/kineto/{hta-sampled0,hta-sampled1,tl-sglang,tl-compile}.json.gz; do
  [ -e "$trace" ] || continue
  python3 "$work/compare.py" "$B/gpuflame" "$trace" >"$work/log"
  report $? "$(basename "$trace"): $(tail -n 1 "$work/log")"
done

cat >"$work/torch_counts.py" <<'END'
import csv, io, json, random, subprocess, sys, warnings
warnings.simplefilter("ignore")
import torch
from torch.profiler import profile, ProfilerActivity
random.seed(5)
def some(least=1): return random.randrange(least, 40)
with profile(activities=[ProfilerActivity.CPU], record_shapes=True, with_flops=True) as p:
    for _ in range(30):
        b, m, k, n = some(), some(), some(), some()
        torch.mm(torch.ones(m, k), torch.ones(k, n))
        torch.addmm(torch.ones(n), torch.ones(m, k), torch.ones(k, n))
        torch.bmm(torch.ones(b, m, k), torch.ones(b, k, n))
        torch.baddbmm(torch.ones(b, m, n), torch.ones(b, m, k), torch.ones(b, k, n))
    convolutions = []
    for _ in range(30):
        groups = random.choice((1, 1, 2, 4))
        args = dict(stride=random.choice((1, 2, 3)), padding=random.choice((0, 1, 2)), dilation=random.choice((1, 2)), groups=groups)
        size = random.choice((1, 3))
        x, w = torch.ones(some(), 4 * groups, some(9), some(9)), torch.ones(8, 4, size, size)
        convolutions.append((list(x.shape), list(w.shape), args))
        torch.nn.functional.conv2d(x, w, **args)
cases = []
for e in p.events():
    if not e.flops or e.name not in ("aten::mm", "aten::addmm", "aten::bmm", "aten::baddbmm", "aten::conv2d"):
        continue
    name, dims, values = e.name, e.input_shapes, None
    if name == "aten::conv2d":
        x, w, args = convolutions.pop(0)
        assert dims[0] == x and dims[1] == w
        pair = lambda key: str([args[key]] * 2)
        name, dims = "aten::convolution", [x, w] + [[]] * 7
        values = ["", "", "", pair("stride"), pair("padding"), pair("dilation"), "False", "[0, 0]", str(args["groups"])]
    cases.append((name, dims, values, e.flops))
events = []
for i, (name, dims, values, flops) in enumerate(cases):
    start = 1000 * i + 0.5
    args = {"Input Dims": dims, "Input type": ["float"] * 3}
    if values:
        args["Concrete Inputs"] = values
    events.append(dict(ph="X", cat="user_annotation", name=f"case {i}", pid=1, tid=1, ts=start, dur=90))
    events.append(dict(ph="X", cat="cpu_op", name=name, pid=1, tid=1, ts=start + 10, dur=50, args=args))
    events.append(dict(ph="X", cat="cuda_runtime", name="cudaLaunchKernel", pid=1, tid=1, ts=start + 20, dur=5, args=dict(correlation=i + 1)))
    events.append(dict(ph="X", cat="kernel", name="k", pid=0, tid=7, ts=start + 100, dur=800, args=dict(device=0, stream=7, correlation=i + 1)))
json.dump({"traceEvents": events, "deviceProperties": [{"id": 0, "name": "NVIDIA H100"}]}, open(sys.argv[2], "w"))
text = subprocess.run([sys.argv[1], "stats", "-q", "-r", "mfu", "--adopt", "none", "-f", "csv", sys.argv[2]], check=True, capture_output=True, text=True).stdout
found = {row["Range"]: row for row in csv.DictReader(io.StringIO(text))}
wrong = [case for i, case in enumerate(cases) if abs(float(found[f"case {i}"]["GFLOP"]) * 1e9 - case[3]) > 0.51e6]
wrong += [name for name in {case[0] for case in cases} if
    abs(float(found[name]["GFLOP"]) * 1e9 - sum(case[3] for case in cases if case[0] == name)) > 0.51e6]
for case in wrong[:10]:
    print("#", case)
print(len(cases), "calls of", len({case[0] for case in cases}), "operators,", len(wrong), "wrong, PyTorch", torch.__version__)
sys.exit(1 if wrong or len(cases) < 150 else 0)
END
if ! python3 -c 'import torch' 2>/dev/null; then
  echo "ok $((++number)) - as PyTorch counts # SKIP no PyTorch"
else
  python3 "$work/torch_counts.py" "$B/gpuflame" "$work/torch.json" >"$work/log" 2>&1
  report $? "as PyTorch counts: $(tail -n 1 "$work/log")"
fi
finish
