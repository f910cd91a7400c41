"""finding_numbers.py GPUFLAME EXPORT...: the times of findings and of the first screen, from an export of nsys.

Written from docs/VALUES.md, "Findings", with nothing but Python: which nanoseconds belong to a rule, how long
devices ran kernels, something else, or nothing, and how much of that is since a launch came late. Of exports of
nsys, and traces of PyTorch. Steps are those of step_sum (tests/extra/one_definition_test.sh compares these).
Prints a line for each file, and fails if a number is another.
"""

import decimal
import gzip
import json
import sqlite3
import subprocess
import sys

SMALL_NS = 10_000  # kernels below that are not judged one by one
FEW_BLOCKS, WARP = 16, 32
FP32 = "sgemm", "ffma", "gemmSN_TN_kernel<float", "grad_engine<float", "wgrad_alg0_engine<float", "scudnn_"
TENSOR = "tf32", "tensorop", "s1688", "s16816"
JUDGED = {"few-blocks", "small-blocks", "fp32-products", "older-attention", "unfused-elementwise"}
IDLE_RULES = {"launch-bound", "host-bound", "data-starved", "weight-loading", "first-use", "allocator"}
WAITS = {"synchronisation", "pageable-copies"}  # of idle time, and of copies that nothing hides
QUIET_NS, LEAST_PERCENT = 200_000, 3


def rows(db, table, columns):
    have = {row[1] for row in db.execute(f"PRAGMA table_info({table})")}
    chosen = ", ".join(column if column in have else "NULL" for column in columns)
    return db.execute(f"SELECT {chosen} FROM {table}").fetchall() if have else []


def union(spans):
    """The total, and the merged spans."""
    total, merged = 0, []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return sum(end - start for start, end in merged), merged


def own(kernels):
    """The time of each kernel; where several run, it belongs to the one that began first."""
    times, reached = [], 0
    for start, end, *_ in kernels:
        times.append(max(0, end - max(start, reached)))
        reached = max(reached, end)
    return times


def rule_of(name, blocks, threads, processors):
    few = processors // 2 if processors and processors // 2 > FEW_BLOCKS else FEW_BLOCKS
    if 0 < blocks < few:
        return "few-blocks"
    if 0 < threads < WARP:
        return "small-blocks"
    if any(word in name for word in FP32) and not any(word in name for word in TENSOR):
        return "fp32-products"
    if "softmax" in name.lower() and not any(word in name for word in ("LogSoftMax", "log_softmax", "fmha", "flash")):
        return "unfused-attention"
    if "elementwise_kernel" in name:
        return "unfused-elementwise"
    if "flash_fwd_kernel" in name or "flash_bwd_dq_dk" in name:
        return "older-attention"
    return None


def with_attention(judged):
    """At most 16 elementwise kernels between two products, with a softmax among them, are of attention."""
    judged = [one for one in judged if one[0] not in ("few-blocks", "small-blocks")] + [(None, "", 0)]
    between, since = None, 0
    found = []
    for i, (rule, name, _) in enumerate(judged):
        if rule in ("unfused-elementwise", "unfused-attention"):
            continue
        is_product = any(word in name for word in ("gemm", "nvjet", "Cijk_"))
        parts = judged[since:i]
        elementwise = [part for part in parts if part[0] == "unfused-elementwise"]
        attention = between and is_product and len(elementwise) < len(parts) and len(elementwise) <= 16
        found += [("unfused-attention" if attention else part[0], part[2]) for part in parts]
        found.append((rule, judged[i][2]))
        between, since = is_product, i + 1
    return [(rule, time) for rule, time in found if rule is not None]


def read_export(path):
    """Devices: kernels as (start, end, launch, name, blocks, threads), and others as (start, end, launch)."""
    db = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    names = dict(rows(db, "StringIds", ["id", "value"]))
    processors = dict(rows(db, "TARGET_INFO_GPU", ["id", "smCount"]))
    calls, devices = {}, {}
    for start, end, thread, call in rows(db, "CUPTI_ACTIVITY_KIND_RUNTIME", ["start", "end", "globalTid", "correlationId"]):
        known = calls.get((thread >> 24, call))
        if known is None or start < known[0]:
            calls[thread >> 24, call] = (start, end)
    for start, end, pid, device, call, name, *shape in rows(
        db, "CUPTI_ACTIVITY_KIND_KERNEL",
        ["start", "end", "globalPid", "deviceId", "correlationId", "demangledName", "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ"],
    ):  # fmt: skip
        grid, block = ([int(value or 0) for value in part] for part in (shape[:3], shape[3:]))
        kernel = (start, end, calls.get((pid >> 24, call)), names.get(name, ""), grid[0] * grid[1] * grid[2], block[0] * block[1] * block[2])
        devices.setdefault((pid, device), ([], []))[0].append(kernel)
    for table in "MEMCPY", "MEMSET":
        for start, end, pid, device, call in rows(
            db, "CUPTI_ACTIVITY_KIND_" + table, ["start", "end", "globalPid", "deviceId", "correlationId"]
        ):  # fmt: skip
            devices.setdefault((pid, device), ([], []))[1].append((start, end, calls.get((pid >> 24, call))))
    return devices, processors


def read_trace(path):
    """The same of a trace of PyTorch."""
    trace = json.load(gzip.open(path) if path.endswith(".gz") else open(path), parse_float=decimal.Decimal)
    calls, devices = {}, {}
    events = [event for event in trace["traceEvents"] if event.get("ph") == "X" and "ts" in event]
    span = lambda event: (int(event["ts"] * 1000), int(event["ts"] * 1000) + int(event.get("dur", 0) * 1000))
    for event in events:
        if event.get("cat") in ("cuda_runtime", "cuda_driver", "Runtime") and "correlation" in event.get("args", {}):
            known = calls.get(event["args"]["correlation"])
            if known is None or span(event)[0] < known[0]:
                calls[event["args"]["correlation"]] = span(event)
    for event in events:
        args, kind = event.get("args", {}), str(event.get("cat")).lower()
        if kind not in ("kernel", "gpu_memcpy", "gpu_memset", "memcpy", "memset"):
            continue
        kernels, others = devices.setdefault((0, int(args.get("device", event["pid"]))), ([], []))
        call = calls.get(args.get("correlation"))
        area = lambda sizes: sizes[0] * sizes[1] * sizes[2] if sizes else 0
        if kind == "kernel":
            kernels.append((*span(event), call, event["name"], area(args.get("grid")), area(args.get("block"))))
        else:
            others.append((*span(event), call))
    return devices, {one["id"]: one.get("numSms") for one in trace.get("deviceProperties", []) if "id" in one}


def late_ns(operations, windows):
    """Idle time until soon after the call that launched the next operation, which began in it."""
    sum_ns, end = 0, windows[0][0]
    for start, ends, call, *_ in sorted(operations, key=lambda one: one[:2]):
        if start > end and call is not None and end < call[0] < start:
            sum_ns += within([(end, min(start, call[1] + QUIET_NS))], windows)
        elif start > end and call is not None and call[1] - max(call[0], end) >= 1_000_000:
            sum_ns += within([(end, start)], windows)
        end = max(end, ends)
    return sum_ns


def within(spans, windows):
    return sum(max(0, min(end, to) - max(start, since)) for start, end in spans for since, to in windows)


def measure(path, steps):
    devices, processors = read_trace(path) if ".json" in path else read_export(path)
    ns = {"late": 0, "copies": 0}
    sums = dict.fromkeys(("ns", "kernels_ns", "other_ns", "operations_ns"), 0)
    first = min(one[0] for part in devices.values() for spans in part for one in spans)
    for (_, device), (kernels, others) in devices.items():
        spans, other_spans = [kernel[:2] for kernel in kernels], [other[:2] for other in others]
        busy, merged = union(spans + other_spans)
        whole = [(merged[0][0], merged[-1][1])]
        if steps:
            whole = [(first + start, first + start + wall) for start, wall in steps]
        sums["ns"] += sum(end - start for start, end in whole)
        sums["kernels_ns"] += within(union(spans)[1], whole)
        sums["other_ns"] += within(merged, whole) - within(union(spans)[1], whole)
        sums["operations_ns"] += sum(end - start for start, end in spans + other_spans)
        ns["late"] += late_ns(kernels + others, whole)
        ns["copies"] += within(union(other_spans)[1], whole)
        computing = sorted(kernel for kernel in kernels if "nccl" not in kernel[3].lower())
        judged = [
            (rule_of(name, blocks, threads, processors.get(device)), name, within([(end - time, end)], whole))
            for time, (start, end, _, name, blocks, threads) in zip(own(computing), computing)
            if end - start >= SMALL_NS and time > 0
        ]
        shaped = [(rule, time) for rule, _, time in judged if rule in ("few-blocks", "small-blocks")]
        for rule, time in with_attention(judged) + shaped:
            ns[rule] = ns.get(rule, 0) + time
        computes = within(union([kernel[:2] for kernel in computing])[1], whole)
        ns["communication"] = ns.get("communication", 0) + within(union(spans)[1], whole) - computes
    ns["older-attention"] = ns.get("older-attention", 0) // 2  # of which half can be won
    sums["idle_ns"] = sums["ns"] - sums["kernels_ns"] - sums["other_ns"]
    return sums, ns


def check(gpuflame, path):
    def run(*args):
        done = subprocess.run([gpuflame, *args, "-q", "-f", "json", path], capture_output=True)
        return json.loads(done.stdout) if done.returncode == 0 else None

    screen, found = run("stats", "--no-default-rules")["screen"], run("findings")
    table = run("stats", "-r", "step_sum", "--adopt", "autograd")
    steps = table["reports"][0]["rows"] if table else []
    if any(step["Outlier"] == "slow" for step in steps if "Outlier" in step) or len({step.get("PID") for step in steps}) > 1:
        return "outliers, or several processes with steps: not compared", False
    begun = run("stats", "-r", "cuda_gpu_trace")["reports"][0]["rows"][0]["Start (ns)"] if steps else 0
    sums, ns = measure(path, [(step["Start (ns)"] - begun, step["Wall (ns)"]) for step in steps])
    wrong, right = [], []
    devices, whole = found["run"]["devices"], screen["device_time"]["ns"]
    count = max(1, len(steps))
    if whole == sums["ns"]:  # all of the recording is vouched for
        compared = {key: (screen["device_time"].get(key, screen["operations_ns"]), sums[key]) for key in sums}
        wrong += [f"{key} is {got}, not {want}" for key, (got, want) in compared.items() if got != want]
    elif whole > sums["ns"]:
        wrong.append(f"ns is {whole}, of {sums['ns']}")
    idle = {item["rule"]: item["step_ns"] * devices * count for item in found["findings"]}
    late = sum(time for rule, time in idle.items() if rule in IDLE_RULES)
    waits = sum(time for rule, time in idle.items() if rule in WAITS)
    slack = 10 * devices * count
    unlisted = len(IDLE_RULES | WAITS) * LEAST_PERCENT * whole // 100
    if late > ns["late"] + slack or late + waits > ns["late"] + ns["copies"] + slack:
        wrong.append(f"idle findings are {late} and {waits}, of {ns['late']} that is late")
    if whole == sums["ns"] and late + waits + unlisted + slack < ns["late"]:
        wrong.append(f"idle findings are {late} and {waits}, but {ns['late']} is late")
    exposed = 0
    for item in found["findings"]:
        rule, got = item["rule"], item["step_ns"] * devices * count
        exposed += got if rule.startswith("exposed-") else 0
        if rule not in JUDGED:
            continue
        want = ns.get(rule, 0)
        # a device's work that was queued before the recording is left out; a step's time is rounded
        if not (abs(got - want) <= devices * count + 1 or whole < sums["ns"] and got < want):
            wrong.append(f"{rule} is {got}, not {want}")
        right.append(f"{rule} {got}")
    if exposed > ns["communication"] + slack:
        wrong.append(f"exposed communication is {exposed}, of {ns['communication']}")
    right = "".join(", " + one for one in right)
    return "; ".join(wrong) if wrong else f"idle {sums['idle_ns']} of {sums['ns']} ns, {ns['late']} since late{right}", bool(wrong)


def main():
    failed = False
    for path in sys.argv[2:]:
        said, is_wrong = check(sys.argv[1], path)
        print(f"{'not ok' if is_wrong else 'ok'} {path.rpartition('/')[2]}: {said}")
        failed |= is_wrong
    sys.exit(failed)


main()
