#!/usr/bin/env bash
# Sourced by the benches: how long commands take, side by side.
#
# `pair NAME LIMIT FLOOR... -- COMMAND...` runs the two in turn, RUNS times each
# after one warm-up, and prints the median of the ratios, run by run: the speed of
# these machines drifts, the ratio does not. Exceeding LIMIT is reported, not failed;
# what counts is the time by the clock, or with JUDGED=cpu that of the processor.
RUNS=${RUNS:-5}
JUDGED=${JUDGED:-wall}

# measure COMMAND...: "wall user+sys KiB" of one run, output thrown away
measure() {
  python3 - "$@" <<'END'
import os, subprocess, sys, time
begun = time.monotonic()
with open(os.devnull, "w") as out:
    child = subprocess.Popen(sys.argv[1:], stdout=out)
    _, status, usage = os.wait4(child.pid, 0)
print(f"{time.monotonic() - begun:.4f} {usage.ru_utime + usage.ru_stime:.4f} {usage.ru_maxrss}")
sys.exit(os.waitstatus_to_exitcode(status) != 0)
END
}

# peak NAME LIMIT COMMAND...: the most memory that one run takes, in MB (10^6 bytes)
peak() {
  local name=$1 limit=$2 run
  shift 2
  run=$(measure "$@") || { echo "$name: failed to run" && return 1; }
  awk -v name="$name" -v limit="$limit" -v kib="${run##* }" 'BEGIN {
    mb = kib * 1024 / 1e6
    printf "%-34s peak %.0f MB (at most %s)%s\n", name, mb, limit, (mb > limit + 0 ? " EXCEEDED" : "")
  }'
}

pair() {
  local name=$1 limit=$2 floor=() run
  shift 2
  while [ "$1" != -- ]; do
    floor+=("$1")
    shift
  done
  shift
  if ! measure "${floor[@]}" >/dev/null || ! measure "$@" >/dev/null; then
    echo "$name: failed to run"
    return 1
  fi
  for ((run = 0; run < RUNS; run++)); do
    echo "$(measure "${floor[@]}") $(measure "$@")"
  done | awk -v name="$name" -v limit="$limit" -v judged="$JUDGED" '
    function median(list, n,    i, j, t) {
      for (i = 2; i <= n; i++) for (j = i; j > 1 && list[j] < list[j - 1]; j--) {
        t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
      }
      return list[int((n + 1) / 2)]
    }
    { n++; fw[n] = judged == "cpu" ? $2 : $1; w[n] = $4; c[n] = $5; r[n] = $4 / $1; rc[n] = $5 / $2; if ($6 > kib) kib = $6 }
    END {
      wall = median(r, n); cpu = median(rc, n)
      printf "%-34s wall %.3f s, cpu %.3f s, floor %.3f s, ratio wall %.2f cpu %.2f (%s at most %s)%s, peak %.1f MB\n",
        name, median(w, n), median(c, n), median(fw, n), wall, cpu, judged, limit,
        ((judged == "cpu" ? cpu : wall) > limit + 0 ? " EXCEEDED" : ""), kib / 1024
    }'
}
