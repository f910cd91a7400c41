#!/usr/bin/env bash
# One system call of `gpuflame record` or the recorder's thread fails, or all from one on: the program is not disturbed, and the capture is what the command says it is, or is not
# there. FAULTS: how many calls are tried in each of the four cases; 0: all. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
if ! [ -x "$B/fault/fail_call" ] || ! "$B/fault/fail_call" 0 once "$work/count" /bin/true 2>"$work/log"; then
  echo "ok - system calls that fail # SKIP $(tail -n 1 "$work/log" 2>/dev/null || echo "fault/fail_call is not built, as with sanitizers")"
  exit 0
fi
unset GPUFLAME_SYNC # of tests/run.sh
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_STRIP=0
printf 'cuinit\npush a\nrepeat 50\nlaunch 5 k\nagain\nflush\nlaunch 6 k2\npop\n' >"$work/play"

for mode in fold trace; do
  for fault in once from; do
    python3 - "$B" "$work" $mode $fault "${FAULTS:-10}" >"$work/log" 2>&1 <<'END'
import collections, glob, os, random, re, shutil, signal, subprocess, sys
B, work, mode, fault, most = sys.argv[1:]
folder, ALL = work + "/folder", 51
first_path = f"{folder}/run.gpuflame"
outcomes = collections.Counter()


def run(at, arguments=("record", "--mode", mode, "-o", first_path, "--", f"{B}/mock/driver", f"{work}/play")):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder + "/tmp")
    done = subprocess.run(
        [f"{B}/fault/fail_call", str(at), fault, f"{work}/count", f"{B}/gpuflame", *arguments],
        env=dict(os.environ, TMPDIR=folder + "/tmp"), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    with open(f"{work}/count") as file:
        return done, int(file.read())


def held(stderr):
    """How many operations the output has, which may have another name if it could not be seen whether the first is
    taken; None: it is not there, or empty where nothing can be removed."""
    other = re.search(r"^gpuflame:   (\S+)", stderr, re.M)
    path = other.group(1) if other else first_path
    if not os.path.exists(path) or fault == "from" and os.path.getsize(path) == 0:
        return None
    done = subprocess.run([f"{B}/gpuflame", "collapse", "--value", "count", path], capture_output=True, text=True)
    if "holds no GPU operations" in done.stderr:
        return 0
    assert done.returncode == 0 and "damaged" not in done.stderr and ") were recorded" not in done.stderr, done
    return sum(int(line.rsplit(" ", 1)[1]) for line in done.stdout.splitlines())


def judge(at, done):
    now = held(done.stderr)
    outcomes["all" if now == ALL else "part" if now else "none"] += 1
    # the loader of the C library ends the command, or crashes, before its main()
    if at <= loading and done.returncode in (127, 128 + signal.SIGSEGV):
        return
    assert done.returncode in (0, 1), "its status"
    assert done.stdout == "", "stdout"
    assert all(line.startswith("gpuflame:") for line in done.stderr.splitlines()), "stderr"
    said = re.search(r"recorded ([0-9,]+) operation", done.stderr)
    said = int(said.group(1).replace(",", "")) if said else None
    if said is not None:
        assert said == (now or 0), f"it holds {now}"
    if now != ALL:
        assert re.search(r"cannot|LOST|no space|could not|nothing was recorded" if done.returncode == 0 else ".",
                         done.stderr), "no word of it"
    if fault == "once":
        assert not glob.glob(folder + "/*.tmp"), "a temporary file is left"


_, loading = run(0, ["--version"])
done, calls = run(0)
assert done.returncode == 0 and held(done.stderr) == ALL, done
moments = list(range(1, calls + 1))
if int(most):
    moments = random.Random(1).sample(moments, min(int(most), calls))
wrong = 0
for at in moments:
    done, _ = run(at)
    try:
        judge(at, done)
    except AssertionError as error:
        wrong += 1
        print(f"call {at}: {error}: {done}\n{os.listdir(folder)}")
print(f"{calls} calls, {len(moments)} tried, {wrong} wrong; {dict(outcomes)}")
sys.exit(wrong > 0)
END
    status=$?
    tail -n 1 "$work/log" | sed 's/^/# /'
    report $status "record, $mode mode, system calls fail ${fault/from/for good}"
  done
done
exit $failures
