#!/usr/bin/env bash
# One system call of `gpuflame start`, `snapshot` or `stop` fails, or all from one on: the command
# does what it says or ends with status 1 or 2, and the process that it speaks to goes on. FAULTS: how
# many calls are tried in each of the six cases; 0: all. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
if ! [ -x "$B/fault/fail_call" ] || ! "$B/fault/fail_call" 0 once "$work/count" /bin/true 2>"$work/log"; then
  echo "ok - system calls that fail # SKIP $(tail -n 1 "$work/log" 2>/dev/null || echo "fault/fail_call is not built, as with sanitizers")"
  exit 0
fi
inject run
export GPUFLAME_START=later
# what cannot be removed stays
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
printf 'cuinit\npush a\nawait %s\nlaunch 5 k\nflush\nawait %s\npop\n' "$work/go" "$work/end" >"$work/play"

for command in snapshot start stop; do
  # stop waits for three seconds, in which records may come
  few=3
  [ $command != stop ] || few=1
  for fault in once from; do
    python3 - "$B" "$work" $command $fault "${FAULTS:-$few}" >"$work/log" 2>&1 <<'END'
import collections, glob, os, random, subprocess, sys, time
B, work, command, fault, most = sys.argv[1:]
out, outcomes, process = work + "/now.svg", collections.Counter(), None


def gpuflame(*words, at=None):
    failing = [f"{B}/fault/fail_call", str(at), fault, work + "/count"] if at is not None else []
    return subprocess.run(failing + [f"{B}/gpuflame", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60)


def until(what):
    for _ in range(1000):
        if what():
            return
        time.sleep(0.01)
    raise AssertionError("it does not come")


def is_recorded():
    return "is being recorded already" in gpuflame("start", str(process.pid)).stderr


def mark(name):
    open(f"{work}/{name}", "w").close()


def end():
    mark("go")
    mark("end")
    assert process.wait(60) == 0


def begin():
    """A process that listens, and is recorded unless it is to be started."""
    global process
    for name in glob.glob(work + "/*.gpuflame") + glob.glob(work + "/go") + glob.glob(work + "/end"):
        os.unlink(name)
    process = subprocess.Popen([B + "/mock/driver", work + "/play"])
    until(lambda: "not being recorded yet" in gpuflame("stop", str(process.pid)).stderr)
    if command != "start":
        until(is_recorded)


def run(at):
    if command != "snapshot" and process:
        end()
    if command != "snapshot" or not process:
        begin()
    if command == "snapshot" and at == 0:
        mark("go")
        until(lambda: gpuflame(command, str(process.pid), "-o", out).returncode == 0)
    return gpuflame(command, str(process.pid), *(["-o", out] if command == "snapshot" else []), at=at)


def judge(at, done):
    outcomes[done.returncode] += 1
    if at <= loading and done.returncode in (127, 139):
        return  # the loader of the C library ends the command before its main()
    assert done.returncode in (0, 1, 2), "its status"
    assert all(line.startswith("gpuflame:") for line in done.stderr.splitlines()), "stderr"
    assert done.returncode == 0 or done.stderr or at == 0, "no word of it"
    if command == "snapshot":
        assert os.path.exists(out) == (done.returncode == 0), "its picture"
        assert done.returncode or "</svg>" in open(out).read(), "a part of a picture"
        assert not glob.glob(out + ".*"), "a temporary file is left"
    if command == "start" and done.returncode == 0:
        assert is_recorded(), "it is not recorded"
    assert process.poll() is None, "the process ended"
    if os.path.exists(out):
        os.unlink(out)


gpuflame("--version", at=0)
loading = int(open(work + "/count").read())
done = run(0)
assert done.returncode == 0, done
judge(0, done)
calls = int(open(work + "/count").read())
moments = list(range(1, calls + 1))
if int(most):
    moments = random.Random(1).sample(range(loading, calls + 1), int(most))
wrong = 0
for at in moments:
    done = run(at)
    try:
        judge(at, done)
    except AssertionError as error:
        wrong += 1
        print(f"call {at}: {error}: {done}")
end()
print(f"{calls} calls, {len(moments)} tried, {wrong} wrong; {dict(outcomes)}")
sys.exit(wrong > 0)
END
    status=$?
    tail -n 1 "$work/log" | sed 's/^/# /'
    report $status "$command, system calls fail ${fault/from/for good}"
  done
done
exit $failures
