#!/usr/bin/env python3
"""The pictures of VALUES.md, "Values", made into reports and folded: tools/value_pictures.py DOC.
Prints each picture that gpuflame disagrees with."""
import re
import sqlite3
import subprocess
import sys

THREAD = 100 << 24 | 100
PICTURE = slice(15, 51)  # of a line; the values follow it


def runs(text):
    """[(letter, start, end)] of what is drawn in a row."""
    return [(run[0][0], run.start(), run.end()) for run in re.finditer(r"([A-Za-z.])\1*", text)]


def blocks(doc):
    """By the value before it: the lines of each picture."""
    found, value = {}, None
    for line in doc.split("\n## Values\n")[1].split("\n## ")[0].splitlines():
        heading = re.match(r"\*\*([\w-]+)\*\*", line)
        value = heading[1] if heading else value
        if line.startswith("    "):
            found.setdefault(value, []).append(line)
    return found


def rows(lines, label):
    return [line[PICTURE] for line in lines if re.fullmatch(label, line[4:15].strip())]


def stacks(lines):
    """{stack: value} of the text after pictures, or between ` in a text."""
    found = re.findall(r"(\w(?:;(?:\w|\[GPU idle\]))*) (\d+)(?=  |`|$)", "  ".join(lines))
    return {stack: int(value) for stack, value in found}


def report(path, ranges, calls, operations, names=()):
    """Ranges are (name, start, end); calls {name: (start, end)}; operations (stream, name, start, end);
    names of calls {name: text}."""
    db = sqlite3.connect(path)
    db.executescript(
        """DROP TABLE IF EXISTS NVTX_EVENTS; DROP TABLE IF EXISTS CUPTI_ACTIVITY_KIND_RUNTIME;
        DROP TABLE IF EXISTS CUPTI_ACTIVITY_KIND_KERNEL; DROP TABLE IF EXISTS StringIds;
        CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
        CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId, nameId);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId,
          correlationId, globalPid, demangledName, shortName);"""
    )
    for name, start, end in ranges:
        db.execute("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, ?)", (start, end, name, THREAD))
    for stream, name, start, end in operations:
        number = ord(name)
        db.execute("INSERT INTO StringIds VALUES (?, ?)", (number, name))
        db.execute(
            "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, ?, ?, ?, ?, ?)",
            (start, end, stream, number, 100 << 24, number, number),
        )
    for name, call in calls.items():
        number = 1000 + ord(name)
        db.execute("INSERT INTO StringIds VALUES (?, ?)", (number, names[name] if names else name))
        db.execute(
            "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?, ?)",
            (*call, THREAD, ord(name), number),
        )
    db.commit()
    db.close()


def check(path, value, want):
    command = ["gpuflame", "collapse", "-q", "--value", value, path]
    if value == "exposed":
        command += ["--communication", "^n$"]
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    got = {stack: int(ns) for stack, ns in (line.rsplit(" ", 1) for line in text.splitlines())}
    print(f"{value}: {len(want)} stacks,", "as drawn" if got == want and want else f"drawn {want}, is {got}")


def check_strip(lines, label, values):
    """What a strip gives to each letter is as long as it says, and runs or is idle there."""
    for letter, start, end in runs(rows(lines, label)[0]):
        name = "[GPU idle]" if letter == "." else letter
        if end - start not in [ns for stack, ns in values.items() if stack.endswith(name)]:
            print(f"{label}: {letter} is {end - start} long")
        for at in range(start, end):
            running = {op for _, op, begin, stop in main if begin <= at < stop}
            if (letter not in running) if letter != "." else running:
                print(f"{label}: {letter} at {at}, where {sorted(running)} run")


text = open(sys.argv[1], encoding="utf-8").read()
drawn = blocks(text)
main, launched = [], {}
for line in drawn[None]:
    stream = re.match(r"    stream (\d+)", line)
    if stream is None:
        continue
    ops = runs(line[PICTURE])
    main += [(int(stream[1]), *op) for op in ops]
    launched.update(zip([op[0] for op in ops], re.findall(r"\b[a-z]\b", line[51:])))
calls = {name: (10 * i - 1000, 10 * i - 995) for i, name in enumerate(launched)}
report("main.sqlite", [(launched[name], *calls[name]) for name in launched], calls, main)
for value in "gpu-time", "count":
    paragraph = text.split(f"\n**{value}**")[1].split("\n")[0]
    check("main.sqlite", value, stacks([paragraph]))
for value in "idle", "exposed":
    want = stacks([line[51:] for line in drawn[value]])
    check("main.sqlite", value, want)
    for label in ("busy", "idle") if value == "idle" else ("shares",):
        check_strip(drawn[value], label, want)

latency = drawn["launch-latency"]
calls = {name: (start, end) for name, start, end in runs(rows(latency, "thread")[0])}
operations = [(7, *op) for op in runs(rows(latency, "stream 7")[0])]
ranges = [(name.lower(), *call) for name, call in calls.items()]
report("latency.sqlite", ranges, calls, operations)
check("latency.sqlite", "launch-latency", stacks([line[51:] for line in latency[2:]]))

path = drawn["critical"]
calls = {name: (start, end) for name, start, end in runs(rows(path, "thread")[0])}
operations = [(7, *op) for op in runs(rows(path, "stream 7")[0])]
names = {name: "cudaLaunchKernel" if name.isupper() else "cudaDeviceSynchronize" for name in calls}
report("path.sqlite", runs(rows(path, "range")[0]), calls, operations, names)
paragraph = text.split("\n**critical**")[1].split("the sum")[0]
want = {stack: int(ns) for stack, ns in re.findall(r"`([^`]*) (\d+)`", paragraph)}
check("path.sqlite", "critical", want)

cpu = drawn["cpu-time"]
report("cpu.sqlite", [run for row in rows(cpu, "range") for run in runs(row)], {}, [])
check("cpu.sqlite", "cpu-time", stacks([line[51:] for line in cpu]))
