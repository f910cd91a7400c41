#!/usr/bin/env bash
# Sourced by the benches: how long commands take, side by side.
#
# `pair NAME LIMIT FLOOR... -- COMMAND...` runs the two in turn, RUNS times each
# after one warm-up, and prints the median of the ratios, run by run: the speed of
# these machines drifts, the ratio does not. Exceeding LIMIT is told, not failed.
RUNS=${RUNS:-5}

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
  done | awk -v name="$name" -v limit="$limit" '
    function median(list, n,    i, j, t) {
      for (i = 2; i <= n; i++) for (j = i; j > 1 && list[j] < list[j - 1]; j--) {
        t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
      }
      return list[int((n + 1) / 2)]
    }
    { n++; fw[n] = $1; w[n] = $4; c[n] = $5; r[n] = $4 / $1; rc[n] = $5 / $2; if ($6 > kib) kib = $6 }
    END {
      ratio = median(r, n)
      printf "%-34s wall %.3f s, cpu %.3f s, floor %.3f s, ratio wall %.2f cpu %.2f (at most %s)%s, peak %.1f MB\n",
        name, median(w, n), median(c, n), median(fw, n), ratio, median(rc, n), limit,
        (ratio > limit + 0 ? " EXCEEDED" : ""), kib / 1024
    }'
}