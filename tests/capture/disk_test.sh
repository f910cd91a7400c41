#!/usr/bin/env bash
# The recorder is killed at any moment, or the power fails, in both modes and also while it replaces
# an old capture: what is left is the old capture, a new one with everything that it claims to
# hold, or nothing. KILLS: at so many moments in each of the four cases. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
unset GPUFLAME_SYNC # of tests/run.sh
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_STRIP=0
{
  printf 'cuinit\npush a\n'
  for i in {1..6}; do
    printf 'repeat 100\nlaunch 5 kernel %d\nagain\nflush\n' "$i"
  done
} >"$work/play"

for mode in fold trace; do
  for what in "a new file" "an old name"; do
    for fault in power kills; do
      python3 - "$B" "$work" "$mode" "$what" "$fault" "${KILLS:-10}" "$sanitizer" >"$work/log" 2>&1 <<'END'
import collections, os, random, re, shutil, signal, sqlite3, subprocess, sys
B, work, mode, what, fault, kills, sanitizer = sys.argv[1:]
mode_old = "trace" if mode == "fold" else "fold"
folder, copies = work + "/folder", work + "/copies"
path = folder + "/run.gpuflame"
outcomes = collections.Counter()
ALL = 600


def run(extra, mode=mode):
    preload = ["env", f"LD_PRELOAD={sanitizer}{B}/fault/disk.so", f"DISK_FOLDER={folder}"] + extra if extra is not None else []
    return subprocess.run([B + "/gpuflame", "record", "-f", "--mode", mode, "-o", path, "--"] + preload +
                          [B + "/mock/driver", work + "/play"], capture_output=True, text=True, timeout=60)


def prepare():
    for name in folder, copies:
        shutil.rmtree(name, ignore_errors=True)
        os.mkdir(name)
    if what == "an old name":
        shutil.copy(work + "/old", path)
        os.utime(path, (1, 1))  # in the tick of a run's begin it might be the run's


known = {}


def held(path):
    """What a file holds: None, "empty", "old", or the number of operations."""
    if not os.path.exists(path):
        return None
    data = open(path, "rb").read()
    if not data:
        return "empty"
    if what == "an old name" and data == open(work + "/old", "rb").read():
        assert not os.path.exists(path + "-journal")
        return "old"
    # From one moment to the next most files do not change.
    journal = open(path + "-journal", "rb").read() if os.path.exists(path + "-journal") else None
    if (data, journal) not in known:
        known[data, journal] = read(path)
    return known[data, journal]


def read(path):
    """The number of operations, as the command reads them."""
    done = subprocess.run([B + "/gpuflame", "collapse", "--value", "count", path], capture_output=True, text=True)
    if done.returncode:
        assert mode == "trace" and "holds no GPU operations" in done.stderr, done
        return 0
    assert "damaged" not in done.stderr and ") were recorded" not in done.stderr, done
    return sum(int(line.rsplit(" ", 1)[1]) for line in done.stdout.splitlines())


prepare()
done = run(None, mode_old)
assert done.returncode == 0 and held(path) == ALL, (done, held(path))
os.replace(path, work + "/old")
prepare()
if fault == "power":
    done = run([f"DISK_COPIES={copies}"])
    assert held(path) == ALL, done
    for suffix in "", ".synced":
        before = last = held(work + "/old") if what == "an old name" else None
        number = 1
        while os.path.isdir(f"{copies}/{number}{suffix}"):
            now = held(f"{copies}/{number}{suffix}/run.gpuflame")
            outcomes["all" if now == ALL else "part" if isinstance(now, int) else now] += 1
            assert isinstance(now, int) and (not isinstance(last, int) or now >= last) or \
                now == last, (number, suffix, last, now)
            last = now
            number += 1
        assert last == ALL, (suffix, last)
    assert outcomes["part"] > 4, outcomes
else:
    done = run(["DISK_KILL=0", f"DISK_COUNT={work}/count"])
    moments = int(open(work + "/count").read())
    rng = random.Random(1)
    # the first are those in which a name is taken
    chosen = [1, 2, 3] + [rng.randint(4, moments) for _ in range(int(kills) - 3)]
    killed = 0
    for at in chosen:
        prepare()
        done = run([f"DISK_KILL={at}"])
        now = held(path)
        # where the machine was slow there was time for one more write, when they were counted
        assert done.returncode == 128 + signal.SIGKILL or (done.returncode == 0 and now == ALL), (at, now, done)
        killed += done.returncode != 0
        assert now != "empty" and (what == "a new file" or now is not None), (at, now)
        said = re.search(r"recorded ([0-9,]+) operation", done.stderr)
        said = int(said.group(1).replace(",", "")) if said else "nothing was recorded" in done.stderr
        assert said is True if not now or not isinstance(now, int) else said == now, (at, now, done)
        outcomes[now if not isinstance(now, int) else "part" if now < ALL else "all"] += 1
    assert killed > len(chosen) / 2, killed
    print(f"{moments} moments, {len(set(chosen))} tried;", end=" ")
print(dict(outcomes))
END
      status=$?
      tail -n 1 "$work/log" | sed 's/^/# /'
      report $status "$fault, $mode mode, $what"
    done
  done
  DISK_UNSYNCED=1 LD_PRELOAD=$sanitizer$B/fault/disk.so DISK_FOLDER=$work/folder CUDA_INJECTION64_PATH=$B/libgpuflame.so \
    GPUFLAME_MODE=$mode GPUFLAME_OUTPUT=$work/unsynced-$mode.gpuflame "$B/mock/driver" "$work/play" >"$work/log" 2>&1
  [ ! -s "$work/log" ] && "$B/gpuflame" collapse --strict -q "$work/unsynced-$mode.gpuflame" >/dev/null 2>"$work/log"
  report $? "where files cannot be synced, they are written all the same, $mode mode"

  export DISK_UNLOCKED=1 LD_PRELOAD=$sanitizer$B/fault/disk.so
  CUDA_INJECTION64_PATH=$B/libgpuflame.so GPUFLAME_MODE=$mode GPUFLAME_OUTPUT=$work/unlocked-$mode.gpuflame \
    "$B/mock/driver" "$work/play" >"$work/log" 2>&1
  "$B/gpuflame" collapse --strict -q --value count "$work/unlocked-$mode.gpuflame" >"$work/out" 2>>"$work/log"
  unset DISK_UNLOCKED LD_PRELOAD
  [ ! -s "$work/log" ] && [ "$(awk '{ sum += $NF } END { print sum }' "$work/out")" = 600 ]
  report $? "where files cannot be locked, they are written and read, $mode mode"
done
exit $failures
