#!/usr/bin/env python3
"""Commands whose memory runs out, or whose system calls fail: tests/fault/commands.py BUILD-FOLDER

They end as without the fault, or with status 1, one line on stderr and no file left. Some of the
allocations and calls of each command are tried, once and with all that follow them; FAULTS=0: all.
Prints TAP.
"""
import glob
import gzip
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

B = os.path.abspath(sys.argv[1])
MOST = int(os.environ.get("FAULTS", "12"))
FAIL_CALL = f"{B}/fault/fail_call"
COMMANDS = [
    "collapse -q small.sqlite", "collapse -q -o out --format pprof trace.json.gz", "svg -o out small.folded",
    "collapse -q --strict --aggregate max --strip-numbers auto small.folded ranks.sqlite", "small.sqlite -q -o out",
    "stats -q steps.sqlite", "stats -q -r cuda_gpu_kern_sum,nvtx_kern_sum -f json -o out steps.sqlite",
    "findings -q -f json -o out --step-range . steps.sqlite",
    "diff -q --fail-if 'total > 900000%' ranks.sqlite steps.sqlite",
    "diff -q -o out -f svg small.folded steps.sqlite",
]


def run(command, prefix=(), **variables):
    """(status, output, stderr, what is left behind)"""
    for path in ["out", "count", *glob.glob(".gpuflame-*")]:
        if os.path.exists(path):
            os.remove(path)
    shutil.rmtree("tmp", ignore_errors=True)
    os.mkdir("tmp")
    preload = ["/usr/bin/env", f"LD_PRELOAD={B}/fault/failing_malloc.so"] if "FAULT_AT" in variables else []
    done = subprocess.run([*prefix, *preload, f"{B}/gpuflame", *shlex.split(command)],
                          env=dict(os.environ, TMPDIR="tmp", FAULT_COUNT="count", **variables),
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    output = done.stdout
    left = glob.glob(".gpuflame-*") + glob.glob("tmp/*")
    if os.path.exists("out"):
        with open("out", "rb") as file:
            output = file.read()
        left += ["out"]
    return done.returncode, output, done.stderr, left


def judge(sound, done, may_leave=False):
    """None, or what is wrong."""
    status, output, said, left = done
    if status == 0:
        return None if output == sound[1] else "status 0, and another output"
    if status != 1:
        return f"status {status}"
    if not said.startswith(b"gpuflame: ") or said.count(b"\n") != 1:
        return f"not one line: {said!r}"
    return f"left: {left}" if left and not may_leave else None


def some(count):
    return range(1, count + 1) if MOST == 0 else sorted({1 + i * count // MOST for i in range(MOST)} | {count})


def calls():
    with open("count", encoding="ascii") as file:
        return int(file.read())


def report(name, wrong):
    for line in wrong[:5]:
        print("#", line)
    print("not ok" if wrong else "ok", "-", name, flush=True)
    return bool(wrong)


def try_memory(command):
    sound, wrong = run(command, FAULT_AT="0"), []
    assert sound[0] == 0 and sound[1], sound
    for at in some(calls()):
        for mode in "once", "from":
            why = judge(sound, run(command, FAULT_AT=str(at), FAULT_MODE=mode))
            wrong += [f"{command}, allocation {at}, {mode}: {why}"] if why else []
    return report(f"memory runs out: {command}", wrong)


def try_calls(name, command, ats, modes, may_leave=(), **variables):
    """System calls that fail; of those of the loader of programs there is no message of ours."""
    sound, wrong, messages = run(command), [], set()
    run("--version", (FAIL_CALL, "0", "once", "count"), **variables)
    loading = calls()
    run(command, (FAIL_CALL, "0", "once", "count"), **variables)
    for at in ats(calls()):
        for mode in modes:
            done = run(command, (FAIL_CALL, str(at), mode, "calls"), **variables)
            if at <= loading and done[0] not in (0, 1):
                continue
            messages.add(done[2])
            why = judge(sound, done, mode in may_leave)
            wrong += [f"{command}, call {at}, {mode}: {why}"] if why else []
    return report(f"{name}: {command}", wrong), messages


def try_named(command):
    """Memory runs out while the output has a name: one of the calls that fail is that for a file without one."""
    run(command, FAULT_AT="0")
    failed, messages = try_calls("memory runs out, and a file must have a name", command,
                                 lambda count: range(1, count + 1), ["once"], FAULT_AT=str(calls() * 3 // 4),
                                 FAULT_MODE="from")
    return failed or b"gpuflame: out of memory\n" not in messages


def main():
    if not os.path.exists(f"{B}/fault/failing_malloc.so"):
        print("ok - memory that runs out # SKIP under a sanitizer memory is the sanitizer's")
        return 0
    fixtures = f"{B}/fixtures"
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        for name, of in ("small", "oddities"), ("steps", "stats_small"), ("ranks", "ranks"):
            shutil.copy(f"{fixtures}/{of}.sqlite", f"{name}.sqlite")
        with open(f"{HERE}/../fixtures/torch_memory.json", "rb") as file, gzip.open("trace.json.gz", "wb") as out:
            out.write(file.read())
        with open("small.folded", "w", encoding="ascii") as out:
            out.write("step;a 5\nstep;b;kernel<1> 12.5\nx 1\n")
        failures = sum(try_memory(command) for command in COMMANDS)
        if subprocess.run([FAIL_CALL, "0", "once", "count", "/bin/true"], capture_output=True).returncode:
            print("ok - system calls that fail # SKIP this system does not let them be taken")
        else:
            # where nothing can be removed, it stays
            failures += sum(try_calls("system calls fail", command, some, ["once", "from"], ["from"])[0]
                            for command in COMMANDS[1::3])
            failures += try_named("svg -o out small.folded")
        os.chdir("/")
    return failures > 0


HERE = os.path.dirname(os.path.abspath(__file__))
sys.exit(main())
