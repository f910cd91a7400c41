"""finding_numbers.py GPUFLAME EXPORT...: the times of findings and of the first screen, from an export of nsys.

Written from docs/VALUES.md, "Findings", with nothing but Python's sqlite3, for runs without training steps:
which nanoseconds belong to a rule, and how long devices ran kernels, something else, or nothing. Prints a
line for each file, and fails if a number is another.
"""

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


def measure(path):
    db = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    names = dict(rows(db, "StringIds", ["id", "value"]))
    processors = dict(rows(db, "TARGET_INFO_GPU", ["id", "smCount"]))
    devices, ns = {}, {}
    for start, end, pid, device, name, *shape in rows(
        db, "CUPTI_ACTIVITY_KIND_KERNEL",
        ["start", "end", "globalPid", "deviceId", "demangledName", "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ"],
    ):  # fmt: skip
        kernels, _ = devices.setdefault((pid, device), ([], []))
        grid, block = ([int(value or 0) for value in part] for part in (shape[:3], shape[3:]))
        kernels.append((start, end, names.get(name, ""), grid[0] * grid[1] * grid[2], block[0] * block[1] * block[2]))
    for table in "MEMCPY", "MEMSET":
        for start, end, pid, device in rows(db, "CUPTI_ACTIVITY_KIND_" + table, ["start", "end", "globalPid", "deviceId"]):
            devices.setdefault((pid, device), ([], []))[1].append((start, end))
    sums = dict.fromkeys(("ns", "kernels_ns", "other_ns", "operations_ns"), 0)
    for (_, device), (kernels, others) in devices.items():
        spans = [kernel[:2] for kernel in kernels]
        busy, merged = union(spans + others)
        sums["ns"] += merged[-1][1] - merged[0][0]
        sums["kernels_ns"] += union(spans)[0]
        sums["other_ns"] += busy - union(spans)[0]
        sums["operations_ns"] += sum(end - start for start, end in spans + others)
        computing = sorted(kernel for kernel in kernels if "nccl" not in kernel[2].lower())
        for time, (start, end, name, blocks, threads) in zip(own(computing), computing):
            rule = rule_of(name, blocks, threads, processors.get(device))
            if end - start >= SMALL_NS and rule is not None:
                ns[rule] = ns.get(rule, 0) + time
        computes = union([kernel[:2] for kernel in computing])[0]
        exposed = union(spans)[0] - computes
        ns["communication"] = ns.get("communication", 0) + exposed
    ns["older-attention"] = ns.get("older-attention", 0) // 2  # of which half can be won
    sums["idle_ns"] = sums["ns"] - sums["kernels_ns"] - sums["other_ns"]
    return sums, ns


def check(gpuflame, path):
    run = lambda *args: json.loads(subprocess.run([gpuflame, *args, "-q", "-f", "json", path], capture_output=True, check=True).stdout)
    screen, found = run("stats", "--no-default-rules")["screen"], run("findings")
    sums, ns = measure(path)
    wrong, right = [], []
    if found["run"]["steps"] > 0 or screen["device_time"]["steps"] > 0:
        return "has training steps: only the sum of its operations", screen["operations_ns"] != sums["operations_ns"]
    devices, whole = found["run"]["devices"], screen["device_time"]["ns"]
    if whole == sums["ns"]:  # all of the recording is vouched for
        compared = {key: (screen["device_time"].get(key, screen["operations_ns"]), sums[key]) for key in sums}
        wrong += [f"{key} is {got}, not {want}" for key, (got, want) in compared.items() if got != want]
        idle = sum(item["step_ns"] * devices for item in found["findings"] if item["rule"] in IDLE_RULES)
        wrong += [f"idle findings are {idle} of {sums['idle_ns']}"] if idle > sums["idle_ns"] + 10 * devices else []
    elif whole > sums["ns"]:
        wrong.append(f"ns is {whole}, of {sums['ns']}")
    exposed = 0
    for item in found["findings"]:
        rule, got = item["rule"], item["step_ns"] * devices
        exposed += got if rule.startswith("exposed-") else 0
        if rule not in JUDGED:
            continue
        want = ns.get(rule, 0)
        # a device's work that was queued before the recording is left out; a step's time is rounded
        if not (abs(got - want) <= devices or whole < sums["ns"] and got < want):
            wrong.append(f"{rule} is {got}, not {want}")
        right.append(f"{rule} {got}")
    if exposed > ns["communication"] + 10 * devices:
        wrong.append(f"exposed communication is {exposed}, of {ns['communication']}")
    return "; ".join(wrong) if wrong else f"idle {sums['idle_ns']} of {sums['ns']} ns" + "".join(", " + one for one in right), bool(wrong)


def main():
    failed = False
    for path in sys.argv[2:]:
        said, is_wrong = check(sys.argv[1], path)
        print(f"{'not ok' if is_wrong else 'ok'} {path.rpartition('/')[2]}: {said}")
        failed |= is_wrong
    sys.exit(failed)


main()
