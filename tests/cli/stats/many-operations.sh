# Reports of more operations than one thread takes: nvtx_kern_sum as Python counts it, and the first
# screen and the findings, which several threads gather.
python3 - <<'END'
import collections, sqlite3, statistics
db = sqlite3.connect("many.sqlite")
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value);
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start, end, deviceId, contextId, streamId, correlationId, globalPid, copyKind, bytes);
""")
names = ["gemm", "gemm, larger", "softmax", "ncclDevKernel_AllReduce", "unused"]
db.executemany("INSERT INTO StringIds VALUES (?, ?)", enumerate(names, 1))
steps, layers, each = 500, 12, 8
tid, pid = (5 << 24) + 1, 5 << 24
calls, kernels, copies, ranges = [], [], [], []
pairs = collections.defaultdict(list)
at, done, correlation = 1000, 0, 0
for step in range(steps):
    begun = at
    for layer in range(layers):
        inner = at
        for i in range(each):
            correlation += 1
            calls.append((at, at + 5, tid, correlation))
            kind, ns = (i + layer) % 4, 900 + (step * 31 + layer * 7 + i * 113) % 1009
            done = max(done, at + 20)
            kernels.append((done, done + ns, 7, correlation, pid, 1 + kind))
            done += ns
            for name in (f"layer {layer}", "forward" if layer % 3 else f"layer {layer}", f"step {step}"):
                pairs[name, names[kind]].append(ns)
            at += 200 + 700 * (i % 2)
        # the range of every third layer is in another of the same name, as one that calls itself
        ranges += [(inner, at, f"layer {layer}"), (inner, at, "forward" if layer % 3 else f"layer {layer}")]
    correlation += 1
    calls.append((at, at + 5, tid, correlation))
    done = max(done, at + 10)
    copies.append((done, done + 500 + step % 7, 7, correlation, pid, 1, 4096))
    done += 507
    at += 3000
    ranges.append((begun, at, f"step {step}"))
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?)", calls)
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, ?, ?, ?, ?)", kernels)
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (?, ?, 0, 1, ?, ?, ?, ?, ?)", copies)
db.executemany("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, %d)" % tid, ranges)
db.commit()
with open("expected", "w") as out:
    for (name, kernel), ns in sorted(pairs.items()):
        print(name, kernel, sum(ns), f"{statistics.median(ns):.1f}", min(ns), max(ns), sep="|", file=out)
END
gpuflame stats -q -r nvtx_kern_sum -f json many.sqlite >report
python3 - <<'END'
import json
rows = json.load(open("report"))["reports"][0]["rows"]
lines = sorted((r["NVTX Range"], r["Kernel Name"], r["Total Time (ns)"], f'{r["Med (ns)"]:.1f}', r["Min (ns)"], r["Max (ns)"]) for r in rows)
expected = open("expected").read().splitlines()
print(len(lines), "rows, as Python has them" if ["|".join(map(str, l)) for l in lines] == expected else "rows, which differ")
END
gpuflame stats -q many.sqlite
gpuflame findings -q many.sqlite
