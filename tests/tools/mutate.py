#!/usr/bin/env python3
"""Test the tests: mutate.py COPY SEED COUNT [ROOM...]

COPY is a copy of the working tree, which is changed, built and restored. One operator,
number or call in one line of C is changed at random, COUNT times that compile. The tests
of its room must notice: unit tests, the corpora of fuzz targets, the scripts of the
command; the first failure ends it. Prints each change that no test noticed, and the score.
Rooms: base, collapse, svg, export, stats, cmd (all of these), capture.
"""
import os
import random
import re
import subprocess
import sys

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

# By room: folders of unit tests, fuzz targets, scripts of the command, capture scripts or not.
TESTS = {
    "base": (["base"], ["folded", "rules", "options"], ["collapse/*", "svg/*", "gpuflame/*"]),
    "collapse": (["collapse"], ["nsys", "capture", "kineto", "folded", "svg_read", "aggregate"],
                 ["collapse/*", "merge/*", "stats/*"]),
    "export": ([], [], ["collapse/output-formats"]),
    "svg": (["svg"], ["svg", "attributes", "svg_read"], ["svg/*", "render/*"]),
    "stats": (["stats"], ["stats", "aggregate"], ["stats/*", "diff/*"]),
    "cmd": ([], [], ["collapse/*", "svg/*", "stats/*", "diff/*", "merge/*", "gpuflame/*"]),
    "capture": (["capture"], ["variables"], []),
}
B = "build/release"
ENV = dict(os.environ, CI="", JOBS="1", GPUFLAME_SYNC="no")


def run(command, seconds):
    """0, or the status; 99 when it does not end."""
    child = subprocess.Popen(["bash", "-c", command], env=ENV, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, 9)
        child.wait()
        return 99


def names(folder, suffix, wanted):
    return [f"{wanted}/{f[:-len(suffix)]}" for f in sorted(os.listdir(folder)) if f.endswith(suffix)]


def steps(room):
    """The commands that must fail, quickest first."""
    units, fuzz, scripts = TESTS[room]
    fuzz = [f"{t}_fuzz" for t in fuzz if os.path.exists(f"tests/fuzz/{t}_fuzz.c")]
    unit = [f"{B}/unit/{t}" for u in units for t in names(f"tests/unit/{u}", ".c", u)]
    if unit or fuzz:
        programs = " ".join(unit + [f"{B}/replay/{t}" for t in fuzz])
        yield f"make -s {programs} || exit 0; " + " && ".join(
            [f"{t}" for t in unit] + [f"{B}/replay/{t} tests/fuzz/corpus/{t}" for t in fuzz])
    for pattern in scripts:
        folder, name = pattern.split("/")
        for script in names(f"tests/cli/{folder}", ".sh", folder) if name == "*" else [pattern]:
            if "terminal" not in script:
                yield f"tests/cli/run.sh {B} {script}"
    if room == "capture":
        for kind in (".play", "_test.sh"):
            for test in names("tests/capture", kind, "x"):
                test = test[2:] + ("_test" if kind == "_test.sh" else "")
                yield f"tests/capture/run.sh {B} {test}"


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


def main():
    copy, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rooms = sys.argv[4:] or ["base", "collapse", "svg", "export", "stats", "cmd"]
    os.chdir(copy)
    chance = random.Random(seed)
    files = subprocess.run(["git", "ls-files"] + [f"{r}/*.c" for r in rooms],
                           capture_output=True, text=True, check=True).stdout.split()
    noticed = survived = 0
    while noticed + survived < count:
        path, at, before, after = pick(chance, files)
        write(path, after)
        try:
            if run("make -s all", 600) != 0:
                continue
            if any(run(step, 300) for step in steps(path.split("/")[0])):
                noticed += 1
            else:
                survived += 1
                print(f"{path}:{at + 1}\n  - {before[at].strip()}\n  + {after[at].strip()}")
            print(f"# {noticed} of {noticed + survived} noticed", flush=True)
        finally:
            write(path, before)


main()
