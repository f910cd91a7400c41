#!/usr/bin/env python3
"""The expected total of each --value of a report, computed from its tables alone:
tools/sum_report.py REPORT VALUE..."""
import re
import sqlite3
import sys

PROCESS = 0xFFFFFFFFFF000000
OPS = ["KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"]
MAX = 1 << 64


def rows(db, table, *columns):
    have = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    if not have:
        return []
    wanted = ", ".join(f'"{c}"' if c in have else "NULL" for c in columns)
    return db.execute(f"SELECT {wanted} FROM {table}").fetchall()


def operations(db):
    """(process, device, start, end, correlation, bytes) of those with a valid time."""
    for kind in OPS:
        table = "CUPTI_ACTIVITY_KIND_" + kind
        for start, end, device, pid, correlation, size in rows(
            db, table, "start", "end", "deviceId", "globalPid", "correlationId", "bytes"
        ):
            if start is not None and end is not None and end >= start:
                yield pid, device or 0, start, end, correlation, max(size or 0, 0)


def union(spans):
    total, last = 0, None
    for start, end in sorted(spans):
        if last is not None and start < last:
            start = last
        if end > start:
            total += end - start
        last = end if last is None else max(last, end)
    return total


def gpu_time(db):
    return sum(op[3] - op[2] for op in operations(db))


def count(db):
    return sum(1 for _ in operations(db))


def size(db):
    return sum(op[5] for op in operations(db))


def by_device(db):
    devices = {}
    for pid, device, start, end, _, _ in operations(db):
        devices.setdefault((pid, device), []).append((start, end))
    return devices.values()


STEP = re.compile(r"(?i)(?:^|[^a-z])(?:step|iter|iteration)[ _#:]*\d*$")


def launch_of(db):
    """(thread, start) of the earliest call by (process, correlation)."""
    calls = {}
    for start, end, tid, correlation in rows(
        db, "CUPTI_ACTIVITY_KIND_RUNTIME", "start", "end", "globalTid", "correlationId"
    ):
        if None not in (start, end, tid, correlation) and end >= start:
            key = (tid & PROCESS) % MAX, correlation
            if key not in calls or start < calls[key][1]:
                calls[key] = tid, start
    return calls


def idle(db):
    """The wall time of each device: from the step in which its process launched its first
    operation, if its own first one was launched there, too, else from that, to its last end."""
    texts = dict(rows(db, "StringIds", "id", "value"))
    steps = [
        (tid, start, end)
        for start, end, text, text_id, tid in rows(
            db, "NVTX_EVENTS", "start", "end", "text", "textId", "globalTid")
        if None not in (start, end, tid) and STEP.search(text or texts.get(text_id) or "")
    ]
    calls, firsts, devices = launch_of(db), {}, {}
    for op in operations(db):
        pid, device, start, end, correlation, _ = op
        key = start, calls.get(((pid or 0) % MAX, correlation))
        firsts[pid] = min(firsts.get(pid, key), key, key=lambda first: first[0])
        first, last = devices.get((pid, device), (key, end))
        devices[pid, device] = min(first, key, key=lambda one: one[0]), max(last, end)
    total = 0
    for (pid, _), ((start, call), last) in devices.items():
        around = [
            begin for tid, begin, end in steps
            if all(one and one[0] == tid and begin <= one[1] < end for one in (call, firsts[pid][1]))
        ]
        total += last - min([start] + around)
    return total


def exposed(db):
    """The time for which each device was busy."""
    return sum(union(spans) for spans in by_device(db))


def launch_latency(db):
    calls = launch_of(db)
    total = 0
    for pid, _, start, _, correlation, _ in operations(db):
        call = calls.get(((pid or 0) % MAX, correlation))
        if call is not None:
            total += max(start - call[1], 0)
    return total


def cpu_time(db):
    threads = {}
    events = rows(db, "NVTX_EVENTS", "start", "end", "eventType", "globalTid", "endGlobalTid")
    last = max((t for event in events for t in event[:2] if t is not None), default=0)
    for start, end, kind, tid, end_tid in events:
        if kind in (59, 60, 70, 71) and start is not None and tid is not None and end_tid is None:
            end = last if end is None else end
            if end >= start:
                threads.setdefault(tid, []).append((start, end))
    return sum(union(spans) for spans in threads.values())


def critical(db):
    """From the first to the last operation of each process, call and range of threads that launched."""
    extents, launched = {}, set()

    def widen(pid, *times):
        low, high = extents.get(pid, (times[0], times[0]))
        extents[pid] = min(low, *times), max(high, *times)

    for pid, _, start, end, correlation, _ in operations(db):
        widen((pid or 0) % MAX, start, end)
        launched.add(((pid or 0) % MAX, correlation))
    calls = rows(db, "CUPTI_ACTIVITY_KIND_RUNTIME", "start", "end", "globalTid", "correlationId")
    calls = [c for c in calls if None not in c[:3] and c[1] >= c[0]]
    threads = {c[2] for c in calls if ((c[2] & PROCESS) % MAX, c[3]) in launched}
    for start, end, tid, _ in calls:
        if tid in threads:
            widen((tid & PROCESS) % MAX, start, end)
    events = rows(db, "NVTX_EVENTS", "start", "end", "eventType", "globalTid", "endGlobalTid")
    for start, end, kind, tid, end_tid in events:
        if tid in threads and kind in (59, 60, 70, 71) and start is not None and end_tid is None:
            widen((tid & PROCESS) % MAX, start, start if end is None else end)
    return sum(high - low for low, high in extents.values())


VALUES = {
    "gpu-time": gpu_time,
    "count": count,
    "bytes": size,
    "idle": idle,
    "exposed": exposed,
    "launch-latency": launch_latency,
    "cpu-time": cpu_time,
    "critical": critical,
}
if __name__ == "__main__":
    report = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    report.text_factory = lambda text: text.decode("utf-8", "replace")
    for value in sys.argv[2:]:
        print(value, VALUES[value](report))
