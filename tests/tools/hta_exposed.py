"""Exposed communication of PyTorch traces by Holistic Trace Analysis's definition, in ns: the
union of NCCL's kernels less its overlap with the union of other kernels; copies and fills are
neither. Shares nothing with gpuflame: hta_exposed.py TRACE..."""
import gzip
import json
import sys


def union(spans):
    """Sorted spans that do not touch."""
    merged = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged


def overlap(a, b):
    """The time in both of two unions."""
    total = i = j = 0
    while i < len(a) and j < len(b):
        total += max(0, min(a[i][1], b[j][1]) - max(a[i][0], b[j][0]))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return total


def ns(text):
    """Microseconds with up to three digits behind the point."""
    whole, _, rest = str(text).partition(".")
    return int(whole) * 1000 + int((rest + "000")[:3])


for path in sys.argv[1:]:
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    events = json.load(opened, parse_float=str)["traceEvents"]
    devices = {}
    for event in events:
        if event.get("ph") != "X" or event.get("cat") not in ("kernel", "Kernel"):
            continue
        spans = devices.setdefault(event["pid"], ([], []))
        span = (ns(event["ts"]), ns(event["ts"]) + ns(event["dur"]))
        spans["nccl" in event["name"]].append(span)
    total = 0
    for compute, nccl in devices.values():
        compute, nccl = union(compute), union(nccl)
        total += sum(end - start for start, end in nccl) - overlap(compute, nccl)
    print(total)
