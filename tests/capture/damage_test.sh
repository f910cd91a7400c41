#!/usr/bin/env bash
# Captures with replaced pages and flipped bits: what is read from them is what was recorded, or
# the damage is reported. DAMAGES: so many pages are replaced in a capture of either mode, and
# twice as many bits flipped. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject run
export GPUFLAME_STRIP=0
case $B in *asan* | *tsan*) few=10 ;; *) few=100 ;; esac

{
  printf 'cuinit\n'
  for i in {1..300}; do
    printf 'push range %d\nlaunch %d kernel %d\npop\n' "$i" "$i" "$((i % 50))"
  done
  # a name on pages of its own
  printf 'launch 7 %01900d\n' 0
} >"$work/play"
for mode in fold trace; do
  for name in run other; do
    GPUFLAME_MODE=$mode GPUFLAME_OUTPUT=$work/$mode.$name "$B/mock/driver" "$work/play"
  done
  python3 - "$B/gpuflame" "$work/$mode" "${DAMAGES:-$few}" >"$work/log" 2>&1 <<'END'
import collections, random, struct, subprocess, sys
program, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
sound = open(path + ".run", "rb").read()
other = open(path + ".other", "rb").read()
size = struct.unpack(">H", sound[16:18])[0]
pages = len(sound) // size
rng = random.Random(1)
outcomes, silent = collections.Counter(), 0


def read(data):
    with open(path + ".damaged", "wb") as out:
        out.write(data)
    return subprocess.run([program, "collapse", "--strip-numbers", "none", path + ".damaged"], capture_output=True, timeout=60)


def judge(what, data):
    global silent
    done = read(data)
    if done.returncode not in (0, 1):
        outcome = "crashed"
    elif done.returncode:
        outcome = "refused" if done.stderr else "refused without a reason"
    elif b"damaged" in done.stderr:
        outcome = "reported"
    else:
        outcome = "unchanged" if done.stdout == intact.stdout else "silently wrong"
    outcomes[outcome] += 1
    if outcome not in ("refused", "reported", "unchanged"):
        silent += 1
        print(what, outcome, done.stdout[:200], done.stderr[:200])


intact = read(sound)
assert intact.returncode == 0 and not intact.stderr and len(intact.stdout.splitlines()) > 200, intact
for i in range(count):
    at = rng.randrange(pages)
    new = [bytes(size), rng.randbytes(size), sound[rng.randrange(pages) * size:][:size],
           other[at * size:][:size]][i % 4]
    if new != sound[at * size:][:size]:
        judge(f"page {at + 1}, replaced ({i % 4}):", sound[:at * size] + new + sound[(at + 1) * size:])
for i in range(2 * count):
    # every second one in the first page, which says what the others are
    bit = rng.randrange(len(sound) * 8) if i % 2 else rng.randrange(size * 8)
    data = bytearray(sound)
    data[bit // 8] ^= 1 << bit % 8
    judge(f"bit {bit % 8} of byte {bit // 8}:", data)
print(f"{pages} pages:", dict(outcomes))
sys.exit(silent or not outcomes["reported"])
END
  status=$?
  tail -n 1 "$work/log" | sed 's/^/# /'
  report $status "no damage of a capture is silent, $mode mode"
done

# Rows that are gone, whatever the pages say: the sums that a capture states are compared.
for mode in fold trace; do
  python3 - "$work/$mode.run" >"$work/log" 2>&1 <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
table = "GPUFLAME_VALUE WHERE stackId % 3 = 0"
if db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'CUPTI_ACTIVITY_KIND_KERNEL'").fetchone()[0]:
    table = "CUPTI_ACTIVITY_KIND_KERNEL WHERE rowid % 3 = 0"
db.execute("DELETE FROM " + table)
# as a file of before the checksums
db.execute("UPDATE GPUFLAME_META SET value = '1.0' WHERE name = 'format'")
db.commit()
db.execute("VACUUM INTO ?", (sys.argv[1] + ".plain",))
END
  python3 - "$work/$mode.run.plain" >>"$work/log" 2>&1 <<'END'
import sqlite3, sys
old = sqlite3.connect(sys.argv[1])
new = sqlite3.connect(sys.argv[1] + ".old")
new.executescript("\n".join(old.iterdump()))
END
  for option in "" --kernels-only; do
    # shellcheck disable=SC2086 # none is no argument
    "$B/gpuflame" collapse --strict $option "$work/$mode.run.plain.old" >>"$work/log" 2>&1
    [ $? -eq 1 ] && grep -q '301 operations ([0-9]* ns) were recorded' "$work/log"
    report $? "rows that are missing are reported, and an error with --strict, $mode mode $option"
  done
done
exit $failures
