#!/usr/bin/env python3
"""Fuzz by structure: tests/fuzz/structure.py BUILD SECONDS [SEED]
Valid nsys exports, PyTorch traces and captures with hostile values, in folders of runs; what
gpuflame makes of them is what a few lines of Python make of the same events: stacks, the sum of
each value, the parts of each grouping; files together are their sum, partial results are the
files, and a picture holds its stacks. Prints TAP; files of a case that failed stay in
BUILD/found/structure/SEED."""
import csv
import io
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tools"))
import sum_report

RAW = ["-q", "--no-default-rules", "--preset", "none", "--strip-numbers", "none"]
VALUES = list(sum_report.VALUES)
# What each --by puts before a stack, of an operation; None: its sum alone is compared.
GROUPS = {"device": lambda op: f"GPU {op['device']}", "stream": lambda op: f"stream {op['stream']}",
          "rank": None, "process": None, "thread": None, "step": None, "phase": None, "layer": None,
          "rank,device": None, "step,stream": None}
NAMES = ["forward", "step 1", "step 2", "ncclDevKernel_AllReduce", "gemm<float>(int, char)", "", " ", ";", "a;b",
         "=1+1", "--x", "-9223372036854775808", "18446744073709551616", "x 100", "\u202ereversed", "e\u0301",
         "\U0001f525", "<script>alert(1)</script>", "]]>", "&amp;", "%s%n", "a\tb\nc", "\x1b[31mred", "\x7f\x85",
         "\ufffe", "[GPU idle]", "[unattributed]", "[no launch record]", "validation", "# x", "\ufeff", "..", "k" * 5000,
         "aten::mm", "Layer_7", "nan", "\"'`", "\\", "a|b", "http://x/", b"\xff\xc3(\xed\xa0\x80", b"cut \xe2\x82"]
FAULTS = []


def clean(name):
    text = name.decode("utf-8", "replace") if isinstance(name, bytes) else name
    text = "".join(" " if ord(c) < 32 or 127 <= ord(c) < 160 or c in "\ufffe\uffff" else c for c in text)
    return text.replace(";", ":").strip(" ") or "[unnamed]"


# --- events, and what they amount to --------------------------------------------------------

def times(chance, span):
    """A start and an end; often equal to others, touching, empty."""
    start = chance.choice([0, 1, span // 2, chance.randrange(span), 10 * chance.randrange(span // 10 + 1)])
    return start, start + chance.choice([0, 1, 7, 100, chance.randrange(span), span])


def events(chance, base, huge):
    span = chance.choice([20, 1000, 10**6, 10**9])
    names = chance.sample(NAMES, chance.randrange(2, 9))
    threads = [(pid, tid) for pid in range(1, chance.randrange(2, 4)) for tid in range(chance.randrange(1, 3))]
    run = {"ranges": [], "calls": [], "ops": []}
    for _ in range(chance.randrange(30)):
        start, end = times(chance, span)
        run["ranges"].append({"start": base + start, "end": base + end, "thread": chance.choice(threads),
                              "name": chance.choice(names), "open": chance.random() < 0.05})
    for number in range(1, chance.randrange(1, 30)):
        start, end = times(chance, span)
        if chance.random() < 0.9:
            thread = chance.choice(threads)
            end = start + (end - start) // chance.choice([1, 100])
            for _ in range(chance.choice([1, 1, 1, 2])):
                run["calls"].append({"start": base + start, "end": base + end, "thread": thread, "number": number})
                start, end = start + 1, end + 1
        start += chance.choice([0, 1, 50, -7]) + span
        run["ops"].append({"start": base + max(0, start), "number": number, "pid": threads[number % len(threads)][0],
                           "end": base + max(0, start) + chance.choice([0, 1, 7, span, huge]),
                           "device": number % 3, "stream": chance.choice([7, 8, 13]), "name": chance.choice(names)})
        if chance.random() < 0.2:
            run["ops"][-1].update(name="[CUDA memcpy HtoD]", bytes=chance.choice([0, 1, 10**7, huge]))
    for event in [event for kind in run.values() for event in kind]:
        event["end"] = min(event["end"], (1 << 63) - 1)
    for event in run["ranges"]:
        if event["open"]:
            event["end"] = max(e["end"] if not e["open"] else e["start"] for e in run["ranges"])
    return run


def stacks(run, front=None):
    """Folded: the rule of docs/FORMATS.md, by a loop over everything."""
    folded = {}
    for op in run["ops"]:
        calls = [c for c in run["calls"] if c["number"] == op["number"] and c["thread"][0] == op["pid"]]
        frames = [front(op)] if front else []
        if calls:
            call = min(calls, key=lambda c: c["start"])
            around = [r for r in run["ranges"] if r["thread"] == call["thread"] and r["start"] <= call["start"]
                      and r["end"] >= call["end"]]
            around.sort(key=lambda r: (r["start"], -r["end"]))
            frames += [clean(r["name"]) for r in around]
        else:
            frames.append("[no launch record]")
        stack = ";".join(frames + [clean(op["name"])])
        folded[stack] = folded.get(stack, 0) + op["end"] - op["start"]
    return {stack: value for stack, value in folded.items() if value}


def merged(several):
    result = {}
    for folded in several:
        for stack, value in folded.items():
            result[stack] = result.get(stack, 0) + value
    return result


# --- files ----------------------------------------------------------------------------------

def write_nsys(run, path):
    db = sqlite3.connect(path)
    ids = {}

    def text(name):
        ids.setdefault(name, len(ids) + 1)
        return ids[name]

    def tid(thread):
        return thread[0] << 24 | (100 + thread[1])

    db.executescript("""CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value);
        CREATE TABLE NVTX_EVENTS (start, end, eventType, text, textId, globalTid, endGlobalTid, domainId);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId, nameId);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId, globalPid,
          demangledName, shortName);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start, end, deviceId, contextId, streamId, correlationId, globalPid,
          bytes, copyKind);
        CREATE TABLE META_DATA_EXPORT (name, value);
        INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2024.2.3.38'), ('EXPORT_SCHEMA_VERSION', '3.11.1');""")
    db.executemany("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, NULL, ?, ?, NULL, 0)",
                   [(r["start"], None if r["open"] else r["end"], text(r["name"]), tid(r["thread"]))
                    for r in run["ranges"]])
    db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?, ?)",
                   [(c["start"], c["end"], tid(c["thread"]), c["number"], text("cudaLaunchKernel")) for c in run["calls"]])
    for op in run["ops"]:
        table, last = ("MEMCPY", (op["bytes"], 1)) if "bytes" in op else ("KERNEL", (text(op["name"]),) * 2)
        db.execute(f"INSERT INTO CUPTI_ACTIVITY_KIND_{table} VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?)",
                   (op["start"], op["end"], op["device"], op["stream"], op["number"], op["pid"] << 24, *last))
    # no operations, ranges or calls: skipped
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (NULL, 5, 0, 1, 7, 1, 1, 1, 1), (9, 5, 0, 1, 7, 1, 1, 1, 1)")
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (NULL, 5, 1, 1, 1), (-9, -10, 1, 1, 1)")
    db.executemany("INSERT INTO StringIds VALUES (?, CAST(? AS TEXT))", [(n, name) for name, n in ids.items()])
    db.commit()
    db.close()


def write_kineto(run, path):
    """Of one process, since events of the GPU do not say whose they are."""
    def event(item, category, name, pid, tid, args):
        name = name.decode("utf-8", "replace") if isinstance(name, bytes) else name
        ns = item["end"] - item["start"]
        begun = f'{"-" * (item["start"] < 0)}{abs(item["start"]) // 1000}.{abs(item["start"]) % 1000:03}'
        return (f'{{"ph": "X", "cat": "{category}", "name": {json.dumps(name)}, "pid": {pid}, "tid": {tid}, "ts": {begun}, '
                f'"dur": {ns // 1000}.{ns % 1000:03}, "args": {json.dumps(args)}}}')

    lines = [event(r, "user_annotation", r["name"], 1, r["thread"][1], {}) for r in run["ranges"]]
    lines += [event(c, "cuda_runtime", "cudaLaunchKernel", 1, c["thread"][1], {"correlation": c["number"]})
              for c in run["calls"]]
    lines += [event(o, "gpu_memcpy" if "bytes" in o else "kernel",
                    "Memcpy HtoD (Pinned -> Device)" if "bytes" in o else o["name"], o["device"], o["stream"],
                    {"correlation": o["number"], "device": o["device"], "stream": o["stream"]}) for o in run["ops"]]
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n' + ",\n".join(lines) + "\n]}\n")


def write_capture(chance, path, huge):
    """Stacks with sums, of fold mode; returns them folded."""
    db = sqlite3.connect(path)
    db.executescript("""CREATE TABLE GPUFLAME_META (name TEXT PRIMARY KEY, value TEXT);
        INSERT INTO GPUFLAME_META VALUES ('format', '1.0'), ('gpuflame', '0.1.0'), ('mode', 'fold'), ('ended', 'exit'),
          ('pid', '321');
        CREATE TABLE GPUFLAME_STACK (id INTEGER PRIMARY KEY, parent, name TEXT, kind, domain TEXT, shortName TEXT,
          mangledName TEXT);
        CREATE TABLE GPUFLAME_VALUE (stackId, deviceId, ns, count, min, max, PRIMARY KEY (stackId, deviceId));
        CREATE TABLE GPUFLAME_LOSS (what TEXT PRIMARY KEY, count, ns);""")
    frames, folded = {0: []}, {}
    for number in range(1, chance.randrange(2, 40)):
        name, parent = chance.choice(NAMES), chance.choice(list(frames))
        kind = chance.choice([0, 1])
        stack = frames[parent] + [clean(name)]
        db.execute("INSERT INTO GPUFLAME_STACK VALUES (?, ?, CAST(? AS TEXT), ?, NULL, NULL, NULL)",
                   (number, parent, name, kind))
        if kind == 0:
            frames[number] = stack
            continue
        for device in range(chance.randrange(1, 3)):
            ns = chance.choice([0, 1, 10**6, huge])
            db.execute("INSERT INTO GPUFLAME_VALUE VALUES (?, ?, ?, 2, ?, ?)", (number, device, ns, ns // 2, ns - ns // 2))
            folded = merged([folded, {";".join(stack): ns}])
    db.commit()
    db.close()
    return {stack: value for stack, value in folded.items() if value}


# --- what gpuflame says ---------------------------------------------------------------------

class Case:
    def __init__(self, build, seed):
        self.tool, self.seed, self.runs = os.path.join(build, "gpuflame"), seed, 0
        self.folder = os.path.join(build, "found", "structure", str(seed))
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def fault(self, what, *values):
        FAULTS.append(self.seed)
        print(f"# seed {self.seed}: {what}:", *(repr(value)[:600] for value in values))

    def run(self, *words):
        """Status and output; a signal, or an error that is no line, is a fault; of several files, one
        without operations is left out with a line."""
        self.runs += 1
        try:
            done = subprocess.run([self.tool, *words], capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            self.fault("does not end", words)
            return 1, b"", ""
        message = done.stderr.decode("utf-8", "replace")
        told = "gpuflame: " in (message if done.returncode else re.sub("gpuflame: skipped: .*", "", message))
        if done.returncode not in (0, 1) or "Sanitizer" in message or (done.returncode == 1) != told:
            self.fault(f"status {done.returncode}", words, message)
        return done.returncode, done.stdout, message

    def folded(self, *words):
        """None: refused."""
        status, out, message = self.run("collapse", *RAW, *words)
        lines = [line.rpartition(b" ") for line in out.splitlines()]
        return {s.decode().lstrip(" "): int(v) for s, _, v in lines} if status == 0 else message

    def accepts(self, message, total, empty=False):
        """Sums over 64 bits, and files without anything to fold, are refused, and no others."""
        return (total >= 1 << 64 and "overflows" in message) or ((empty or total == 0) and any(
            words in message for words in ("nothing is left", "no stack is left", "no GPU operation", "holds no")))

    def same(self, what, got, *parts):
        want = merged(parts)
        if isinstance(got, str):
            if not self.accepts(got, sum(want.values()), not all(parts)):
                self.fault(what, got, want)
        elif got != want:
            both = {k: (got.get(k), want.get(k)) for k in got.keys() | want.keys() if got.get(k) != want.get(k)}
            self.fault(what + ": got, want", both)

    def sums(self, path):
        """Each value; idle time and the critical path leave out what a file can't vouch for (docs/VALUES.md)."""
        report = sqlite3.connect(path)
        report.text_factory = lambda text: text.decode("utf-8", "replace")
        for value, compute in sum_report.VALUES.items():
            got, want = self.folded("--value", value, path), compute(report)
            if value == "idle" and isinstance(got, dict):
                continue
            if value == "critical" and isinstance(got, dict) and 0 < sum(got.values()) <= want:
                continue
            if not self.accepts(got, want) if isinstance(got, str) else sum(got.values()) != want:
                self.fault(value, got, want)
        report.close()

    def groups(self, run, path):
        plain = stacks(run)
        for group, front in GROUPS.items():
            got = self.folded("--by", group, path)
            if front:
                self.same("--by " + group, got, stacks(run, front))
            elif isinstance(got, dict) and sum(got.values()) != sum(plain.values()):
                self.fault("--by " + group, sum(got.values()), sum(plain.values()))

    def aggregates(self, paths, parts):
        """Ranks side by side: each file is one, and a stack that it does not have is 0."""
        for how, compute in {"min": min, "max": max,
                             "mean": lambda v: sum(v) // len(v) + (sum(v) % len(v) * 2 >= len(v))}.items():
            want = {stack: compute([part.get(stack, 0) for part in parts]) for stack in merged(parts)}
            if all(parts) and sum(merged(parts).values()) < 1 << 64:
                self.same("--aggregate " + how, self.folded("--aggregate", how, "--rank-pattern", "run%r.sqlite", *paths),
                          {stack: value for stack, value in want.items() if value})

    def picture(self, path, want):
        svg = self.path("x.svg")
        if want and self.run("collapse", *RAW, "-o", self.path("x.folded"), path)[0] == 0:
            self.run("svg", "-q", self.path("x.folded"), "-o", svg)
            shown = {"".join(f"<U+{ord(c):04X}>" if c in "\u202e\ufeff" else c for c in s): v for s, v in want.items()}
            self.same("picture", self.folded(svg), shown)

    def beside(self, path, run, logs):
        """A writer was killed: of what it left, a log counts, a journal does not, and no file changes."""
        folder = self.path("killed")
        os.mkdir(folder)
        killed = shutil.copy(path, folder)
        child = os.fork()
        if child == 0:
            db = sqlite3.connect(killed, isolation_level=None)
            db.execute("PRAGMA cache_size = 1")
            db.execute("PRAGMA journal_mode = WAL" if logs else "BEGIN")
            db.execute("DELETE FROM NVTX_EVENTS")
            db.executemany("INSERT INTO META_DATA_EXPORT VALUES ('x', randomblob(9000))", [()] * 20)
            os.kill(os.getpid(), 9)
        os.waitpid(child, 0)
        before = {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}
        if not any(name.endswith("-wal" if logs else "-journal") for name in before):
            self.fault("nothing was left beside", list(before))
        self.same("beside a " + ("log" if logs else "journal"), self.folded(killed), stacks(dict(run, ranges=[]) if logs else run))
        if before != {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}:
            self.fault("reading changed a file beside a log or journal", list(before))

    def reports(self, paths, ops):
        """Partial results, and those of partial results, are the files; sums are those of the operations."""
        parts = []
        for path in paths:
            parts.append(path + ".part")
            if self.run("stats", "-q", "--partial", path, "-o", parts[-1])[0] != 0:
                return
        if len(parts) > 2:
            status, _, _ = self.run("stats", "-q", "--partial", *parts[:2], "-o", self.path("two.part"))
            parts = [self.path("two.part"), *parts[2:]] if status == 0 else parts
        db = sqlite3.connect(parts[0])
        for (name,) in db.execute("SELECT name FROM report"):
            direct = self.run("stats", "-q", "-f", "csv", "-r", name, *paths)
            merge = self.run("stats", "-q", "-f", "csv", "-r", name, *parts)
            if direct[:2] != merge[:2]:
                self.fault("partial results of " + name, direct, merge)
            if name == "cuda_gpu_kern_sum" and direct[0] == 0:
                rows = list(csv.DictReader(io.StringIO(direct[1].decode())))
                got = [sum(int(r[c]) for r in rows) for c in ("Instances", "Total Time (ns)")]
                kernels = [op["end"] - op["start"] for op in ops if "bytes" not in op]
                want = [len(kernels), sum(kernels)]
                if got != want:
                    self.fault(name, got, want)
        db.close()


def play(build, seed):
    chance = random.Random(seed)
    case = Case(build, seed)
    huge = chance.choice([10**6, 10**6, 10**12, 1 << 62])
    base = chance.choice([0, 0, 10**18, -10**9, (1 << 62) - 1])
    runs, paths = [], []
    for number in range(chance.randrange(2, 5)):
        run, path = events(chance, base, huge), case.path(f"run{number}.sqlite")
        write_nsys(run, path)
        runs.append(run)
        paths.append(path)
        case.same("nsys", case.folded(path), stacks(run))
    case.same("files together", case.folded(*paths), *map(stacks, runs))
    case.aggregates(paths, [stacks(run) for run in runs])
    case.sums(paths[0])
    case.groups(runs[0], paths[0])
    case.picture(paths[0], stacks(runs[0]))
    case.beside(paths[0], runs[0], chance.random() < 0.5)
    case.reports(paths, [op for run in runs for op in run["ops"]])
    one = {key: [dict(e, open=False, pid=1, thread=(1, e["thread"][1] if "thread" in e else 0)) for e in runs[0][key]
                 if e.get("pid", e.get("thread", (1,))[0]) == 1] for key in runs[0]}
    write_kineto(one, case.path("torch.json"))
    case.same("PyTorch", case.folded(case.path("torch.json")), stacks(one))
    write_nsys(one, case.path("one.sqlite"))
    sums = write_capture(chance, case.path("sums.gpuflame"), huge)
    case.same("capture", case.folded(case.path("sums.gpuflame")), sums)
    mixed = [case.path(name) for name in ("one.sqlite", "torch.json", "sums.gpuflame")]
    case.same("all kinds", case.folded(*mixed), stacks(one), stacks(one), sums)
    case.run("stats", "-q", *mixed)
    case.run("findings", "-q", *paths)
    if seed not in FAULTS:
        shutil.rmtree(case.folder)
    return case.runs


def main():
    build, seconds = sys.argv[1], float(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    os.environ["TMPDIR"] = os.environ.get("TMPDIR", "/tmp")
    end, cases, runs = time.time() + seconds, 0, 0
    while cases == 0 or time.time() < end:
        runs += play(build, first + cases)
        cases += 1
    bad = sorted(set(FAULTS))
    print(f"{'not ok' if bad else 'ok'} - structure: {cases} cases, {runs} runs from seed {first}"
          + (f"; wrong: {bad[:20]}" if bad else ""))
    sys.exit(1 if bad else 0)


main()
