#!/usr/bin/env bash
# The cost of capturing: bench/capture.sh build/release. On the mock of CUPTI, so that
# the cost of CUPTI and the device are not included.
#
#   PAIRS=N      ranges of a case (10,000,000)
#   RECORDS=N    records of a case (4,000,000; a fifth of that in trace mode)
#   LAUNCHES=N   launches over which memory is looked at (50,000,000);
#                1,000,000,000 take some minutes
set -euo pipefail
B=$(cd "$1" && pwd)
pairs=${PAIRS:-10000000}
records=${RECORDS:-4000000}
launches=3000000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make -s --no-print-directory BUILD="$(basename "$B")" all >/dev/null
if [ ! -e "$B/libgpuflame.so" ]; then
  echo "capture: left out, there are no NVTX headers"
  exit 0
fi
make -s --no-print-directory BUILD="$(basename "$B")" "build/$(basename "$B")/bench/capture" \
  "build/$(basename "$B")/bench/nvtx_floor.so"

plain() { "$B/bench/capture" "$@"; }
nothing() { NVTX_INJECTION64_PATH=$B/bench/nvtx_floor.so "$B/bench/capture" "$@"; }
floor() { "$B/bench/capture" floor "$@"; }
counter() { "$B/bench/capture" counter "$@"; }
sqlite() {
  rm -f "$work/floor.db"
  FLOOR_DATABASE=$work/floor.db "$B/bench/capture" sqlite "$@"
}
injected() { # MODE ...: fails where anything was lost
  local mode=$1
  shift
  rm -f "$work"/*.gpuflame
  env CUDA_INJECTION64_PATH="$B/libgpuflame.so" NVTX_INJECTION64_PATH="$B/libgpuflame.so" \
    GPUFLAME_CUPTI="$B/mock/libcupti.so.13" GPUFLAME_OUTPUT="$work/x.gpuflame" \
    GPUFLAME_MODE="$mode" "${library_env[@]}" "$B/bench/capture" "$@"
  # launches have no records, and nothing is reported at the end
  if [ -s "$work/x.gpuflame" ] && [ "$1" != launches ] && ! "$B/gpuflame" collapse --strict "$work/x.gpuflame" >/dev/null 2>"$work/err"; then
    echo "NOT ALL WAS CAPTURED: $(cat "$work/err")" >&2
  fi
}
library_env=()
# Outside the window from beginning to end.
outside() {
  local library_env=(GPUFLAME_DELAY=1000)
  injected fold "$@"
}
# Waiting for gpuflame start.
idle() {
  local library_env=(GPUFLAME_START=later)
  injected fold "$@"
}

# The best of five runs of each command, in turn: other programs can only make a run slower.
# Reads one command per line; prints one number per line.
best() {
  local -a commands bests
  local i value command
  mapfile -t commands
  for _ in 1 2 3 4 5; do
    for i in "${!commands[@]}"; do
      read -ra command <<<"${commands[i]}"
      value=$("${command[@]}" | sed -n 's/^ns //p')
      bests[i]=$(printf '%s\n' "$value" ${bests[i]:+"${bests[i]}"} | sort -n | head -n 1)
    done
  done
  printf '%s\n' "${bests[@]}"
}

# row NAME LIMIT FLOOR TOTAL [TIMES]: LIMIT is that of the total less the floor; TIMES, that of
# the total as a multiple of the floor.
row() {
  awk -v name="$1" -v limit="$2" -v floor="$3" -v total="$4" -v times="${5:--}" 'BEGIN {
    own = total - floor
    ratio = total / floor
    verdict = limit == "-" ? "" : own > limit + 0 || (times != "-" && ratio > times + 0) ? "EXCEEDED" : "kept"
    printf "%-38s %8.1f %8.1f %8.1f %8s %8.1f %8s   %s\n", name, floor, total, own, limit, ratio, times, verdict
  }'
}

printf '%-38s %8s %8s %8s %8s %8s %8s\n' "ns of CPU time" floor total own limit times limit
# The floor of a pair is an injection that does nothing. A name in a reused buffer is looked up by
# its text in both modes.
for case in constant varied registered reused; do
  mapfile -t ns < <(best <<END
nothing pairs-$case $pairs
injected fold pairs-$case $pairs
outside pairs-$case $pairs
idle pairs-$case $pairs
injected trace pairs-$case $((pairs / 5))
END
  )
  limits=(10 3 5 2 70 12)
  [ "$case" != reused ] || limits=(55 - 55 - 115 -)
  row "push+pop, names $case, fold" "${limits[0]}" "${ns[0]}" "${ns[1]}" "${limits[1]}"
  row "push+pop, names $case, outside" "${limits[2]}" "${ns[0]}" "${ns[2]}" "${limits[3]}"
  row "push+pop, names $case, idle" 3 "${ns[0]}" "${ns[3]}"
  row "push+pop, names $case, trace" "${limits[4]}" "${ns[0]}" "${ns[4]}" "${limits[5]}"
done
mapfile -t ns < <(best <<END
floor launches $launches
injected fold launches $launches
injected trace launches $launches
counter launches $launches
END
)
row "launch, fold" 5 "${ns[0]}" "${ns[1]}"
row "launch, trace" 40 "${ns[0]}" "${ns[2]}"
# A call has a beginning and an end: two readings of the counter, which take longest in virtual machines.
row "launch, trace, beside two readings" 25 "${ns[3]}" "${ns[2]}"
# Flushes when asked, so that no record is handed over before its time is taken.
library_env=(GPUFLAME_FLUSH_INTERVAL=60000)
mapfile -t ns < <(best <<END
floor records $records
injected fold records $records
sqlite records $((records / 5))
injected trace records $((records / 5))
END
)
row "record, fold" 15 "${ns[0]}" "${ns[1]}"
# In trace mode each has two rows, its own and its launch's; SQLite alone takes most of it.
row "record, trace, beside bare INSERTs" - "${ns[2]}" "${ns[3]}"
library_env=()
echo
printf 'trace: %d ranges written in %s s (limit 15 s for 10,000,000)\n' "$pairs" \
  "$(injected trace pairs-constant "$pairs" | sed -n 's/^finalised_s //p')"
echo "fold, memory over launches with ever new names of steps:"
injected fold memory "${LAUNCHES:-50000000}" | sed -n 's/^rss_kb/  RSS in KB/p'
if command -v nsys >/dev/null; then
  printf 'nsys: push+pop, names constant: '
  (cd "$work" && nsys profile -t nvtx --sample=none -o n "$B/bench/capture" pairs-constant 1000000) |
    sed -n 's/^ns //p'
fi
