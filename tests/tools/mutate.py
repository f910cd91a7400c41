#!/usr/bin/env python3
"""Test the tests: mutate.py COPY LOG SEED COUNT [ROOM...]

COPY is a copy of the working tree, with its git, which is changed, built and restored. One
operator, number or call in one line of C is changed at random, until COUNT changes that compile
are in LOG; run again with the same LOG, it goes on after the last. Every test that executes that
line must pass before and one must fail after: unit tests, corpora of fuzz targets, scripts of the
command and of the recorder. A second build, with --coverage, tells which do; the likeliest and
quickest come first, and after SECONDS (120) no more are begun.
Rooms: base, collapse, svg, export, stats, cmd (all of these), capture.
"""
import collections
import glob
import json
import os
import random
import re
import subprocess
import sys
import time

CHANGES = [(a, b) for a, b in [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" == ", " != "), (r" != ", " == "), (r" && ", " || "), (r" \|\| ", " && "),
    (r" \+ ", " - "), (r" - ", " + "), (r"\+\+;", "--;"), (r" \+= ", " -= "),
    (r"\b0\b", "1"), (r"\b1\b", "2"), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"if \(!", "if ("), (r"^(\s+)(\w[\w>.\-\[\]]*\(.*\);)$", r"\1;"),
    (r"\bcontinue;", ";")]]

# What is no code, or only releases memory, or words a message, which goldens hold.
PASSED_OVER = re.compile(r'\s*(/?\*|//|#|assert|static_assert|_Static_assert|\{ ")|.*("|err_|free\(|'
                         r'_release\(|_close\()|\S')
ENV = dict(os.environ, CI="", GPUFLAME_SYNC="no", LANG="C.UTF-8")
PLAIN, COVERED = "build/plain", "build/coverage"


def make(build, *targets):
    flags = "-O0 --coverage" if build == COVERED else "-O0"
    return run(["make", "-s", f"B={build}", f"OPTIMISE={flags}", "HARDEN=", *targets], 1800) == 0


def run(command, seconds, **more):
    """0, or the status; 99 when it does not end."""
    child = subprocess.Popen(command, env=dict(ENV, **more), stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             start_new_session=True)
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, 9)
        child.wait()
        return 99


def all_tests():
    """By name, what runs it in a build."""
    tests = {}
    for path in glob.glob("tests/unit/*/*_test.c"):
        name = path[len("tests/"):-len(".c")]
        tests[name] = [f"@/{name}"]
    for path in glob.glob("tests/fuzz/*_fuzz.c"):
        name = os.path.basename(path)[:-len(".c")]
        tests[f"replay/{name}"] = [f"@/replay/{name}", f"@/corpus/{name}"]
    for path in glob.glob("tests/cli/*/*.sh"):
        with open(path) as file:
            for case in re.findall(r"^check ([\w-]+) \d+(?:$| 3?<<)", file.read(), re.M):
                name = path[len("tests/cli/"):-len(".sh")] + ":" + case
                tests[f"cli/{name}"] = ["tests/cli/run.sh", "@", name]
    for path in glob.glob("tests/capture/*.play") + glob.glob("tests/capture/*_test.sh"):
        name = os.path.basename(path).split(".")[0]
        tests[f"capture/{name}"] = ["tests/capture/run.sh", "@", name]
    return tests


def run_test(command, build, seconds, **more):
    return run([word.replace("@", build, 1) for word in command], seconds, **more)


def traces(test):
    """Where a test writes what it executes."""
    return os.path.abspath(f"build/executed/{test}")


def prepare():
    """Build; the tests that pass, with their seconds."""
    tests = all_tests()
    known = "build/seconds.json"
    if os.path.exists(known):
        with open(known) as file:
            return tests, json.load(file)
    programs = [name for name in tests if name.startswith(("unit/", "replay/"))]
    for build in PLAIN, COVERED:
        faults = [f"fault/{name}.so" for name in ("clock_jump", "disk", "quick_clock")]
        if not make(build, "programs", "fixtures", *[f"{build}/{p}" for p in programs + faults]):
            sys.exit(f"{build} does not build")
    seconds = {}
    for name, command in sorted(tests.items()):
        begun = time.time()
        if run_test(command, PLAIN, 300) == 0:
            seconds[name] = time.time() - begun
            run_test(command, COVERED, 900, GCOV_PREFIX=traces(name))
    with open(known, "w") as file:
        json.dump(seconds, file)
    return tests, seconds


def executes(gcov, path, line):
    """Whether a line was executed, or the last one before it that is a statement; of what is in no
    function, as tables are, whether anything in the file was."""
    for text in gcov.splitlines():
        for file in json.loads(text)["files"]:
            if file["file"] != path:
                continue
            around = [f for f in file["functions"] if f["start_line"] <= line <= f["end_line"]]
            first = around[0]["start_line"] if around else line + 1
            before = [entry for entry in file["lines"] if first <= entry["line_number"] <= line]
            if any(entry["count"] for entry in before[-1:] or ([] if around else file["lines"])):
                return True
    return False


def executed_by(path, line, names):
    """The tests that execute a line."""
    found = set()
    for folder in "obj", "pic":
        stem = os.path.abspath(f"{COVERED}/{folder}/{path[:-2]}")
        for name in names:
            copy = traces(name) + stem
            if not os.path.exists(f"{copy}.gcda"):
                continue
            if not os.path.exists(f"{copy}.gcno"):
                os.symlink(f"{stem}.gcno", f"{copy}.gcno")
            gcov = subprocess.run(["gcov", "--json-format", "--stdout", f"{copy}.gcda"],
                                  capture_output=True, text=True, check=False).stdout
            if executes(gcov, path, line):
                found.add(name)
    return sorted(found)


def pick(chance, files):
    """A file, and its lines before and after a change of one."""
    while True:
        path = chance.choice(files)
        with open(path) as file:
            lines = file.read().split("\n")
        at = chance.randrange(len(lines))
        if PASSED_OVER.match(lines[at]):
            continue
        fitting = [c for c in CHANGES if re.search(c[0], lines[at])]
        if not fitting:
            continue
        pattern, new = chance.choice(fitting)
        match = chance.choice(list(re.finditer(pattern, lines[at])))
        changed = lines[at][:match.start()] + match.expand(new) + lines[at][match.end():]
        return path, at, lines, lines[:at] + [changed] + lines[at + 1:]


def write(path, lines):
    with open(path, "w") as file:
        file.write("\n".join(lines))


def notices(path, executed, tests, seconds, caught):
    """The test that notices a change, or None; and how many were asked."""
    def cost(name):
        likely = 1 + 20 * caught[path, name] + 3 * caught[path.split("/")[0], name]
        return seconds[name] / (likely + 20 * (os.path.basename(path)[:-2] in name))

    end = time.time() + float(os.environ.get("SECONDS", 120))
    asked = 0
    for name in sorted(executed, key=cost):
        if time.time() > end:
            break
        program = tests[name][0].replace("@", PLAIN, 1)
        asked += 1
        if program.startswith("build/") and not make(PLAIN, program):
            continue
        if run_test(tests[name], PLAIN, 20 + 10 * seconds[name]) != 0:
            caught[path, name] += 1
            caught[path.split("/")[0], name] += 1
            return name, asked
    return None, asked


def main():
    copy, log, seed, count = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    rooms = sys.argv[5:] or ["base", "collapse", "svg", "export", "stats", "cmd"]
    os.chdir(copy)
    subprocess.run(["git", "checkout", "-q", "."], check=True)
    tests, seconds = prepare()
    files = subprocess.run(["git", "ls-files"] + [f"{r}/*.c" for r in rooms],
                           capture_output=True, text=True, check=True).stdout.split()
    caught = collections.Counter()
    done = []
    if os.path.exists(log):
        with open(log) as file:
            done = [json.loads(line) for line in file]
    for entry in done:
        if entry["by"]:
            caught[entry["file"], entry["by"]] += 1
            caught[entry["file"].split("/")[0], entry["by"]] += 1
    number = done[-1]["number"] if done else 0
    left = count - len(done)
    while left > 0:
        number += 1
        path, at, before, after = pick(random.Random(f"{seed} {number}"), files)
        executed = executed_by(path, at + 1, list(seconds))
        write(path, after)
        try:
            if not make(PLAIN, "all"):
                continue
            by, asked = notices(path, executed, tests, seconds, caught)
        finally:
            write(path, before)
        left -= 1
        with open(log, "a") as file:
            json.dump({"number": number, "file": path, "line": at + 1, "by": by, "asked": asked,
                       "of": len(executed), "was": before[at].strip(), "is": after[at].strip()}, file)
            file.write("\n")


main()
