# Memory in use: what PyTorch's profiler and nsys record of allocations, its peaks and where they were.
cp "$TESTS/fixtures/torch_memory.json" "$FIXTURES/demo.sqlite" .
gpuflame stats -r memory_peaks torch_memory.json
gpuflame stats -q -r memory_map --chunks 2 torch_memory.json
gpuflame stats -q -r memory_map --chunks 2 -o map.svg torch_memory.json
python3 -c 'import sys, xml.dom.minidom as dom
print(*dict.fromkeys(text.firstChild.data for text in dom.parse("map.svg").getElementsByTagName("text")), sep=" | ")'
echo '--- of a device, of a time'
gpuflame stats -q -f csv -r memory_peaks --device 0 torch_memory.json
gpuflame stats -q -f csv -r memory_peaks --time 1200us- torch_memory.json
gpuflame stats -q -f csv -r memory_peaks --time -1100us torch_memory.json
gpuflame stats -r memory_peaks --steps 1 torch_memory.json
echo '--- of two files; nothing of it'
gpuflame stats -q -f csv -r memory_peaks torch_memory.json torch_memory.json
gpuflame stats -r memory_peaks demo.sqlite
echo '--- generated: as older PyTorch writes it, by several threads and as CUDA calls, compared with sums'
cat >make.py <<'END'
import json, random, sqlite3
random.seed(3)
def changes(count):
    """Of memory, each at a time of its own: (time, thread, key, bytes)."""
    live = []
    for i in range(count):
        key, size = random.choice(((0, 0), (0, 1), (1, 0))), random.randrange(1, 1 << 34)
        if live and random.random() < 0.5:
            yield 1000 + 10 * i, random.choice((5, 6)), *live.pop(random.randrange(len(live)))
        else:
            live.append((key, -size))
            yield 1000 + 10 * i, random.choice((5, 6)), key, size
rows = list(changes(9000))
spans = [(1000 + 10 * first - 3, 1000 + 10 * last + 3, tid, name) for tid in (5, 6)
         for first in range(0, 9000, 300) for last, name in ((first + 290, f"step {first // 300}"), (first + 40, "forward"))]
ranges = [dict(ph="X", cat="user_annotation", name=name, pid=1, tid=tid, ts=start / 1000, dur=(end - start) / 1000) for start, end, tid, name in spans]
for name, order in (("older.json", lambda event: event), ("sorted.json", lambda event: dict(sorted(event.items())))):
    events = ranges + [order(dict(ph="i", s="t", name="[memory]", pid=1, tid=tid, ts=time / 1000, args=dict(
        zip(("Device Type", "Device Id"), (type, -1 if type == 0 else id)), Addr=1, Bytes=size))) for time, tid, (type, id), size in rows]
    random.shuffle(events)
    json.dump({"traceEvents": events}, open(name, "w"))
db = sqlite3.connect("calls.sqlite")
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId, nameId);
CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start INTEGER NOT NULL, globalPid, deviceId, contextId, address, pc, bytes INTEGER NOT NULL,
  memKind, memoryOperationType INTEGER NOT NULL, name, correlationId);
""")
db.executemany("INSERT INTO NVTX_EVENTS VALUES (?,?,59,?,?)", [(start, end, name, (1 << 24) + tid) for start, end, tid, name in spans])
for i, (time, tid, (kind, device), size) in enumerate(rows):
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?,?,?,?,1)", (time - 1, time + 1, (1 << 24) + tid, i))
    db.execute("INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (?,?,?,1,1,1,?,?,?,NULL,?)", (time, 1 << 24, device, abs(size), kind + 1, size < 0, i))
db.commit()
where = {}
for name in ("older.json", "sorted.json", "calls.sqlite"):
    sums, peaks = {}, {}
    for time, tid, (type, id), size in rows:
        if name == "calls.sqlite":
            key = f"GPU {id}", ("pinned", "device")[type]
        else:
            key = ("CPU", f"GPU {id}")[type], "allocated"
        sums[key] = sums.get(key, 0) + size
        if sums[key] > peaks.get(key, (-1,))[0]:
            stack = [s for s in spans if s[2] == tid and s[0] <= time <= s[1]]
            peaks[key] = sums[key], time, ";".join(s[3] for s in sorted(stack, key=lambda s: (s[0], -s[1])))
    where[name] = [[*key, *peak, sums[key]] for key, peak in peaks.items()]
json.dump(where, open("expected.json", "w"))
END
python3 make.py
cat >check.py <<'END'
import csv, json, subprocess
for name, expected in json.load(open("expected.json")).items():
    text = subprocess.run(["gpuflame", "stats", "-q", "-f", "csv", "-r", "memory_peaks", name], check=True, capture_output=True, text=True).stdout
    found = [[row["Device"], row["Memory"], round(float(row["Peak (MB)"]) * 1e3), int(row["At (ns)"]), row["Ranges"], round(float(row["Last (MB)"]) * 1e3)]
             for row in csv.DictReader(text.splitlines())]
    expected = sorted(expected, key=lambda row: -row[2])
    for row in expected:
        row[2], row[5] = round(row[2] / 1e3), round(row[5] / 1e3)
    print(name, len(found), "rows,", sum(a[:2] != b[:2] or a[3:5] != b[3:5] or abs(a[2] - b[2]) > 1 or abs(a[5] - b[5]) > 1 for a, b in zip(found, expected)), "wrong",
          [row[4] for row in found], len(found) == len(expected))
END
python3 check.py
echo '--- an export without kinds, processes and calls'
python3 -c 'import sqlite3
db = sqlite3.connect("calls.sqlite")
for column in ("memKind", "globalPid", "correlationId", "deviceId"): db.execute(f"ALTER TABLE CUDA_GPU_MEMORY_USAGE_EVENTS DROP COLUMN {column}")
db.execute("DELETE FROM CUDA_GPU_MEMORY_USAGE_EVENTS WHERE start > 1050")
db.execute("UPDATE CUDA_GPU_MEMORY_USAGE_EVENTS SET memoryOperationType = 7 WHERE start > 1040")
db.commit()'
gpuflame stats -q -f csv -r memory_peaks calls.sqlite
echo '--- of what was allocated before, some is freed'
python3 -c 'import sqlite3
db = sqlite3.connect("calls.sqlite")
db.execute("DELETE FROM CUDA_GPU_MEMORY_USAGE_EVENTS")
db.executemany("INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS(start, contextId, address, pc, bytes, memoryOperationType) VALUES (?, 1, 1, 1, ?, ?)",
    [(1010, 3000000, 0), (1020, 5000000, 1), (1030, 1000000, 0), (1040, 3000000, 1)])
db.commit()'
gpuflame stats -q -f csv -r memory_peaks calls.sqlite
echo '--- a trace without GPU work'
python3 - >cpu.json <<'END'
import json
print(json.dumps({"traceEvents": [
    {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 5, "tid": 5, "ts": 10, "dur": 20},
    {"ph": "i", "s": "t", "name": "[memory]", "pid": 5, "tid": 5, "ts": 15,
     "args": {"Bytes": 4096, "Addr": 1, "Device Id": -1, "Device Type": 0}}]}))
END
gpuflame stats -q -r memory_peaks cpu.json
gpuflame stats cpu.json
