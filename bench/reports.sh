#!/usr/bin/env bash
# Reports and comparisons beside the floor: bench/reports.sh BUILD-FOLDER
# The export of a million kernels is that of bench/collapse.sh. It numbers its
# steps: nvtx_kern_sum gives a quarter of a million rows.
set -eu
B=$1
# shellcheck source=bench/time.sh
. bench/time.sh
work=build/bench
db=$work/1m.sqlite
[ -e "$db" ] || bench/collapse.sh "$B" >/dev/null
"${CC:-cc}" -O2 bench/nsys_floor.c -o "$work/nsys_floor" -lsqlite3

report() { # NAME LIMIT
  pair "stats $1" "$2" "$work/nsys_floor" "$db" -- \
    "$B/gpuflame" stats -q --report "$1" --format csv "$db"
}

echo "a million kernels: sums, lists, then what people wait for"
report nvtx_gpu_proj_sum 3
report nvtx_sum 3
report cuda_gpu_kern_sum 3
report cuda_kern_exec_sum 6
report cuda_gpu_trace 6
report nvtx_pushpop_trace 6
report nvtx_kern_sum 0.9
pair "stats, the overview" 0.6 "$work/nsys_floor" "$db" -- "$B/gpuflame" stats -q "$db"
pair "stats, every report" 25 "$work/nsys_floor" "$db" -- \
  "$B/gpuflame" stats -q --report all --format csv "$db"
pair "findings, beside collapse" 2.5 "$B/gpuflame" collapse -q "$db" -- \
  "$B/gpuflame" findings -q "$db"
pair "diff" 0.9 "$work/nsys_floor" "$db" -- "$B/gpuflame" diff -q "$db" "$db"

echo "memory, of every report and of a comparison"
for name in $("$B/gpuflame" stats --list | grep -oE '^[a-z_]+'); do
  # a report that the export has nothing for says so
  peak "stats $name" 200 "$B/gpuflame" stats -q --report "$name" --format csv "$db" \
    >"$work/peak" 2>"$work/why" || [ ! -s "$work/why" ] ||
    sed "s/^gpuflame/stats $name/" "$work/why" >"$work/peak"
  cat "$work/peak"
done
peak "stats, every report" 200 "$B/gpuflame" stats -q --report all --format csv "$db"
peak "stats, the overview" 200 "$B/gpuflame" stats -q "$db"
peak "findings" 200 "$B/gpuflame" findings -q "$db"
# two files at once: twice as much as collapse
peak "diff" 240 "$B/gpuflame" diff -q "$db" "$db"
